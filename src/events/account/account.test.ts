import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Account, readAccount, readAccounts, withAccount } from './account.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const key: Account = { pubkey: A, method: 'key', lock: 'pin' };
const remote: Account = { pubkey: B, method: 'remote' };

test('ACCOUNT-15 stored accounts read back; corrupt entries are skipped', () => {
  const fresh: Account = { ...key, unsaved: true };
  expect(
    readAccounts(
      JSON.parse(JSON.stringify({ accounts: [fresh, remote], current: B, autoLock: 5 })),
    ),
  ).toEqual({
    accounts: [fresh, remote],
    current: B,
    autoLock: 5,
  });
  expect(
    readAccounts({
      accounts: [key, { ...key, method: 'remote' }, null, 7, { pubkey: 'x' }],
      current: 'x',
    }),
  ).toEqual({
    accounts: [key],
    current: undefined,
    autoLock: 'close',
  });
  for (const junk of [undefined, null, 1, 'x', [], {}, { accounts: {} }])
    expect(readAccounts(junk)).toEqual({ accounts: [], current: undefined, autoLock: 'close' });
  expect(readAccount({ pubkey: A, method: 'key', lock: 'none' })).toBeUndefined();
  expect(readAccount({ pubkey: A.toUpperCase(), method: 'remote' })).toBeUndefined();
});

test('ACCOUNT-15 storage returns the fields of an account only, for any stored value', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.constantFrom('key', 'extension', 'remote', 'readonly'),
      (more, method) => {
        expect(
          readAccount({ pubkey: A, method, lock: 'pin', secret: more, nsec: 'nsec1' }),
        ).toEqual(method === 'key' ? key : { pubkey: A, method });
        expect(readAccounts(more).accounts).toEqual([]);
      },
    ),
  );
});

test('E-13 inherited fields are ignored', () => {
  expect(readAccount(Object.create(key))).toBeUndefined();
});

test('an account replaces an earlier one with the same key', () => {
  expect(withAccount([key, remote], { pubkey: A, method: 'readonly' })).toEqual([
    { pubkey: A, method: 'readonly' },
    remote,
  ]);
  expect(withAccount([key], remote)).toEqual([key, remote]);
});
