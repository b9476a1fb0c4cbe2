// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { drawnHook } from '../../../../tests/support/views/drawn-hook.tsx';
import { ecashIssued, fakeEcashWallet } from '../../../../tests/support/money/fake-ecash-wallet.ts';
import { CONNECTION, moneyDisk, moneyPorts } from '../../../../tests/support/money/money-world.ts';
import { fetchViews, renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { pressed } from '../../../events/nostr/ours.ts';
import { useFundingPayer, usePayerName, usePayers } from './use-payers.ts';
import { usePaymentIntents } from './use-payments.ts';

const REAL = 'https://mint.example';
const PLAY = `${location.origin}/mint`;
const closes: Array<() => void> = [];
beforeAll(() => fetchViews('/help'));
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

async function opened<T>(
  hasEcash: boolean,
  look: () => T,
  kept: Parameters<typeof moneyDisk>[0] = { connections: [] },
) {
  const disk = moneyDisk(kept);
  const { ecash } = fakeEcashWallet([...ecashIssued(REAL, 64, 0), ...ecashIssued(PLAY, 128, 1)]);
  const page = await renderedAccount('/help', {
    machines: { money: moneyPorts(disk, { hasEcash }).logic, ecash },
  });
  closes.push(page.close);
  const seeing = drawnHook(page.app, look);
  const send = (intent: object) =>
    page.app.getSnapshot().children.account?.send({ type: 'account.intent', intent } as never);
  await page.settle(() => send({ type: 'money.open' }));
  for (let turn = 0; turn < 3; turn++) await page.settle(() => undefined);
  return { page, disk, seeing };
}

test('ZAP-02 a payer that is chosen for one payment does not become the default, until the user says so', async () => {
  const { page, disk, seeing } = await opened(true, () => ({
    one: usePayers(false),
    other: usePayers(false),
  }));
  expect(seeing().one.choice.onKeep).toBeUndefined();
  await page.settle(() => seeing().one.choice.onChoose(`ecash ${REAL}`));
  expect([seeing().one.by, seeing().other.payer, disk.wallets.kept.active]).toEqual([
    { by: 'ecash', mint: REAL },
    { by: 'shown' },
    undefined,
  ]);
  await page.settle(() => seeing().one.choice.onKeep?.());
  expect([seeing().one.choice.onKeep, seeing().other.payer, disk.wallets.kept.active]).toEqual([
    undefined,
    { by: 'ecash', mint: REAL },
    { by: 'ecash', mint: REAL },
  ]);
});

test('ZAP-02 ECASH-01 ecash of a mint pays up to its balance; made the default, it pays without a prompt', async () => {
  const { page, disk, seeing } = await opened(true, () => ({
    real: usePayers(false),
    play: usePayers(true),
    pay: usePaymentIntents().pay,
    name: usePayerName(),
  }));
  const most = ({ choice }: ReturnType<typeof usePayers>) =>
    choice.options.map(({ id, sats, most: limit }) => [id, sats, limit]);
  expect(most(seeing().real)).toEqual([
    [`ecash ${PLAY}`, 128, 0],
    [`ecash ${REAL}`, 64, 64],
    ['shown', undefined, undefined],
  ]);
  expect(most(seeing().play).slice(0, 2)).toEqual([
    [`ecash ${PLAY}`, 128, 128],
    [`ecash ${REAL}`, 64, 0],
  ]);
  // Ecash that was not chosen to pay is not spent without a prompt.
  expect(seeing().real.choice.chosen).toBe('shown');
  await page.settle(() => seeing().real.choice.onChoose(`ecash ${REAL}`));
  await page.settle(() => seeing().real.choice.onKeep?.());
  expect([seeing().real.choice.chosen, seeing().real.isPlay, disk.wallets.kept.active]).toEqual([
    `ecash ${REAL}`,
    false,
    { by: 'ecash', mint: REAL },
  ]);
  expect(seeing().name({ by: 'ecash', mint: REAL })).toBe('Ecash of mint.example');
  await page.settle(
    () =>
      void seeing().pay(
        pressed({ type: 'address', address: 'ann@pay.example', amountMsats: 21_000, message: '' }),
      ),
  );
  await page.settle(() => undefined);
  expect(disk.entries.find(({ type }) => type === 'paying')).toMatchObject({
    payer: { by: 'ecash', mint: REAL },
  });
  const jobs = [...(page.features().ecash?.getSnapshot().context.purse.jobs.values() ?? [])];
  expect(
    jobs
      .filter(({ want }) => want.type === 'melt')
      .map(({ want }) => [want.mint, 'amount' in want && want.amount]),
  ).toEqual([[REAL, 21]]);
});

test('ECASH-01 without ecash on this device its code is not loaded, and no ecash is offered', async () => {
  const { page, seeing } = await opened(false, () => usePayers(false));
  expect(page.features().ecash).toBeUndefined();
  expect(seeing().choice.options.map(({ id }) => id)).toEqual(['shown']);
});

test('ECASH-01 ecash is bought with a wallet even if ecash is the payer; without one, the invoice is shown', async () => {
  const active = { by: 'ecash', mint: REAL } as const;
  const none = await opened(
    true,
    () => ({ by: useFundingPayer(), active: usePayers(false).payer }),
    { connections: [], active },
  );
  expect(none.seeing()).toEqual({ by: undefined, active });
  const one = await opened(
    true,
    () => ({ by: useFundingPayer(), active: usePayers(false).payer }),
    { active },
  );
  expect(one.seeing()).toEqual({ by: { by: 'wallet', wallet: CONNECTION.id }, active });
});
