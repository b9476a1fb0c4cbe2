import { expect, test } from 'vitest';
import { listEdits } from '../../../../tests/bench/list-edits.ts';
import { growthOf } from '../../../../tests/support/cpu-time.ts';
import { isLong } from '../../../../tests/support/runs.ts';

test.runIf(isLong)(
  'BEYOND-01 BEYOND-02 the cost of an edit, a diff and a loss grows linearly with the list',
  () => {
    const [quarter, whole] = [listEdits(2_500), listEdits(10_000)];
    for (const [at, { what, run }] of whole.entries()) {
      // a quadratic edit takes four times as long for each doubling
      expect(
        growthOf((share) => (share === 1 ? run() : quarter[at]?.run()), Infinity).perDoubling,
        what,
      ).toBeLessThan(2.9);
    }
  },
);
