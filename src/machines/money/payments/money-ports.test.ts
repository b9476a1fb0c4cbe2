import { type AnyEventObject, createActor, fromCallback, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import {
  ANN,
  CONNECTION,
  HOME,
  ME,
  moneyDisk,
  moneyPorts,
  moneyTab,
  zapWant,
} from '../../../../tests/support/money/money-world.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';
import type { PaymentEntry } from '../../../events/money/payments/payment.ts';
import type {
  PaymentLogCommand,
  PaymentLogSignal,
  WalletStoreCommand,
  WalletStoreSignal,
} from './money-protocol.ts';

type PaymentLogPort = Parameters<
  typeof fromCallback<PaymentLogCommand, { readonly account: string }>
>[0];
type WalletStorePort = Parameters<
  typeof fromCallback<WalletStoreCommand, { readonly account: string }>
>[0];

/** The money of an account with these two ports. `hears`: the scope's events. */
function moneyWith(paymentLog: PaymentLogPort, walletStore: WalletStorePort) {
  const told: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const clock = new SimulatedClock();
  const logic = moneyPorts(moneyDisk()).logic.provide({
    actors: { paymentLog: fromCallback(paymentLog), walletStore: fromCallback(walletStore) },
  });
  const actor = createActor(logic, {
    input: { account: ME, home: HOME, bus: fakeBus().bus, scope, signer: scope },
    clock,
  }).start();
  const pay = (intent: string) =>
    actor.send({ type: 'money.pay', intent, want: pressed(zapWant()), now: seconds(1) });
  return { actor, told, clock, pay, context: () => actor.getSnapshot().context };
}
const opened = (entries: readonly PaymentEntry[] = []): PaymentLogSignal => ({
  type: 'paymentLog.opened',
  entries,
  now: seconds(1_700_000_000),
});
const found: WalletStoreSignal = {
  type: 'walletStore.found',
  kept: { connections: [CONNECTION], active: undefined, limits: {}, acceptedHosts: ['a.example'] },
  hasWebln: true,
  hasEcash: true,
};
const unavailable = { type: 'account.failed', message: { code: 'money.unavailable' } };
const silent = (): void => undefined;

test('INV-PAY without its log nothing is paid: it breaks, or is not opened in ten seconds', () => {
  const failing: PaymentLogPort = () => {
    throw new Error('no log');
  };
  const broken = moneyWith(failing, ({ sendBack }) => sendBack(found));
  broken.pay('i');
  expect([broken.actor.getSnapshot().hasTag('broken'), broken.told]).toEqual([true, [unavailable]]);
  expect([broken.context().isKept, broken.context().live.size]).toEqual([false, 0]);
  const late = moneyWith(silent, ({ sendBack }) => sendBack(found));
  late.pay('i');
  late.clock.increment(9_999);
  expect([late.actor.getSnapshot().hasTag('opening'), late.told]).toEqual([true, []]);
  late.clock.increment(1);
  expect([late.actor.getSnapshot().hasTag('broken'), late.told]).toEqual([true, [unavailable]]);
});

test('BEYOND-06 payments begin without the wallets after ten seconds, or if their store fails', () => {
  const late = moneyWith(({ sendBack }) => sendBack(opened()), silent);
  late.pay('i');
  expect([late.context().live.size, late.actor.getSnapshot().hasTag('opening')]).toEqual([0, true]);
  late.clock.increment(10_000);
  expect([...late.context().live]).toEqual(['i']);
  const failing: WalletStorePort = () => {
    throw new Error('no store');
  };
  const broken = moneyWith(({ sendBack }) => sendBack(opened()), failing);
  broken.pay('i');
  expect([broken.context().areWalletsKept, [...broken.context().live]]).toEqual([false, ['i']]);
});

test('E-48 unkept payments and wallets are remembered, and stored settings are taken over', () => {
  let [log, store]: [(signal: PaymentLogSignal) => void, (signal: WalletStoreSignal) => void] = [
    silent,
    silent,
  ];
  const accounts: string[] = [];
  const { context } = moneyWith(
    ({ sendBack, input }) => {
      accounts.push(input.account);
      log = sendBack;
      sendBack(opened());
    },
    ({ sendBack, input }) => {
      accounts.push(input.account);
      store = sendBack;
    },
  );
  expect(accounts).toEqual([ME, ME]);
  expect([context().isShelved, context().hasWebln, context().hasEcash]).toEqual([
    false,
    false,
    false,
  ]);
  store(found);
  expect(context()).toMatchObject({
    isKept: true,
    areWalletsKept: true,
    isShelved: true,
    hasWebln: true,
    hasEcash: true,
    wallets: [CONNECTION],
    acceptedHosts: new Set(['a.example']),
  });
  log({ type: 'paymentLog.writeFailed' });
  store({ type: 'walletStore.writeFailed' });
  expect([context().isKept, context().areWalletsKept]).toEqual([false, false]);
});

test('E-48 long settled payments are pruned from the log once it is read, and others are not', () => {
  const commands: PaymentLogCommand[] = [];
  const lines = (intent: string, at: number): readonly PaymentEntry[] => [
    { type: 'asked', intent, at: seconds(at), want: zapWant() },
    { type: 'failed', intent, at: seconds(at), reason: { code: 'pay.declined' } },
  ];
  const open = (entries: readonly PaymentEntry[]) =>
    moneyWith(
      ({ sendBack, receive }) => {
        receive((command) => commands.push(command));
        sendBack(opened(entries));
      },
      ({ sendBack }) => sendBack(found),
    );
  open(lines('new', 1_699_999_999));
  expect(commands).toEqual([]);
  open([...lines('old', 1), ...lines('new', 1_699_999_999)]);
  expect(commands).toEqual([{ type: 'paymentLog.prune', intents: ['old'] }]);
});

test('WALLET-02 a rate is requested for its currency, also before the log was read', async () => {
  const tab = moneyTab(moneyDisk());
  tab.send({ type: 'money.rate', currency: 'EUR' });
  await tab.settle();
  const rate = () => tab.actor.getSnapshot().children.rate?.getSnapshot().context;
  expect([rate()?.currency, rate()?.account]).toEqual(['EUR', ME]);
  tab.send({ type: 'money.rate', currency: 'CHF' });
  expect(rate()?.currency).toBe('CHF');
  const late = moneyWith(silent, silent);
  late.actor.send({ type: 'money.rate', currency: 'EUR' });
  expect(late.actor.getSnapshot().children.rate?.getSnapshot().context.currency).toBe('EUR');
});

test('TRUST-06 a crashed rate or store of saved wallets stops nothing else', async () => {
  const tab = moneyTab(moneyDisk());
  await tab.settle();
  const { children } = tab.actor.getSnapshot();
  children.rate?.send({
    type: 'rate.want',
    get currency() {
      throw new Error('x');
    },
  } as never);
  await tab.settle();
  expect(tab.actor.getSnapshot().status).toBe('active');
  tab.pay('i');
  await tab.settle(30);
  expect(tab.payCalls()).toHaveLength(1);
});

test('NIP-61 a recipient is looked up once at a time, with its relays, also before the log was read', async () => {
  const tab = moneyTab(moneyDisk());
  const relays = [pressed('wss://own.example')];
  const find = () => tab.send({ type: 'money.findNutzapRecipient', pubkey: ANN, relays });
  find();
  find();
  await tab.settle();
  expect(tab.bus.open().filter(({ query }) => query.verb === 'replaceable_event')).toHaveLength(1);
  expect(tab.actor.getSnapshot().context.recipients.get(ANN)).toEqual({
    isComing: true,
    info: undefined,
  });
  tab.bus.refuse('replaceable_event');
  tab.bus.refuse('replaceable_event');
  await tab.settle();
  expect(tab.scopeAsks('relays.ask')).toMatchObject([{ urls: relays }]);
  await tab.wait(4_000);
  const { recipients } = tab.actor.getSnapshot().context;
  expect(recipients.get(ANN)).toEqual({ isComing: false, info: undefined });
  expect(Object.keys(tab.actor.getSnapshot().children)).not.toContain(`taker ${ANN}`);
});

test('BEYOND-06 a payment ends with its answer and its listeners, and wallets are refreshed', async () => {
  const tab = moneyTab(moneyDisk());
  await tab.settle();
  const heard: AnyEventObject[] = [];
  const from = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => heard.push(event) } },
    }),
  ).start();
  tab.pay('i', zapWant(), { from, request: 'r' });
  await tab.settle(30);
  const before = tab.calls.length;
  tab.payCalls()[0]?.answer({
    method: 'error',
    code: 'QUOTA_EXCEEDED',
    isDefinite: true,
    words: { code: 'said', params: { text: 'no' } },
  });
  await tab.settle();
  const { context, children } = tab.actor.getSnapshot();
  expect([context.live.size, context.watchers.size, 'payment i' in children]).toEqual([
    0,
    0,
    false,
  ]);
  expect(heard.at(-1)).toMatchObject({ intent: 'i', state: 'failed', request: 'r' });
  expect(tab.calls.slice(before).map(({ call }) => call.method)).toContain('get_balance');
});
