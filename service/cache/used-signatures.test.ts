import { expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import { openUsedSignatures } from './used-signatures.ts';
import { isLong } from '../../tests/support/runs.ts';

test('ACCOUNT-18 a signature is accepted once, until it is too old for any request', () => {
  let now = 100;
  const spent = openUsedSignatures(() => seconds(now));
  expect([spent.spend('a', seconds(110)), spent.spend('a', seconds(110))]).toEqual([true, false]);
  expect(spent.spend('b', seconds(120))).toBe(true);
  now = 109;
  expect([spent.spend('a', seconds(110)), spent.spend('b', seconds(120))]).toEqual([false, false]);
  now = 110;
  expect([spent.spend('b', seconds(120)), spent.spend('a', seconds(130))]).toEqual([false, true]);
});

test.runIf(isLong)(
  'E-27 at most 100,000 signatures are remembered, the oldest are dropped first',
  () => {
    const spent = openUsedSignatures(() => seconds(0));
    for (let n = 0; n < 100_000; n++) expect(spent.spend(`${n}`, seconds(9))).toBe(true);
    expect(spent.spend('new', seconds(9))).toBe(true);
    expect([spent.spend('1', seconds(9)), spent.spend('0', seconds(9))]).toEqual([true, true]);
    expect(spent.spend('new', seconds(9))).toBe(false);
  },
);
