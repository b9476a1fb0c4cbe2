import { expect, test } from 'vitest';
import { listDeeds } from '../../../tests/bench/lists.ts';

/** What this thread had the processor do, where that is known, as what else a busy machine does is not counted; else the time that went by. */
function spent(): number {
  if (!('threadCpuUsage' in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds; some systems count a thread's time no finer. */
const TICK = 10;

/** Milliseconds for so many runs. */
function timed(run: () => void, times: number): number {
  const from = spent();
  for (let n = 0; n < times; n++) run();
  return spent() - from;
}

test('BEYOND-01 BEYOND-02 an edit, a difference and a loss cost as many times more as a list is longer, and no more', () => {
  const [small, large] = [listDeeds(1_250), listDeeds(10_000)];
  for (const [at, { what, run }] of large.entries()) {
    const short = small[at]?.run ?? run;
    short();
    // as many entries in all; of a quadratic edit the long ones would take eight times as long
    expect(timed(run, 6) / (timed(short, 48) + TICK), what).toBeLessThan(3.5);
  }
});
