/** `npm run replay FILE`: replay a recording without a network, and print its end state. */
import { readFileSync } from 'node:fs';
import { type AnyActorRef, isMachineSnapshot } from 'xstate';
import { pathOf, type Recorded } from '../src/machines/app/recorder.ts';
import { compareChecks, type Compared } from '../src/machines/app/recording-checks.ts';
import { readRecording } from '../src/machines/app/read-recording.ts';
import { replay } from '../src/machines/app/replay.ts';
import { replayedApp } from '../src/machines/app/replayed-app.ts';
import { stateHashes } from '../src/machines/app/state-hash.ts';
import { refsBelow } from '../src/machines/core/refs-below.ts';

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: npm run replay FILE');
const recording = readRecording(readFileSync(file, 'utf8'));
const { log } = recording;
const checks = compareChecks(recording);
const { root, lost } = replay(replayedApp(), recording, { onStep: checks.onStep });
const hashes = stateHashes(root);
const lines = [
  `${log.length} entries replayed`,
  ...[...refsBelow(root)].flatMap(linesOf),
  ...lost.map((entry) => `not replayed: ${lineOf(entry)}`),
  ...linesOfChecks(checks.result()),
];
process.stdout.write(`${lines.join('\n')}\n`);

/** Return the line of a machine: path, states, and a hash of its states and context. */
function linesOf(ref: AnyActorRef): readonly string[] {
  const snapshot: unknown = ref.getSnapshot();
  if (!isMachineSnapshot(snapshot)) return [];
  const path = `/${pathOf(ref).join('/')}`;
  return [`${path} ${JSON.stringify(snapshot.value)} ${hashes.get(path)?.toString(16)}`];
}

/** Return the number of an entry, its receiver and its type. */
function lineOf(entry: Recorded): string {
  const { to, event } = entry;
  return `entry ${log.indexOf(entry) + 1}, /${to.join('/')} ${event.type}`;
}

/** Say whether the replay agrees with the session, and else where it differs first. */
function linesOfChecks({ compared, divergence }: Compared): readonly string[] {
  if (!divergence) return [`${compared} checks of the states compared: all agree`];
  const { from, to, paths } = divergence;
  return [
    `the replay differs from the session after one of these entries:`,
    ...log.slice(from, to).map((entry) => `  ${lineOf(entry)}`),
    ...paths.map((path) => `differs: /${path.join('/')}`),
  ];
}
