// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { drawnHook } from '../../../../tests/support/views/drawn-hook.tsx';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import {
  ANN,
  CONNECTION,
  moneyDisk,
  moneyPorts,
  paidReply,
} from '../../../../tests/support/money/money-world.ts';
import { renderedAccount } from '../../../../tests/support/views/rendered-account.tsx';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { RESULT } from '../../../events/nostr/kinds.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { DEFAULT_ZAPS } from '../../../events/settings/zap-settings.ts';
import { seconds } from '../../../events/core/time.ts';
import {
  useAskedPayments,
  useLimits,
  useMoney,
  useMoneyState,
  usePaymentIntents,
  usePaymentOfInvoice,
  usePayments,
} from './use-payments.ts';
import { useActivePayer, useWallet, useWalletIntents, useWallets } from '../wallets/use-wallets.ts';
import { useZapPayments, useZapSettings } from '../zaps/use-zap.ts';
import { useInMoney } from './use-rate.ts';
import { useZapCount, useZapping } from '../zaps/use-zapping.ts';

const [ME, BEN] = ['a'.repeat(64), 'b'.repeat(64)];

const closes: Array<() => void> = [];
afterEach(() => {
  cleanup();
  for (const close of closes.splice(0)) close();
});

/** Return the results of all hooks, in an app with a signed-in account and fake wallets. */
async function opened<T>(
  look: () => T,
  kept: Parameters<typeof moneyDisk>[0] = {},
  household: Parameters<typeof renderedAccount>[1] = {},
) {
  const disk = moneyDisk(kept);
  const { logic, calls } = moneyPorts(disk);
  const page = await renderedAccount('/help', { ...household, machines: { money: logic } });
  closes.push(page.close);
  const profiles = [ANN, BEN].map((pubkey) =>
    trusted({
      kind: 0,
      pubkey,
      content: JSON.stringify({ name: 'Ann', lud16: 'ann@pay.example' }),
    }),
  );
  page.app.send({
    type: 'facts.received',
    events: profiles,
    claims: [],
    now: seconds(1_700_000_000),
  });
  const seeing = drawnHook(page.app, look);
  const settle = () => act(() => page.settle(() => undefined));
  await settle();
  return { page, calls, disk, settle, seeing };
}

test('ZAP-01 ZAP-03 the zap hook pays the default on a press, and counts it at once as pending', async () => {
  const zapped = { pubkey: BEN };
  const { calls, settle, seeing, page } = await opened(() => ({
    zapping: useZapping(zapped),
    count: useZapCount(zapped),
    payments: useZapPayments('none'),
    settings: useZapSettings(),
  }));
  expect([seeing().settings.settings, seeing().payments, seeing().count]).toEqual([
    DEFAULT_ZAPS,
    [],
    { count: 0, isOwn: false, isPending: false, mayArrive: false },
  ]);
  let intent: string | undefined;
  await act(async () => {
    const { zap, start } = seeing().zapping;
    intent = zap(start);
  });
  // The signer of this account prompts the user.
  await settle();
  expect(seeing().count).toEqual({ count: 42, isOwn: true, isPending: true, mayArrive: false });
  const records = page.features().money?.getSnapshot().context.records;
  expect(records?.get(intent ?? '')?.want).toMatchObject({
    message: 'Onward',
    amountMsats: 42_000,
  });
  await act(async () =>
    page.features().money?.send({ type: 'money.decline', intent: intent ?? '' }),
  );
  await settle();
  expect([seeing().count.count, calls.filter(({ call }) => call.method === 'pay_invoice')]).toEqual(
    [0, []],
  );
});

test('BEYOND-06 the payment hooks return payments, states, questions and the spent part of a budget', async () => {
  const { hash } = secretPair(1);
  const invoice = invoiceOf(hash, { amountMsats: 5_000 });
  const { calls, settle, seeing } = await opened(
    () => ({
      money: useMoney(),
      state: useMoneyState(useMoney()),
      payments: usePayments(),
      asked: useAskedPayments(),
      of: usePaymentOfInvoice(hash),
      limits: useLimits(),
      intents: usePaymentIntents(),
    }),
    { limits: { askAbove: 1_000 } },
  );
  expect(seeing().state).toEqual({ isOpening: false, isBroken: false, isKept: true });
  let intent = '';
  await act(async () => {
    intent = seeing().intents.pay(pressed({ type: 'invoice', invoice, amountMsats: 5_000 }));
  });
  await settle();
  expect([
    seeing().asked.map((one) => one.intent),
    seeing().of?.intent,
    calls.some(({ call }) => call.method === 'pay_invoice'),
  ]).toEqual([[intent], intent, false]);
  await act(async () => seeing().intents.confirm(intent));
  await settle();
  await act(async () =>
    calls.find(({ call }) => call.method === 'pay_invoice')?.answer(paidReply(1)),
  );
  await settle();
  expect([seeing().asked, seeing().payments.map(paymentStateOf)]).toEqual([[], ['paid']]);
  expect(seeing().limits.limits).toEqual({ askAbove: 1_000 });
});

test('SETTINGS-10 the wallet hooks connect by string or report its fault, choose the payer, and remove', async () => {
  const { calls, settle, seeing, disk } = await opened(() => ({
    money: useMoney(),
    wallets: useWallets(),
    active: useActivePayer(),
    wallet: useWallet(CONNECTION.id),
    intents: useWalletIntents(),
  }));
  await act(async () =>
    calls
      .find(({ call }) => call.method === 'get_balance')
      ?.answer({ method: 'get_balance', balanceMsats: 7_000 }),
  );
  expect(seeing().wallets.map(({ id }) => id)).toEqual(['w1']);
  expect(seeing().wallet).toMatchObject({
    balanceMsats: 7_000,
    isConnecting: false,
    isSilent: false,
    isPlay: false,
  });
  expect(seeing().active.payer).toEqual({ by: 'wallet', wallet: 'w1' });
  const text = `nostr+walletconnect://${'9'.repeat(64)}?relay=wss://r.example&secret=${'8'.repeat(64)}`;
  expect(seeing().intents.connect(text.replace('relay', 'x'))).toEqual({ code: 'wallet.noRelay' });
  await act(async () => expect(seeing().intents.connect(text)).toBeUndefined());
  await settle();
  expect(seeing().wallets).toHaveLength(2);
  expect(seeing().intents.connect(text)).toEqual({ code: 'wallet.known' });
  await act(async () => seeing().intents.activate({ by: 'shown' }));
  expect(disk.wallets.kept.active).toEqual({ by: 'shown' });
  await act(async () => seeing().intents.disconnect('w1'));
  await settle();
  expect(seeing().wallets.map(({ wallet }) => wallet[0])).toEqual(['9']);
});

test('WALLET-02 sats are converted once the service sends the rate, and play sats never', async () => {
  const KEY = { pubkey: ME, method: 'key', lock: 'device' } as const;
  const { page, settle, seeing } = await opened(
    () => {
      const [inMoney, inPlay] = [useInMoney(), useInMoney(true)];
      return [inMoney(1_000), inPlay(1_000)];
    },
    {},
    { accounts: [KEY] },
  );
  expect(seeing()).toEqual([undefined, undefined]);
  page.session().send({ type: 'session.unlock' });
  await act(async () => page.keys.promises.answer('right'));
  // An unsigned request is retried a minute later, while the hook is mounted.
  await page.settle(() => elapse(page.clock, 61_000, 1_000));
  page.app.getSnapshot().children.account?.send({
    type: 'account.intent',
    intent: { type: 'money.rate', currency: 'USD' },
  });
  await settle();
  const answer = {
    events: [],
    referenced: [],
    claims: [{ claim: 'other', kind: RESULT.ExchangeRate, content: { rate: '97000' } }],
  } as const;
  const told = {
    type: 'xstate.done.actor.ask',
    actorId: 'ask',
    output: { ok: true, answer },
  } as const;
  await page.settle(() => page.features().money?.getSnapshot().children.rate?.send(told));
  expect(seeing()).toEqual(['$0.97', undefined]);
});
