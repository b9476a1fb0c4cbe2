import { type AnyActorRef, type AnyEventObject, createActor, fromCallback, setup } from 'xstate';
import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import {
  ANN,
  CONNECTION,
  HOME,
  honestInvoice,
  ME,
  type MoneyAnswers,
  moneyDisk,
  moneyPorts,
  moneyTab,
  paidReply,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';
import { paymentStateOf } from '../../../events/money/payments/payment.ts';
import { groupIn } from '../../../events/money/payments/payment-fold.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import { seconds } from '../../../events/core/time.ts';
import type { WalletStoreCommand, ZapRecipient } from './money-protocol.ts';

const [BEN, CAT] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
const recipient = (pubkey: string, weight: number, isKnown = true): ZapRecipient => ({
  pubkey,
  weight,
  address: isKnown ? 'x@pay.example' : undefined,
});
const refusal = {
  method: 'error',
  code: 'QUOTA_EXCEEDED',
  isDefinite: true,
  words: { code: 'said', params: { text: 'no' } },
} as const;

function listener(heard: unknown[]): AnyActorRef {
  return createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    }),
  ).start();
}

async function started(kept: Parameters<typeof moneyDisk>[0] = {}, answers: MoneyAnswers = {}) {
  const disk = moneyDisk(kept);
  const tab = moneyTab(disk, answers);
  await tab.settle();
  const zap = (
    recipients: readonly ZapRecipient[],
    amountMsats = 42_000,
    intent = 'z',
    id = 'b'.repeat(64),
  ) =>
    tab.send({
      type: 'money.zap',
      intent,
      now: seconds(1_700_000_000),
      zap: pressed({
        target: { pubkey: ANN, id, kind: 1 },
        recipients,
        relays: [pressed('wss://own.example')],
        amountMsats,
        message: 'Onward',
        name: 'Ann',
      }),
    });
  const said = () => tab.told.filter(({ type }) => type.startsWith('account.'));
  return { disk, tab, zap, said };
}

test('ZAP-01 a zap is one payment, done once its preimage is known, and the same click is the same zap', async () => {
  const { tab, zap, said } = await started();
  zap([recipient(ANN, 1)]);
  zap([recipient(ANN, 1)]);
  await tab.settle(30);
  expect(tab.payCalls()).toHaveLength(1);
  expect(said()).toEqual([]);
  tab.payCalls()[0]?.answer(paidReply(1));
  await tab.settle();
  expect(said()).toEqual([
    { type: 'account.done', message: { code: 'zap.done', params: { name: 'Ann' } } },
  ]);
  zap([recipient(ANN, 1)]);
  await tab.settle(30);
  expect(tab.payCalls()).toHaveLength(1);
});

test('ZAP-01 each recipient of a split gets their exact share by a separate payment', async () => {
  const { tab, zap, said } = await started();
  zap([recipient(ANN, 2), recipient(BEN, 1)], 100_000);
  await tab.settle(60);
  const records = groupIn(tab.actor.getSnapshot().context.records, 'z');
  expect(records.map(({ want }) => want.amountMsats)).toEqual([67_000, 33_000]);
  expect(records.map(({ want }) => want.type === 'zap' && want.to.id)).toEqual([
    'b'.repeat(64),
    'b'.repeat(64),
  ]);
  const calls = tab.payCalls();
  expect(calls).toHaveLength(2);
  const seedOf = (at: number) => {
    const { call } = calls[at] ?? {};
    const record = records.find(
      ({ checked }) => call?.method === 'pay_invoice' && checked?.invoice === call.invoice,
    );
    return [1, 2].find((seed) => secretPair(seed).hash === record?.checked?.hash) ?? 0;
  };
  calls[0]?.answer(paidReply(seedOf(0)));
  await tab.settle();
  expect(said()).toEqual([]);
  calls[1]?.answer(refusal);
  await tab.settle();
  expect(said()).toMatchObject([{ type: 'account.done', message: { code: 'zap.partly' } }]);
});

test('ZAP-01 BEYOND-06 a zap above the limit is confirmed first, also if an event splits it into shares', async () => {
  const { tab, zap } = await started({ limits: { askAbove: 60_000 } });
  zap([recipient(ANN, 1), recipient(BEN, 1)], 100_000);
  zap([recipient(ANN, 1), recipient(BEN, 1)], 60_000, 'small', 'c'.repeat(64));
  await tab.settle(60);
  expect([...tab.actor.getSnapshot().context.asking.keys()].toSorted()).toEqual(['z/0', 'z/1']);
  expect(tab.payCalls()).toHaveLength(2);
});

test.each(['money.confirm', 'money.decline'] as const)(
  'ZAP-01 BEYOND-06 a split zap is confirmed once: %s applies to all shares, including later ones',
  async (type) => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const honest = honestInvoice();
    let nth = 0;
    const slow = async (url: URL) => (nth++ === 0 ? honest(url) : held.then(() => honest(url)));
    const { tab, zap, said } = await started({ limits: { askAbove: 60_000 } }, { invoice: slow });
    zap([recipient(ANN, 1), recipient(BEN, 1), recipient(CAT, 1)], 99_000);
    await tab.settle(60);
    const { asking } = tab.actor.getSnapshot().context;
    expect(asking.size).toBe(1);
    tab.send({ type, intent: [...asking.keys()][0] ?? '' });
    release?.();
    await tab.settle(90);
    const { context } = tab.actor.getSnapshot();
    expect([context.asking.size, tab.payCalls().length]).toEqual([
      0,
      type === 'money.confirm' ? 3 : 0,
    ]);
    if (type === 'money.decline')
      expect([context.answered.size, groupIn(context.records, 'z').map(paymentStateOf)]).toEqual([
        0,
        Array(3).fill('failed'),
      ]);
    // the user closed it, so nothing is reported
    expect(said()).toEqual([]);
  },
);

test('ZAP-03 an unpaid zap has failed, and an unresolved one is reported as such and resolved later', async () => {
  const failed = await started();
  failed.zap([recipient(ANN, 1)]);
  await failed.tab.settle(30);
  failed.tab.payCalls()[0]?.answer(refusal);
  await failed.tab.settle();
  expect(failed.said()).toMatchObject([
    {
      type: 'account.failed',
      message: { code: 'zap.failed', params: { payment: expect.any(String) } },
    },
  ]);
  const watched = await started();
  watched.tab.send({ type: 'money.watch', intent: 'z', isOpen: true });
  watched.zap([recipient(ANN, 1)]);
  await watched.tab.settle(30);
  watched.tab.payCalls()[0]?.answer(refusal);
  await watched.tab.settle();
  expect(watched.said()).toEqual([]);
  const none = await started();
  none.zap([recipient(CAT, 1, false)]);
  await none.tab.settle();
  expect([none.said().length, none.tab.payCalls().length]).toEqual([1, 0]);
  const unclear = await started();
  unclear.zap([recipient(ANN, 1)]);
  await unclear.tab.wait(80_000);
  expect(unclear.said()).toMatchObject([
    { type: 'account.failed', message: { code: 'zap.unconfirmed' }, kind: 'info' },
    { type: 'account.failed', message: { code: 'zap.unclear' }, kind: 'warning' },
  ]);
  unclear.tab.payCalls()[0]?.answer(paidReply(1));
  await unclear.tab.settle();
  expect(unclear.said().at(-1)).toMatchObject({ message: { code: 'zap.done' } });
});

test('BEYOND-06 the caller of a payment receives its state under its own request id', async () => {
  const { tab } = await started();
  const heard: unknown[] = [];
  tab.pay('i', zapWant(), { from: listener(heard), request: 'mint' });
  await tab.settle(30);
  tab.payCalls()[0]?.answer(paidReply(1));
  await tab.settle();
  expect(heard).toMatchObject(
    ['asked', 'checked', 'paying', 'paid'].map((state) => ({
      type: 'money.paymentChanged',
      request: 'mint',
      intent: 'i',
      state,
    })),
  );
  tab.pay('i', zapWant(), { from: listener(heard), request: 'again' });
  expect(heard.at(-1)).toMatchObject({ request: 'again', state: 'paid' });
});

test('BEYOND-06 a payment left by an earlier page is resumed, and never paid again', async () => {
  const disk = moneyDisk();
  const first = moneyTab(disk);
  await first.settle();
  first.pay('i');
  await first.settle(30);
  first.crash();
  disk.locks.clear();
  const second = moneyTab(disk);
  await second.wait(200_000, 5_000);
  expect([
    second.payCalls().length,
    second.calls.some(({ call }) => call.method === 'lookup_invoice'),
  ]).toEqual([0, true]);
  // its own log lines start no second actor for it
  expect(disk.locks.get('i')).toHaveLength(1);
  const record = second.record('i');
  expect(record && paymentStateOf(record)).toBe('unknown');
});

test('RELAY-08 an earlier payment is looked up without asking for its wallet; a new one asks', async () => {
  const [disk, invoice] = [moneyDisk(), honestInvoice()];
  const first = moneyTab(disk, { invoice });
  await first.settle();
  first.pay('i');
  await first.settle(30);
  first.crash();
  disk.locks.clear();
  const second = moneyTab(disk, { invoice, isBarred: true });
  await second.wait(200_000, 5_000);
  const record = second.record('i');
  expect([second.wants, record && paymentStateOf(record)]).toEqual([[], 'unknown']);
  second.pay('j', zapWant({ to: { pubkey: BEN } }));
  await second.settle(30);
  expect(second.wants).toEqual([CONNECTION.id]);
});

test('BEYOND-06 a payment left by a closed tab is looked up by another tab, which does not pay it', async () => {
  const disk = moneyDisk();
  const [first, second] = [moneyTab(disk), moneyTab(disk)];
  for (const tab of [first, second]) await tab.settle();
  first.pay('i');
  await first.settle(30);
  first.crash();
  await second.wait(200_000, 5_000);
  expect([
    second.payCalls().length,
    second.calls.some(({ call }) => call.method === 'lookup_invoice'),
  ]).toEqual([0, true]);
  const record = second.record('i');
  expect(record && paymentStateOf(record)).toBe('unknown');
});

test("WALLET-01 the active wallet pays, and a removed wallet's payment is not moved to another one", async () => {
  const other = { ...CONNECTION, id: 'w2' };
  const { tab } = await started({
    connections: [CONNECTION, other],
    active: { by: 'wallet', wallet: 'w2' },
  });
  tab.pay('i');
  await tab.settle(30);
  expect(tab.record('i')?.paying?.payer).toEqual({ by: 'wallet', wallet: 'w2' });
  tab.send({ type: 'money.activate', payer: { by: 'shown' } });
  tab.pay('j', {
    type: 'invoice',
    invoice: invoiceOf(secretPair(9).hash, { amountMsats: 5_000 }),
    amountMsats: 5_000,
  });
  await tab.settle();
  expect(tab.record('j')?.paying?.payer).toEqual({ by: 'shown' });
  tab.send({ type: 'money.disconnect', wallet: 'w2' });
  const want = {
    type: 'invoice',
    invoice: invoiceOf(secretPair(8).hash, { amountMsats: 5_000 }),
    amountMsats: 5_000,
  } as const;
  tab.pay('k', want, { by: { by: 'wallet', wallet: 'w2' } });
  await tab.settle();
  expect(tab.record('k')?.failure).toEqual({ code: 'pay.noWallet' });
  expect(Object.keys(tab.actor.getSnapshot().children)).not.toContain('wallet w2');
});

test('TRUST-06 a crashed payment, wallet or log stops nothing else, and nothing is paid twice', async () => {
  const { tab } = await started();
  tab.pay('i');
  await tab.settle(30);
  const { children } = tab.actor.getSnapshot();
  children['payment i']?.send({
    type: 'payment.answered',
    get reply() {
      throw new Error('x');
    },
  } as never);
  children['wallet w1']?.send({
    type: 'walletConnection.answered',
    get id() {
      throw new Error('y');
    },
  } as never);
  await tab.settle();
  expect(tab.told.filter(({ type }) => type === 'scope.crashed').length).toBe(2);
  expect(tab.actor.getSnapshot().status).toBe('active');
  expect(Object.keys(tab.actor.getSnapshot().children)).toEqual(
    expect.arrayContaining(['payment i', 'wallet w1']),
  );
  await tab.wait(100_000, 5_000);
  expect(tab.payCalls()).toHaveLength(1);
  tab.pay('j', zapWant({ to: { pubkey: BEN } }));
  await tab.settle(30);
  expect(tab.payCalls()).toHaveLength(2);
});

test('WALLET-01 balance and transactions load and refresh, and a silent wallet is reported', async () => {
  const { tab } = await started();
  const wallet = () => tab.actor.getSnapshot().children['wallet w1']?.getSnapshot();
  const call = (method: string) => tab.calls.findLast((one) => one.call.method === method);
  call('get_info')?.answer({ method: 'get_info', alias: 'Mine', methods: [], network: 'mainnet' });
  call('get_balance')?.answer({ method: 'get_balance', balanceMsats: 5_000 });
  call('list_transactions')?.answer({ method: 'list_transactions', transactions: [] });
  expect(wallet()?.context).toMatchObject({ alias: 'Mine', balanceMsats: 5_000, transactions: [] });
  const before = tab.calls.length;
  tab.send({ type: 'money.refresh', wallet: 'w1' });
  expect(tab.calls.slice(before).map((one) => one.call.method)).toEqual([
    'get_balance',
    'list_transactions',
  ]);
  await tab.wait(21_000);
  expect(wallet()?.hasTag('silent')).toBe(true);
  call('get_balance')?.answer({ method: 'get_balance', balanceMsats: 6_000 });
  call('get_balance')?.answer({ method: 'get_balance', balanceMsats: 9_000 });
  expect([wallet()?.hasTag('silent'), wallet()?.context.balanceMsats]).toEqual([false, 6_000]);
});

test('INV-SCOPE commands from before the log and wallets were read wait in order', async () => {
  const disk = moneyDisk();
  const tab = moneyTab(disk);
  tab.pay('i');
  tab.send({ type: 'money.limit', limits: { askAbove: 1 } });
  await tab.settle(30);
  expect(tab.record('i')?.want).toMatchObject({ type: 'zap' });
  expect([disk.wallets.kept.limits, ME.length]).toEqual([{ askAbove: 1 }, 64]);
});

test('TRUST-06 a broken wallet connection is reconnected, and its requests end', async () => {
  const { tab } = await started();
  const wallet = () => tab.actor.getSnapshot().children['wallet w1']?.getSnapshot();
  tab.pay('i');
  await tab.settle(30);
  tab.breakLine();
  await tab.settle();
  expect(wallet()?.hasTag('silent')).toBe(true);
  await tab.wait(65_000);
  expect(wallet()?.hasTag('silent')).toBe(false);
  const record = tab.record('i');
  expect(record && paymentStateOf(record)).toBe('unknown');
  expect([tab.payCalls().length, tab.told.some(({ type }) => type === 'scope.crashed')]).toEqual([
    1,
    false,
  ]);
});

test('E-39 entries of another tab are not lost while this one is still reading its wallets', async () => {
  const disk = moneyDisk({ limits: { askAbove: 1 } });
  const first = moneyTab(disk);
  await first.settle();
  first.pay('i');
  await first.settle(30);
  let tell = (): void => undefined;
  const walletStore = fromCallback<WalletStoreCommand, { readonly account: string }>(
    ({ sendBack }) => {
      tell = () =>
        sendBack({
          type: 'walletStore.found',
          kept: disk.wallets.kept,
          hasWebln: false,
          hasEcash: false,
        });
    },
  );
  const somebody = listener([]);
  const second = createActor(moneyPorts(disk).logic.provide({ actors: { walletStore } }), {
    input: { account: ME, home: HOME, bus: somebody, scope: somebody, signer: somebody },
  }).start();
  first.send({ type: 'money.confirm', intent: 'i' });
  await first.settle();
  tell();
  const record = second.getSnapshot().context.records.get('i');
  expect(record && paymentStateOf(record)).toBe('paying');
  second.stop();
});
