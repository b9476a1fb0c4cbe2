import { afterAll, beforeAll, expect, test } from 'vitest';
import { booksOf, openMintWorld } from '../../tests/support/money/mint-world.ts';
import { openOwnEcash } from './own-ecash.ts';

const ROOT = '5'.repeat(64);
let world: Awaited<ReturnType<typeof openMintWorld>>;

beforeAll(async () => {
  world = await openMintWorld();
});

afterAll(() => world.end());

test('ECASH-02 own ecash is issued once for a name, and the books balance', async () => {
  const own = openOwnEcash(world.store, world.money, ROOT);
  expect(own.sign('one', [4, 1])).toEqual(own.sign('one', [4, 1]));
  expect(own.sign('one', [4, 1])).not.toEqual(own.sign('two', [4, 1]));
  for (let n = 0; n < 2; n++) await own.issue('one', [4, 1]);
  const { issued, spent, ledger } = booksOf(world.store, 'mint');
  expect([issued, spent, ledger]).toEqual([5_000, 0, 5_000]);
});
