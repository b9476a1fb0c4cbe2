import type { RunQuery } from '../engine/bind-queries.ts';
import type { Query } from '../engine/statements.ts';

/** Maximum time that this thread is blocked before other tasks run. */
const TURN_MS = 8;
/** A query that has waited this many times longer than another one has run goes first. */
const WAIT_FACTOR = 20;

/** A query that waits for its next slice. Times in milliseconds. */
interface Waiting {
  readonly taken: number;
  readonly since: number;
  /** Start the slice. */
  readonly go: () => void;
}

/**
 * Run long queries on an engine that runs in this thread. At each pause the query with the least
 * running time continues, so that short queries do not wait for long ones. After some milliseconds
 * other tasks of the process run.
 */
export function openTimeSlices(): RunQuery {
  const waiting = new Set<Waiting>();
  let working = false;
  let spent = 0;
  const work = async () => {
    working = true;
    while (waiting.size > 0) {
      if (spent >= TURN_MS) {
        await new Promise(setImmediate);
        spent = 0;
      }
      const next = first(waiting);
      if (!next) break;
      waiting.delete(next);
      const started = performance.now();
      next.go();
      spent += performance.now() - started;
    }
    working = false;
  };
  const inTurn = <T>(taken: number, act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const go = () => {
        try {
          resolve(act());
        } catch (error) {
          reject(error);
        }
      };
      waiting.add({ taken, since: performance.now(), go });
      if (!working) void work();
    });
  return async <T>(asked: Query<T>, signal?: AbortSignal): Promise<T> => {
    for (let taken = 0; ; ) {
      const { step, took } = await inTurn(taken, () => {
        signal?.throwIfAborted();
        const from = performance.now();
        return { step: asked.next([]), took: performance.now() - from };
      });
      if (step.done === true) return step.value;
      if (step.value.length > 0)
        throw new Error('an engine that answers at once was asked to wait');
      taken += took;
    }
  };
}

/** Return the query with the least running time, minus its waiting time. */
function first(waiting: ReadonlySet<Waiting>): Waiting | undefined {
  const now = performance.now();
  let [found, least]: [Waiting | undefined, number] = [undefined, Infinity];
  for (const each of waiting) {
    const rank = each.taken - (now - each.since) / WAIT_FACTOR;
    if (rank >= least) continue;
    found = each;
    least = rank;
  }
  return found;
}
