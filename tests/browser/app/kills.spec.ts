import { browser } from '../../../scripts/browser.ts';
import { moneyWrongs } from '../../kills/money-balances.ts';
import { moneyKillRounds } from '../../kills/money-rounds.ts';
import { killRounds } from '../../kills/writing-rounds.ts';
import { wrongs } from '../../kills/writing-results.ts';
import { expect, LONG, test } from '../support/test.ts';

test('INV-NO-LOSS PUBLISH-04 E-48 a killed browser loses and doubles no note or like', {
  tag: LONG,
}, async () => {
  const tally = await killRounds({ rounds: 3, seed: 'old', browser: await browser() });
  expect(wrongs(tally)).toEqual([]);
  expect(tally.kills.liking).toBe(1);
  expect(tally.published).toBeGreaterThan(0);
});

test('E-39 E-42 E-48 INV-PAY kills of browser or service never lose or double a sat', {
  tag: LONG,
}, async () => {
  test.setTimeout(600_000);
  const tally = await moneyKillRounds({ rounds: 5, seed: 'a3', browser: await browser() });
  expect(tally.wrong).toEqual([]);
  // each kind of event occurred
  expect(Object.values({ ...tally.kills, ...tally.victims })).not.toContain(0);
  const { ledger, client } = tally;
  if (!ledger || !client) throw new Error('nothing was counted');
  expect(client.held + client.given + client.byEcash + client.lockFees).toBe(50_000);
  // planted: an extra sat, a double payment and unsigned ecash are detected
  expect(
    moneyWrongs(ledger, ledger, client, { ...tally.nutzaps, doubled: 1 }, tally.pressed).join(),
  ).toContain('proofs are in two nutzaps');
  const began = {
    ...ledger,
    wallet: ledger.wallet + client.byWallet,
    paid: ledger.paid - client.walletPayments,
    owed: ledger.owed + client.byEcash + client.lockFees,
  };
  expect(moneyWrongs(began, ledger, client, tally.nutzaps, tally.pressed)).toEqual([]);
  for (const wrong of [
    { byWallet: client.byWallet + 1 },
    { walletPayments: client.walletPayments + 1 },
    { held: client.held + 1 },
    { byEcash: -1 },
    { asNutzaps: client.asNutzaps + 1 },
  ])
    expect(
      moneyWrongs(began, ledger, { ...client, ...wrong }, tally.nutzaps, tally.pressed).length,
    ).toBeGreaterThan(0);
  expect(
    moneyWrongs(
      began,
      { ...ledger, sum: 1_000, mint: ledger.mint + 1 },
      client,
      tally.nutzaps,
      tally.pressed,
    ),
  ).toHaveLength(2);
});
