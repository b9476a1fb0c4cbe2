import { expect, test } from 'vitest';
import { listDeeds } from '../../../tests/bench/lists.ts';

/** The quickest of five: what a busy machine adds is not counted. Milliseconds. */
function quickest(run: () => void): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const from = performance.now();
      run();
      return performance.now() - from;
    }),
  );
}

test('BEYOND-01 BEYOND-02 an edit, a difference and a loss cost as many times more as a list is longer, and no more', () => {
  const [small, large] = [listDeeds(2_500), listDeeds(20_000)];
  for (const [at, { what, run }] of large.entries()) {
    const ratio = quickest(run) / quickest(small[at]?.run ?? run);
    // eight times the entries; a quadratic edit would take 64 times as long
    expect(ratio, what).toBeLessThan(28);
  }
}, 60_000);
