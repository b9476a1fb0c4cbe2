/**
 * `npm run replay FILE`: replay a recording without a network, and print its end state. `-- --help`
 * prints the options.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { messageOf } from '../src/machines/core/crash.ts';
import { type Outcome, outcomeOf, outcomeText, readOutcome } from '../src/machines/app/outcome.ts';
import { readRecording } from '../src/machines/app/read-recording.ts';
import type { Recording } from '../src/machines/app/recorder.ts';
import { replayedApp } from '../src/machines/app/replayed-app.ts';
import { smallerRecording } from '../src/machines/app/smaller-recording.ts';
import { isTestName, recordedTest } from './replay/recorded-test.ts';
import { linesOfReplay, numbered } from './replay/report.ts';

const USAGE = `npm run replay FILE -- [OPTION ...]

Without an option it prints the states of all machines at the end.

--entries            list the entries of the recording by their numbers
--until OUTCOME      print the entry that leads to an outcome first
--test NAME          make the recording as small as --until OUTCOME allows, and write it as
                     tests/recordings/NAME.test.ts
--fault              the outcome is a fault: the test fails until it is mended. A crash always is

An OUTCOME is one of these. ACTOR is a path, as the replay prints it.

crash [ACTOR]        a machine fails
state ACTOR STATE    a machine is in a state, e.g. state /cache live.connected
event TYPE           an actor is sent an event of this type
text WORDS           an event has these words
end ACTOR [STATES]   the machine ends in these states, or those it has now: end /cache {"live":"idle"}
`;

/** The user asked for something that cannot be done. */
class Refusal extends Error {}

const ROOT = join(import.meta.dirname, '..');
const say = (...lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`);

try {
  run();
} catch (error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isUsage = error instanceof Refusal || String(code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage) throw error;
  process.stderr.write(`${messageOf(error)}\nnpm run replay -- --help lists the options\n`);
  process.exitCode = 2;
}

function run(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      entries: { type: 'boolean' },
      until: { type: 'string' },
      test: { type: 'string' },
      fault: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return say(USAGE);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Refusal('one recording is needed');
  const recording = recordingIn(file);
  const { until, test, fault } = values;
  if (test === undefined && fault) throw new Refusal('--fault needs --test NAME');
  if (values.entries) return say(...recording.log.map((entry, at) => numbered(entry, at + 1)));
  if (until === undefined) {
    if (test !== undefined) throw new Refusal('--test needs --until OUTCOME');
    return say(...linesOfReplay(recording));
  }
  const outcome = readOutcome(until);
  if (!outcome) throw new Refusal(`'${until}' is no outcome`);
  if (test === undefined) return say(linesOfOutcome(recording, outcome));
  writeTest(test, recording, outcome, fault ?? outcome.kind === 'crash');
}

function recordingIn(file: string): Recording {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${messageOf(error)}`);
  }
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

function linesOfOutcome(recording: Recording, outcome: Outcome): string {
  const { entry = 0, value } = reached(recording, outcome);
  if (outcome.kind === 'end') return outcomeText({ ...outcome, value });
  const cause = recording.log[entry - 1];
  return cause ? numbered(cause, entry) : 'at the start, before the first entry';
}

function writeTest(name: string, recording: Recording, wanted: Outcome, isFault: boolean): void {
  if (!isTestName(name)) throw new Refusal(`'${name}' is no name: use words-like-these`);
  const folder = join(ROOT, 'tests/recordings');
  const [test, data] = ['test.ts', 'jsonl'].map((end) => join(folder, `${name}.${end}`));
  if (!test || !data || existsSync(test) || existsSync(data))
    throw new Refusal(`${relative(ROOT, folder)} has a test of this name`);
  const { value } = reached(recording, wanted);
  const outcome = wanted.kind === 'end' ? { ...wanted, value } : wanted;
  const machine = replayedApp();
  const small = smallerRecording(recording, (tried) => {
    const { isReached, lost } = outcomeOf(machine, tried, outcome);
    return { isSame: isReached, lost };
  });
  const written = recordedTest(name, small, outcome, isFault);
  mkdirSync(folder, { recursive: true });
  writeFileSync(test, written.test);
  writeFileSync(data, written.recording);
  say(
    `${small.log.length} of ${recording.log.length} entries lead to '${outcomeText(outcome)}':`,
    ...small.log.map((entry) => numbered(entry, recording.log.indexOf(entry) + 1)),
    `written: ${relative(ROOT, test)}`,
  );
}
