import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bothPermits,
  CIPHER_METHODS,
  deedsOf,
  type Deed,
  furtherPermits,
  isGuarded,
  isNamed,
  isNone,
  isPermitted,
  NO_PERMITS,
  type Permits,
  readAsked,
  readPermits,
  withNamed,
  withPermit,
} from './permits.ts';

const kind = fc.integer({ min: 0, max: 65_535 });
const permits: fc.Arbitrary<Permits> = fc.record({
  everyday: fc.boolean(),
  kinds: fc.uniqueArray(kind, { maxLength: 10 }),
  ciphers: fc.subarray([...CIPHER_METHODS]),
});
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.oneof(kind, fc.constantFrom(0, 3, 5, 62, 10_000, 10_002, 10_050, 22_242, 24_133, 27_235)) }),
  fc.record({ cipher: fc.constantFrom(...CIPHER_METHODS) }),
);

test('BEYOND-12 everyday kinds never include what replaces, deletes or signs in; those need an allowance of their own', () => {
  const everyday: Permits = { ...NO_PERMITS, everyday: true };
  for (const guarded of [0, 3, 5, 62, 10_000, 10_002, 10_050, 22_242, 23_194, 24_133, 24_242, 27_235]) {
    expect([guarded, isPermitted(everyday, { kind: guarded })]).toEqual([guarded, false]);
    expect(isPermitted({ ...NO_PERMITS, kinds: [guarded] }, { kind: guarded })).toBe(true);
  }
  for (const plain of [1, 6, 7, 1111, 30_023]) expect(isPermitted(everyday, { kind: plain })).toBe(true);
  expect(isPermitted(everyday, { cipher: 'nip44_decrypt' })).toBe(false);
});

test('BEYOND-12 to permit one deed permits that deed, and no other that was not permitted', () => {
  fc.assert(
    fc.property(permits, deed, deed, (before, allowed, other) => {
      const after = withPermit(before, allowed);
      expect(isPermitted(after, allowed)).toBe(true);
      const isSame = JSON.stringify(allowed) === JSON.stringify(other);
      if (!isSame) expect(isPermitted(after, other)).toBe(isPermitted(before, other));
    }),
  );
});

test('what either permits, both permit together, and nothing else', () => {
  fc.assert(
    fc.property(permits, permits, deed, (one, other, wanted) => {
      expect(isPermitted(bothPermits(one, other), wanted)).toBe(isPermitted(one, wanted) || isPermitted(other, wanted));
    }),
  );
});

test('what is asked for beyond what is permitted is all of it that is not done already, and what may be said of it by name', () => {
  fc.assert(
    fc.property(permits, permits, deed, (asked, before, wanted) => {
      const further = furtherPermits(asked, before);
      expect(isPermitted(bothPermits(before, further), wanted)).toBe(isPermitted(bothPermits(before, asked), wanted));
      expect(deedsOf(further).filter((one) => isPermitted(before, one))).toEqual([]);
      expect(isNone(furtherPermits(asked, bothPermits(before, asked)))).toBe(true);
      for (const on of [true, false]) expect(isNamed(withNamed(before, wanted, on), wanted)).toBe(on);
    }),
  );
});

test('what is kept is read as it was; anything else permits nothing', () => {
  fc.assert(
    fc.property(permits, (one) => {
      expect(readPermits(JSON.parse(JSON.stringify(one)))).toEqual(one);
    }),
  );
  for (const junk of [undefined, null, 'all', [], { everyday: 'yes', kinds: ['1', -1, 1.5, 70_000], ciphers: ['all'] }])
    expect(isNone(readPermits(junk))).toBe(true);
});

test('what a client asks for is read by its words; whoever names no kind asks for no guarded one', () => {
  expect(readAsked('nip44_encrypt, sign_event:4,sign_event:0,sign_event:0,describe,sign_event:x')).toEqual({
    everyday: false,
    kinds: [4, 0],
    ciphers: ['nip44_encrypt'],
  });
  expect(isPermitted(readAsked('sign_event'), { kind: 3 })).toBe(false);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { kinds } = readAsked(text);
      expect(kinds.every((one) => one >= 0 && one <= 65_535)).toBe(true);
      expect(kinds.filter(isGuarded).every((one) => text.includes(String(one)))).toBe(true);
    }),
  );
});
