import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseJson } from '../../src/events/core/json.ts';
import {
  type Outcome,
  outcomeOf,
  outcomeText,
  readOutcome,
} from '../../src/machines/app/recording/outcome.ts';
import { readEvent, readRecording } from '../../src/machines/app/recording/read-recording.ts';
import type { Recorded, Recording } from '../../src/machines/app/recording/recorder.ts';
import { replayedApp } from '../../src/machines/app/recording/replayed-app.ts';
import { smallerRecording } from '../../src/machines/app/recording/smaller-recording.ts';
import { messageOf } from '../../src/machines/core/crash.ts';
import { valueAsJson } from '../../src/machines/inspector/shown-value.ts';
import { linesOfComparison, linesOfEnds } from './comparison.ts';
import { isTestName, numbered, recordedTest } from './recorded-test.ts';
import { linesOfReplay } from './report.ts';
import { smallerLists } from './smaller-lists.ts';

const USAGE = `npm run replay FILE -- [OPTION ...]

Without an option it prints the states of all machines at the end.

--entries            list the entries of the recording by their numbers
--entry N            print the event of an entry as JSON
--compare OTHER      print the first entry in which another recording differs, and which machines
                     differ at the end
--without N          leave out an entry, and print which machines differ at the end
--change N EVENT     the same with another event in place of an entry's; EVENT is a file of JSON
--until OUTCOME      print the entry that leads to an outcome first
--test NAME          make the recording as small as --until OUTCOME allows, and write it as
                     tests/recordings/NAME.test.ts
--title TEXT         the title of the test
--keep N,N           entries that stay as they are, although the outcome also comes without them
--fault              the outcome is a fault: the test fails until it is mended. A crash always is

An OUTCOME is one of these. ACTOR is a path, as the replay prints it.

crash [ACTOR]        a machine fails
state ACTOR STATE    a machine is in a state, e.g. state /cache live.connected
event TYPE           an actor is sent an event of this type
text WORDS           an event has these words
end ACTOR [STATES]   the machine ends in these states, or those it has now: end /cache {"live":"idle"}
`;

/** The user asked for something that cannot be done. */
export class Refusal extends Error {}

/**
 * Run `npm run replay` with these arguments, and return the lines that it prints. `folder`: where
 * tests are written.
 */
export function replayCommand(args: readonly string[], folder: string): readonly string[] {
  const { values, positionals } = parsed(args);
  if (values.help) return [USAGE];
  const { until, test, title, keep, fault, entries, entry, compare, without, change } = values;
  const [file, second, ...more] = positionals;
  const isWrong = (second === undefined) !== (change === undefined);
  if (file === undefined || isWrong || more.length > 0)
    throw new Refusal(change ? '--change needs a number and a file' : 'one recording is needed');
  if ([entries, entry, compare, without, change, until].filter(Boolean).length > 1)
    throw new Refusal('these options exclude each other');
  if (test !== undefined && until === undefined) throw new Refusal('--test needs --until OUTCOME');
  if (fault && test === undefined) throw new Refusal('--fault needs --test NAME');
  if (keep !== undefined && test === undefined) throw new Refusal('--keep needs --test NAME');
  if (title !== undefined && test === undefined) throw new Refusal('--title needs --test NAME');
  const recording = recordingIn(file);
  const { log } = recording;
  if (entries) return log.map((one, at) => numbered(one, at + 1));
  if (entry !== undefined) return [valueAsJson(log[placeOf(entry, recording)]?.event)];
  if (compare !== undefined) return linesOfComparison(recording, recordingIn(compare));
  if (without !== undefined)
    return branch(recording, log.toSpliced(placeOf(without, recording), 1));
  if (change !== undefined && second !== undefined) {
    const event = eventIn(second);
    const at = placeOf(change, recording);
    return branch(
      recording,
      log.map((one, place) => (place === at ? { ...one, event } : one)),
    );
  }
  if (until === undefined) return linesOfReplay(recording);
  const outcome = readOutcome(until);
  if (!outcome) throw new Refusal(`'${until}' is no outcome`);
  if (test === undefined) return [lineOfOutcome(recording, outcome)];
  const isFault = fault ?? outcome.kind === 'crash';
  const kept = (keep?.split(',') ?? []).flatMap((number) => {
    const entry = log[placeOf(number, recording)];
    return entry ? [entry] : [];
  });
  return writeTest({ name: test, title, kept, isFault }, folder, recording, outcome);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        entries: { type: 'boolean' },
        entry: { type: 'string' },
        compare: { type: 'string' },
        without: { type: 'string' },
        change: { type: 'string' },
        until: { type: 'string' },
        test: { type: 'string' },
        title: { type: 'string' },
        keep: { type: 'string' },
        fault: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Refusal(messageOf(error));
  }
}

/** Return the place of an entry in the log, by its number. */
function placeOf(number: string, { log }: Recording): number {
  const at = Number(number) - 1;
  if (!log[at]) throw new Refusal(`there is no entry ${number}: they go from 1 to ${log.length}`);
  return at;
}

function eventIn(file: string): Recorded['event'] {
  try {
    return readEvent(parseJson(textIn(file)));
  } catch (error) {
    throw new Refusal(`${file} is no event: ${messageOf(error)}`);
  }
}

/** Go on from a changed entry, and print the difference at the end. */
function branch(recording: Recording, log: Recording['log']): readonly string[] {
  return linesOfEnds(recording, { ...recording, log });
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${messageOf(error)}`);
  }
}

function recordingIn(file: string): Recording {
  const text = textIn(file);
  let recording: Recording;
  try {
    recording = readRecording(text);
  } catch (error) {
    throw new Refusal(`${file} is no recording: ${messageOf(error)}`);
  }
  if (!recording.boot || recording.dropped > 0)
    throw new Refusal(`${file} lacks its beginning, so it cannot be replayed`);
  return recording;
}

/** Replay until an outcome. Refuse one that does not come. */
function reached(recording: Recording, outcome: Outcome) {
  const found = outcomeOf(replayedApp(), recording, outcome);
  if (found.isReached) return found;
  if ('actor' in outcome && outcome.actor !== undefined && !found.actors.has(outcome.actor))
    throw new Refusal(`no actor of the recording is named /${outcome.actor}`);
  const states = found.value === undefined ? '' : `, but to ${JSON.stringify(found.value)}`;
  throw new Refusal(`the recording does not lead to '${outcomeText(outcome)}'${states}`);
}

function lineOfOutcome(recording: Recording, outcome: Outcome): string {
  const { entry = 0, value } = reached(recording, outcome);
  if (outcome.kind === 'end') return outcomeText({ ...outcome, value });
  const cause = recording.log[entry - 1];
  return cause ? numbered(cause, entry) : 'at the start, before the first entry';
}

interface Wanted {
  readonly name: string;
  readonly title: string | undefined;
  readonly kept: readonly Recorded[];
  readonly isFault: boolean;
}

function writeTest(
  { name, title, kept, isFault }: Wanted,
  folder: string,
  recording: Recording,
  wanted: Outcome,
): readonly string[] {
  if (!isTestName(name)) throw new Refusal(`'${name}' is no name: use words-like-these`);
  const test = join(folder, `${name}.test.ts`);
  const data = join(folder, `${name}.jsonl`);
  if (existsSync(test) || existsSync(data)) throw new Refusal(`${folder} has a test of this name`);
  const { value } = reached(recording, wanted);
  const outcome = wanted.kind === 'end' ? { ...wanted, value } : wanted;
  const machine = replayedApp();
  const attempt = (tried: Recording) => {
    const { isReached, lost } = outcomeOf(machine, tried, outcome);
    return { isSame: isReached, lost };
  };
  const small = smallerRecording(recording, attempt, kept);
  const written = recordedTest(name, smallerLists(small, attempt, kept), outcome, isFault, title);
  mkdirSync(folder, { recursive: true });
  writeFileSync(test, written.test);
  writeFileSync(data, written.recording);
  return [
    `${small.log.length} of ${recording.log.length} entries lead to '${outcomeText(outcome)}':`,
    ...small.log.map((entry) => {
      const at = recording.log.findIndex(({ event }) => event === entry.event);
      return numbered(entry, at + 1);
    }),
    `written: ${test}`,
  ];
}
