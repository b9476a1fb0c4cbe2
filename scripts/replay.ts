/** `npm run replay FILE`: replay a recording without a network, and print its end state. */
import { readFileSync } from 'node:fs';
import { type AnyActorRef, isMachineSnapshot } from 'xstate';
import { pathOf } from '../src/machines/app/recorder.ts';
import { readRecording } from '../src/machines/app/read-recording.ts';
import { replay } from '../src/machines/app/replay.ts';
import { replayedApp } from '../src/machines/app/replayed-app.ts';
import { stateHashes } from '../src/machines/app/state-hash.ts';
import { refsBelow } from '../src/machines/core/refs-below.ts';

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: npm run replay FILE');
const { log, ...rest } = readRecording(readFileSync(file, 'utf8'));
const { root, lost } = replay(replayedApp(), { log, ...rest });
const hashes = stateHashes(root);
const lines = [
  `${log.length} entries replayed`,
  ...[...refsBelow(root)].flatMap(linesOf),
  ...lost.map(({ to, event }) => `not replayed: /${to.join('/')} ${event.type}`),
];
process.stdout.write(`${lines.join('\n')}\n`);

/** Return the line of a machine: path, states, and a hash of its states and context. */
function linesOf(ref: AnyActorRef): readonly string[] {
  const snapshot: unknown = ref.getSnapshot();
  if (!isMachineSnapshot(snapshot)) return [];
  const path = `/${pathOf(ref).join('/')}`;
  return [`${path} ${JSON.stringify(snapshot.value)} ${hashes.get(path)?.toString(16)}`];
}
