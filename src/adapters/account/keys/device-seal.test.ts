import { expect, test } from 'vitest';
import { fakeSeal, sealKeys } from '../../../../tests/support/account/test-keys.ts';
import { isOfSecret } from './device-seal.ts';

const ME = 'a'.repeat(64);

test('ACCOUNT-22 E-36 texts that an earlier version sealed with a key of its own open, too', async () => {
  const [here, there] = [sealKeys(), sealKeys()];
  const bytes = new TextEncoder().encode('a key');
  const both = fakeSeal({ ...here.box, readShared: there.box.read });
  const sealed = [await both.seal(bytes, ME), await fakeSeal(there.box).seal(bytes, ME)];
  expect(await Promise.all(sealed.map(async (one) => both.open(one, ME)))).toEqual([bytes, bytes]);
  there.kept.clear();
  expect(await Promise.all(sealed.map(async (one) => both.open(one, ME)))).toEqual([
    bytes,
    undefined,
  ]);
});

test('ACCOUNT-22 only keys of secrets without a PIN are stored where earlier versions look', () => {
  expect([`seal ${ME}`, `seal pin ${ME}`, `seal messages ${ME}`, 'seal'].map(isOfSecret)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
