import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { isPower, type Proof, worthOf } from './cashu.ts';
import { blanksFor, exactProofs, inputFee, powersOf, selectProofs } from './ecash-amounts.ts';

const held = fc.array(fc.nat(12), { maxLength: 20 }).map((powers) =>
  powers.map(
    (power, at): Proof => ({
      id: 'a',
      amount: 2 ** power,
      secret: secretOf(`${at}`),
      C: `${at}`,
    }),
  ),
);

test('ECASH-02 any sum is split into distinct powers of two, the smallest first', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), (sum) => {
      const powers = powersOf(sum);
      expect(worthOf(powers.map((amount) => ({ amount })))).toBe(sum);
      expect(powers.every(isPower)).toBe(true);
      expect(powers.toSorted((a, b) => a - b)).toEqual(powers);
      expect(new Set(powers).size).toBe(powers.length);
      // as many blank outputs as any smaller sum needs
      expect(blanksFor(sum)).toBeGreaterThanOrEqual(powers.length);
    }),
  );
});

test('ECASH-03 selected proofs cover sum and fee without a superfluous proof, or none are selected', () => {
  fc.assert(
    fc.property(
      held,
      fc.integer({ min: 1, max: 9_000 }),
      fc.constantFrom(0, 100, 2_000),
      (proofs, sum, each) => {
        const ppk = new Map([['a', each]]);
        const chosen = selectProofs(proofs, sum, ppk);
        const most = proofs.filter(({ amount }) => amount * 1_000 > each);
        if (!chosen) expect(worthOf(most) - inputFee(most, ppk)).toBeLessThan(sum + most.length);
        else {
          expect(worthOf(chosen)).toBeGreaterThanOrEqual(sum + inputFee(chosen, ppk));
          expect(new Set(chosen).size).toBe(chosen.length);
          for (const one of chosen) {
            const rest = chosen.filter((other) => other !== one);
            expect(rest.length > 0 && worthOf(rest) >= sum + inputFee(rest, ppk)).toBe(false);
          }
        }
      },
    ),
  );
});

test('ECASH-01 a token without its mint needs proofs that add up to the exact amount', () => {
  fc.assert(
    fc.property(held, fc.integer({ min: 1, max: 9_000 }), (proofs, sum) => {
      const exact = exactProofs(proofs, sum);
      if (exact) expect(worthOf(exact)).toBe(sum);
    }),
  );
});
