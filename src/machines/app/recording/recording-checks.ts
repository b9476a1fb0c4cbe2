import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { machinesBelow } from '../../core/refs-below.ts';
import { comparedContext } from './compared-context.ts';
import { type ActorPath, type Check, pathOf, type Recorder, type Recording } from './recorder.ts';
import { hashOf, shapeHash } from './state-hash.ts';

interface Running {
  readonly path: ActorPath;
  readonly snapshot: AnyMachineSnapshot;
}

interface Checked extends Running {
  readonly hash: number;
}

/** The machines at the last check of a recording, by path. */
const lastChecked = new WeakMap<Recording, ReadonlyMap<string, Checked>>();

/**
 * Add a check of all states to the recording, so that a replay can say where it differs (TOOL-02).
 * Only machines that changed since the last check are hashed. Call it between two steps.
 */
export function checkStates(root: AnyActorRef, recorder: Recorder): void {
  const recording = recorder.recording();
  const { checks, log, dropped } = recording;
  // it cannot be replayed
  if (dropped > 0 || checks?.at(-1)?.after === log.length) return;
  const before = lastChecked.get(recording) ?? new Map<string, Checked>();
  const now = new Map<string, Checked>();
  for (const [name, one] of runningBelow(root)) {
    const known = before.get(name);
    now.set(name, known?.snapshot === one.snapshot ? known : { ...one, hash: hashOfState(one) });
  }
  const changed: Check['changed'] = [
    ...[...now].flatMap(([name, { path, hash }]) =>
      before.get(name)?.hash === hash ? [] : [[path, hash] as const],
    ),
    ...[...before].flatMap(([name, { path }]) =>
      now.has(name) ? [] : [[path, undefined] as const],
    ),
  ];
  lastChecked.set(recording, now);
  recording.checks ??= [];
  recording.checks.push({ after: log.length, changed });
}

/** The first check at which a replay differs from the recorded session. */
interface Divergence {
  /** Number of entries before the last check that agreed. */
  readonly from: number;
  /** Number of entries before the check that differs. */
  readonly to: number;
  /** Paths of the machines that differ. */
  readonly paths: readonly ActorPath[];
}

export interface Compared {
  /** Number of checks that were compared. */
  readonly compared: number;
  readonly divergence: Divergence | undefined;
}

/** Compare a replay with the checks of its recording. Pass `onStep` to `replay`. */
export function compareChecks({ checks = [] }: Recording) {
  const expected = new Map<string, { readonly path: ActorPath; readonly hash: number }>();
  let next = 0;
  let agreed = 0;
  let compared = 0;
  let divergence: Divergence | undefined;
  const onStep = (played: number, root: AnyActorRef): void => {
    if (divergence) return;
    for (let check = checks[next]; check && check.after <= played; check = checks[++next])
      for (const [path, hash] of check.changed)
        if (hash === undefined) expected.delete(nameOf(path));
        else expected.set(nameOf(path), { path, hash });
    if (checks[next - 1]?.after !== played) return;
    compared++;
    const running = new Map(runningBelow(root));
    const missing = [...expected].filter(([name]) => !running.has(name));
    const other = [...running].filter(
      ([name, one]) => expected.get(name)?.hash !== hashOfState(one),
    );
    const paths = [...other, ...missing].map(([, { path }]) => path);
    if (paths.length > 0) divergence = { from: agreed, to: played, paths };
    agreed = played;
  };
  return { onStep, result: (): Compared => ({ compared, divergence }) };
}

/** Return the running machines by their path. Tables of facts would cost too much. */
function* runningBelow(root: AnyActorRef): Generator<readonly [string, Running]> {
  for (const [ref, snapshot] of machinesBelow(root)) {
    const path = pathOf(ref);
    yield [nameOf(path), { path, snapshot }];
  }
}

/** Names of states leave with the file anyway. Texts of the context count by their length. */
function hashOfState({ snapshot: { machine, value, status, context } }: Running): number {
  return hashOf([value, status, shapeHash(comparedContext(machine.id, context))]);
}

const nameOf = (path: ActorPath): string => JSON.stringify(path);
