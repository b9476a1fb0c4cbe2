import type { ReceivedBatch } from '../../../machines/core/cache-protocol.ts';
import type { BatchCounts } from '../verify/frame-batch.ts';

/** How many batches may be sent to the main thread before it has acknowledged one (E-27). */
const MAX_UNTAKEN = 6;

export interface BackpressureDeps {
  readonly take: () => BatchCounts;
  readonly hand: (arrivals: readonly ReceivedBatch[]) => void;
  readonly exceeded: () => void;
  /** Runs a callback after frames that have arrived already, so that a burst becomes one batch. */
  readonly later: (run: () => void) => void;
  readonly after: (ms: number, run: () => void) => void;
}

/** Hands over available batches one after the other, and pauses while the main thread is behind. */
export function openBackpressure({ take, hand, exceeded, later, after }: BackpressureDeps) {
  let untaken = 0;
  let isAwaited = false;
  let isStopped = false;

  const give = (arrivals: readonly ReceivedBatch[]): void => {
    if (arrivals.length === 0) return;
    untaken++;
    hand(arrivals);
  };
  const flush = (): void => {
    isAwaited = false;
    if (isStopped || untaken >= MAX_UNTAKEN) return;
    const { arrivals, more, rest, excess } = take();
    if (excess) return exceeded();
    give(arrivals);
    if (rest !== undefined) {
      isAwaited = true;
      after(rest, flush);
    } else if (more) wake();
  };
  /** Called when a frame has arrived, or a missing dependency is available. */
  const wake = (): void => {
    if (isAwaited || isStopped) return;
    isAwaited = true;
    later(flush);
  };
  /** Called when the main thread has acknowledged a batch. */
  const taken = (): void => {
    untaken--;
    wake();
  };
  const stop = (): void => {
    isStopped = true;
  };
  return { give, wake, taken, stop };
}
