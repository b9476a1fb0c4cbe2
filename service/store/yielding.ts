import { openLocks } from '../turns.ts';
import type { Asked } from './asked.ts';
import type { Run } from './answers.ts';

/** How long this thread is held before others have their turn. */
const TURN_MS = 8;

/**
 * Answers questions that may take long, on an engine that answers in this thread: at each pause of a question the others go on, and when
 * some milliseconds have passed, everything else in the process has its turn.
 */
export function openSlices(): Run {
  const inTurn = openLocks();
  let spent = 0;
  const slice = <T>(next: () => T): Promise<T> =>
    inTurn(async () => {
      if (spent >= TURN_MS) {
        await new Promise(setImmediate);
        spent = 0;
      }
      const started = performance.now();
      try {
        return next();
      } finally {
        spent += performance.now() - started;
      }
    });
  return async <T>(asked: Asked<T>, signal?: AbortSignal): Promise<T> => {
    for (;;) {
      const step = await slice(() => {
        signal?.throwIfAborted();
        return asked.next([]);
      });
      if (step.done === true) return step.value;
      if (step.value.length > 0) throw new Error('an engine that answers at once was asked to wait');
    }
  };
}
