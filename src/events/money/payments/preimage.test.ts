import { expect, test } from 'vitest';
import { isPreimage, preimageStandIn, provenHash } from './preimage.ts';

// 32 bytes of 0, and their SHA-256
const PREIMAGE = '0'.repeat(64);
const HASH = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';

test('TRUST-05 the stand-in of a preimage proves its own hash only, and only after it was made', () => {
  expect([isPreimage(PREIMAGE, HASH), provenHash(PREIMAGE)]).toEqual([true, HASH]);
  const made = `x${HASH.slice(1)}`;
  expect(isPreimage(made, HASH)).toBe(false);
  expect(preimageStandIn(HASH)).toBe(made);
  expect([isPreimage(made, HASH), isPreimage(made, 'f'.repeat(64))]).toEqual([true, false]);
  // neither the hash nor a text of no hash proves anything
  expect([isPreimage(HASH, HASH), isPreimage(preimageStandIn('short'), 'short')]).toEqual([
    false,
    false,
  ]);
});
