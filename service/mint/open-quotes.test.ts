import { expect, test } from 'vitest';
import { openMintWorld } from '../../tests/support/money/mint-world.ts';
import { seconds } from '../../src/events/core/time.ts';
import { openQuotes } from './open-quotes.ts';

const CROWDED = 'Too many quotes wait to be paid here: try again later';

test('ECASH-02 E-27 an address with many unpaid quotes blocks neither other addresses nor melting', async () => {
  let now = 1_760_000_000;
  const world = await openMintWorld({ now: () => seconds(now) });
  const { today } = world.mints;
  const open = (from: string, count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => today.askToMint(1, from)));
  const refused = (results: readonly PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === 'rejected').length;
  expect(refused(await open('stranger', 1_000))).toBe(900);
  await expect(today.askToMint(1, 'stranger')).rejects.toThrow(CROWDED);
  expect(refused(await open('ann', 3))).toBe(0);
  const invoices = await Promise.all(Array.from({ length: 101 }, () => world.invoice(5)));
  for (const invoice of invoices.slice(0, 100)) await today.askToMelt(invoice, 'stranger');
  // The same quote again does not count twice.
  await today.askToMelt(invoices[100] ?? '', 'ann');
  await expect(today.askToMelt(invoices[100] ?? '', 'stranger')).rejects.toThrow(CROWDED);
  now += 3_601;
  expect(refused(await open('stranger', 101))).toBe(1);
  await world.end();
});

test('settled and expired quotes no longer count, for any number of addresses', () => {
  let now = 0;
  const quotes = openQuotes(2, () => seconds(now));
  const open = (id: string, until = 10) => quotes.open('here', id, seconds(until));
  expect([open('a'), open('b'), open('b'), open('c')]).toEqual([true, true, true, false]);
  quotes.settle('a');
  quotes.settle('a');
  expect([open('c'), open('d')]).toEqual([true, false]);
  now = 10;
  expect([open('d', 20), open('e', 20), open('f', 20)]).toEqual([true, true, false]);
  for (let n = 0; n < 100_001; n++) quotes.open(`${n}`, `of ${n}`, seconds(20));
  // The oldest no longer count, so that memory stays bounded.
  expect(open('f', 20)).toBe(true);
});
