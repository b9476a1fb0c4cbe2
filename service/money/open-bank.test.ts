import { expect, test } from 'vitest';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { openPlayBank, ORIGIN } from '../../tests/support/money/play-bank.ts';
import { int } from '../store/engine/row.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { SQLITE } from '../errors.ts';
import { openBank, START_MSATS } from './open-bank.ts';

test('E-47 a full disk prevents no start, and missing data is created once there is room', async () => {
  const { gate, ann, bank, store: other } = await openPlayBank();
  bank.close();
  await other.close();
  const store = openStore(':memory:', { verify: gate.verify });
  const owners = [{ name: 'ann', displayName: 'Ann', pubkey: ann }];
  const full = async () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: SQLITE.full }));
  const stuffed = { ...store, note: full, insert: full, keepPlayInvoice: full };
  const open = (at: Store = store) =>
    openBank({
      store: at,
      gate,
      origin: ORIGIN,
      relay: 'ws://127.0.0.1:4870/',
      provider: undefined,
      owners,
    });
  (await open(stuffed)).close();
  expect(await store.playBalance(ann)).toBe(0);
  const uris: unknown[] = [];
  for (let start = 0; start < 3; start++) {
    const opened = await open();
    uris.push(opened.connections(['plain'])[0]?.uri);
    opened.close();
  }
  expect([await store.playBalance(ann), new Set(uris).size]).toEqual([START_MSATS, 1]);
  expect(await store.count([{ kinds: [KIND.WalletInfo] }])).toBe(1);
  await store.close();
});

test('a second start creates no new event, key or sat', async () => {
  const { store, bank, gate, ann, ben } = await openPlayBank();
  const state = async () => [
    bank.connections(['plain', 'twice']),
    bank.money.provider,
    await store.playBalance(ann),
    await store.playBalance(ben),
    await store.count([{}]),
    store.database.one('select count(*) as n from play_invoices', [], (row) => int(row, 'n')),
  ];
  const before = await state();
  const owners = bank.connections(['plain']).map(({ owner }) => owner);
  const again = await openBank({
    store,
    gate,
    origin: ORIGIN,
    relay: 'ws://127.0.0.1:4870/',
    provider: undefined,
    owners,
  });
  expect(again.connections(['plain', 'twice'])).toEqual(before[0]);
  expect([again.money.provider, again.connections(['plain'], 'nobody')]).toEqual([before[1], []]);
  expect(await state()).toEqual(before);
  again.close();
  bank.close();
  await store.close();
});
