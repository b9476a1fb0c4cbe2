import { expect, test } from 'vitest';
import { ecashName, hasEcash } from './money-databases.ts';

test('ECASH-01 an account may have ecash if its log was ever opened, or if the browser cannot tell', async () => {
  const ann = 'a'.repeat(64);
  const listing = (account: string) => ({
    databases: async () => [{ name: ecashName(account).database, version: 2 }],
  });
  expect(await hasEcash(listing(ann), ann)).toBe(true);
  expect(await hasEcash(listing('b'.repeat(64)), ann)).toBe(false);
  expect(await hasEcash({}, ann)).toBe(true);
  expect(await hasEcash({ databases: () => Promise.reject(new Error('not told')) }, ann)).toBe(
    true,
  );
  // without a database there is no ecash
  expect(await hasEcash(undefined, ann)).toBe(false);
});
