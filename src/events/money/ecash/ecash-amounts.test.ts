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

const proofsOf = (...amounts: readonly number[]): readonly Proof[] =>
  amounts.map((amount, at) => ({ id: 'a', amount, secret: secretOf(`${at}`), C: `${at}` }));
const amountsOf = (proofs: readonly Proof[] | undefined) =>
  proofs?.map(({ amount }) => amount).toSorted((a, b) => a - b);

test('NUT-08 the number of blank outputs is the number of binary digits of the sum', () => {
  expect([-1, 0, 1, 2, 3, 4, 7, 8, 1_000].map(blanksFor)).toEqual([0, 0, 1, 2, 2, 3, 3, 4, 10]);
});

test('NUT-02 the fee for inputs is in thousandths, rounded up once; other keysets cost nothing', () => {
  const inputs = proofsOf(1, 1, 1);
  const fees = [0, 1, 333, 334, 1_000].map((ppk) => inputFee(inputs, new Map([['a', ppk]])));
  expect(fees).toEqual([0, 1, 1, 2, 3]);
  expect(inputFee(inputs, new Map([['b', 1_000]]))).toBe(0);
});

test('ECASH-03 an exact sum is preferred, and otherwise the smallest sufficient excess', () => {
  const chosen = (amounts: readonly number[], sum: number, ppk = 0) =>
    amountsOf(selectProofs(proofsOf(...amounts), sum, new Map([['a', ppk]])));
  expect(chosen([4, 8, 4], 8)).toEqual([8]);
  expect(chosen([8, 1, 4], 5)).toEqual([1, 4]);
  expect(chosen([8, 2, 4], 3)).toEqual([4]);
  expect(chosen([4, 1, 4], 5)).toEqual([1, 4]);
  expect(chosen([2, 4, 1], 7)).toEqual([1, 2, 4]);
  expect(chosen([8, 2, 4], 15)).toBeUndefined();
  expect([chosen([8, 1, 4], 11, 500), chosen([8, 1, 4], 12, 500)]).toEqual([[4, 8], undefined]);
  expect(selectProofs(proofsOf(8), 8)).toHaveLength(1);
  expect(chosen([], 0)).toEqual([]);
});

test('ECASH-01 proofs for an exact amount are found among larger and smaller ones', () => {
  const exact = (amounts: readonly number[], sum: number) =>
    amountsOf(exactProofs(proofsOf(...amounts), sum));
  expect(exact([1, 16, 4, 2], 7)).toEqual([1, 2, 4]);
  expect(exact([4, 16, 4], 8)).toEqual([4, 4]);
  expect(exact([16, 4], 6)).toBeUndefined();
  expect(exact([1, 1, 4, 2], 4)).toEqual([4]);
});

test('ECASH-03 the smallest superfluous proofs are left out first', () => {
  const selected = selectProofs(proofsOf(8, 8, 4, 2, 1), 15, new Map([['a', 600]]));
  expect(amountsOf(selected)).toEqual([4, 8, 8]);
});
