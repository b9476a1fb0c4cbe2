import {
  pathOf,
  type Recorded,
  type Recording,
} from '../../src/machines/app/recording/recorder.ts';
import { compareChecks, type Compared } from '../../src/machines/app/recording/recording-checks.ts';
import { replay } from '../../src/machines/app/recording/replay.ts';
import { replayedApp } from '../../src/machines/app/recording/replayed-app.ts';
import { stateHashes } from '../../src/machines/app/recording/state-hash.ts';
import { machinesBelow } from '../../src/machines/core/refs-below.ts';
import { numbered } from './recorded-test.ts';

/**
 * Replay a recording, and list its machines, each with its path, states, and a hash of its states
 * and context, and whether they agree with the session.
 */
export function linesOfReplay(recording: Recording): readonly string[] {
  const { log } = recording;
  const checks = compareChecks(recording);
  const { root, lost } = replay(replayedApp(), recording, { onStep: checks.onStep });
  const hashes = stateHashes(root);
  return [
    `${log.length} entries replayed`,
    ...[...machinesBelow(root)].map(([ref, { value }]) => {
      const path = `/${pathOf(ref).join('/')}`;
      return `${path} ${JSON.stringify(value)} ${hashes.get(path)?.toString(16)}`;
    }),
    ...lost.map((entry) => `not replayed: ${numbered(entry, log.indexOf(entry) + 1)}`),
    ...linesOfChecks(log, checks.result()),
  ];
}

/** Say whether the replay agrees with the session, and else where it differs first. */
export function linesOfChecks(
  log: readonly Recorded[],
  { compared, divergence }: Compared,
): readonly string[] {
  if (compared === 0) return ['the recording has no checks of the states'];
  if (!divergence) return [`${compared} checks of the states compared: all agree`];
  const { from, to, paths } = divergence;
  return [
    'the replay differs from the session after one of these entries:',
    ...log.slice(from, to).map((entry, at) => numbered(entry, from + at + 1)),
    ...paths.map((path) => `differs: /${path.join('/')}`),
  ];
}
