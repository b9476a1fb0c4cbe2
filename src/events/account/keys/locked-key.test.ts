import { expect, test } from 'vitest';
import { encodeBech32 } from '../../nostr/bech32.ts';
import { readLockedKey } from './locked-key.ts';

const SIZE = 91;

/** An ncryptsec of version 2 with some of its bytes changed. */
function locked(changes: Readonly<Record<number, number>>, size = SIZE, prefix = 'ncryptsec') {
  const bytes = new Uint8Array(size);
  bytes[0] = 2;
  bytes[1] = 16;
  for (const [at, value] of Object.entries(changes)) bytes[Number(at)] = value;
  return readLockedKey(encodeBech32(prefix, bytes));
}

test('E-30 the header of a locked key tells its cost and how the key was handled', () => {
  for (const logN of [1, 16, 20]) expect(locked({ 1: logN })).toEqual({ logN, security: 0 });
  for (const security of [0, 1, 2]) expect(locked({ 42: security })?.security).toBe(security);
});

test('E-30 a header of another size, version, cost or handling is no locked key', () => {
  expect(locked({}, SIZE - 1)).toBeUndefined();
  expect(locked({}, SIZE + 1)).toBeUndefined();
  expect(locked({}, SIZE, 'nsec')).toBeUndefined();
  expect(locked({ 0: 1 })).toBeUndefined();
  for (const logN of [0, 21, 255]) expect(locked({ 1: logN })).toBeUndefined();
  expect(locked({ 42: 3 })).toBeUndefined();
  expect(readLockedKey('ncryptsec1')).toBeUndefined();
});
