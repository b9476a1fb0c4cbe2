import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openSeqSet } from './seq-set.ts';

test('TRUST-09 numbers of events are counted once each, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100_000 })), (numbers) => {
      const seqs = openSeqSet();
      for (const seq of numbers) seqs.add(seq);
      expect(seqs.size).toBe(new Set(numbers).size);
    }),
  );
});
