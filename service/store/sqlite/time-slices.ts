import type { Run } from '../engine/bind-queries.ts';
import type { Asked } from '../engine/statements.ts';

/** How long this thread is held before others have their turn. */
const TURN_MS = 8;
/** A question that waits so many times longer than another one has taken goes first. */
const PATIENCE = 20;

/** A question that waits for its next turn. Times in milliseconds. */
interface Waiting {
  readonly taken: number;
  readonly since: number;
  /** Takes the turn. */
  readonly go: () => void;
}

/**
 * Answers questions that may take long, on an engine that answers in this thread. At each pause of a question the one that has taken least goes
 * on, so that short questions do not wait for long ones. After some milliseconds everything else in the process has its turn.
 */
export function openSlices(): Run {
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
  return async <T>(asked: Asked<T>, signal?: AbortSignal): Promise<T> => {
    for (let taken = 0; ; ) {
      const { step, took } = await inTurn(taken, () => {
        signal?.throwIfAborted();
        const from = performance.now();
        return { step: asked.next([]), took: performance.now() - from };
      });
      if (step.done === true) return step.value;
      if (step.value.length > 0) throw new Error('an engine that answers at once was asked to wait');
      taken += took;
    }
  };
}

/** The question that has taken least, less what it has waited. */
function first(waiting: ReadonlySet<Waiting>): Waiting | undefined {
  const now = performance.now();
  let [found, least]: [Waiting | undefined, number] = [undefined, Infinity];
  for (const each of waiting) {
    const rank = each.taken - (now - each.since) / PATIENCE;
    if (rank >= least) continue;
    found = each;
    least = rank;
  }
  return found;
}
