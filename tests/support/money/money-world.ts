import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  setup,
  SimulatedClock,
} from 'xstate';
import type { PeerAnswer } from '../../../src/machines/connection/relay-protocol.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { PayService } from '../../../src/events/money/payments/lnurl.ts';
import type { Connection } from '../../../src/events/money/wallets/nwc.ts';
import type { WalletCall, WalletReply } from '../../../src/events/money/wallets/nwc-call.ts';
import {
  type PaymentEntry,
  type PaymentRecords,
  paymentStateOf,
  type PaymentWant,
} from '../../../src/events/money/payments/payment.ts';
import { foldPayments, refusalOf } from '../../../src/events/money/payments/payment-fold.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';
import { type Seconds, seconds } from '../../../src/events/core/time.ts';
import type { SignEvent } from '../../../src/machines/core/sign-request.ts';
import { moneyMachine } from '../../../src/machines/money/payments/money.machine.ts';
import type {
  PaymentLogCommand,
  PaymentLogSignal,
  StoredWallets,
  MoneyCommand,
  WalletStoreCommand,
  WalletStoreSignal,
} from '../../../src/machines/money/payments/money-protocol.ts';
import { paymentMachine } from '../../../src/machines/money/payments/payment.machine.ts';
import type {
  InvoiceAnswer,
  PaymentLockAcquired,
  ServiceAnswer,
  WeblnAnswer,
} from '../../../src/machines/money/payments/payment-setup.ts';
import type { VerifyAnswer } from '../../../src/machines/money/payments/payment-context.ts';
import { walletMachine } from '../../../src/machines/money/wallets/wallet.machine.ts';
import type {
  WalletConnectionCommand,
  WalletConnectionInput,
  WalletConnectionSignal,
} from '../../../src/machines/money/wallets/wallet-protocol.ts';
import { zapMachine } from '../../../src/machines/money/zaps/zap.machine.ts';
import { elapse } from '../machines/clock.ts';
import { fakeBus } from '../connection/fake-bus.ts';
import { invoiceOf, secretPair } from './invoices.ts';
import { trusted } from '../events/trusted.ts';

export const ME = 'e'.repeat(64);
export const ANN = 'a'.repeat(64);
export const PROVIDER = 'c'.repeat(64);
export const HOME = 'http://127.0.0.1:8080';
const BEGAN = 1_700_000_000;

export const CONNECTION: Connection = {
  id: 'w1',
  wallet: 'd'.repeat(64),
  relays: [pressed('wss://wallet.example')],
  secret: secretOf('b'.repeat(64)),
  lud16: undefined,
};
export const SERVICE: PayService = {
  url: 'https://pay.example/.well-known/lnurlp/ann',
  callback: 'https://pay.example/cb',
  minMsats: 1_000,
  maxMsats: 100_000_000,
  commentAllowed: 0,
  provider: PROVIDER,
  lnurl: 'lnurl1x',
  metadata: '[]',
};

/**
 * The state that survives pages: the log, with the checks of the real one, the tabs that follow it,
 * and the wallets.
 */
export function moneyDisk(kept: Partial<StoredWallets> = {}) {
  const entries: PaymentEntry[] = [];
  const tabs = new Set<(signal: PaymentLogSignal) => void>();
  const time = { now: BEGAN };
  const wallets: { kept: StoredWallets } = {
    kept: { connections: [CONNECTION], active: undefined, limits: {}, acceptedHosts: [], ...kept },
  };
  /** Holder of each payment's lock, by intent, and the queue for it, as with Web Locks. */
  const locks = new Map<string, (() => void)[]>();
  /** For planted breaches. */
  const judge = { refusal: refusalOf };
  const records = (): PaymentRecords => foldPayments(new Map(), entries);
  return { entries, tabs, locks, time, wallets, judge, records };
}

export type MoneyDisk = ReturnType<typeof moneyDisk>;

/** The world's responses; `undefined`: pending until the test answers. */
export interface MoneyAnswers {
  service?: () => ServiceAnswer | Promise<ServiceAnswer>;
  invoice?: (url: URL) => InvoiceAnswer | Promise<InvoiceAnswer>;
  verify?: () => VerifyAnswer;
  webln?: () => WeblnAnswer | Promise<WeblnAnswer>;
  /** True if the browser has no locks. */
  isLockless?: boolean;
  /** True if the user was not asked yet whether wallets may be connected. */
  isBarred?: boolean;
  /** True if ecash was opened on this device. */
  hasEcash?: boolean;
}

/** One call to a wallet, and how to answer it. */
export interface Called {
  readonly call: WalletCall;
  readonly answer: (reply: WalletReply) => void;
}

/**
 * The money machine of an account; the test plays its ports. `calls`: calls to its wallets.
 * `wants`: wallets whose permission was wanted.
 */
export function moneyPorts(
  disk: MoneyDisk,
  answers: MoneyAnswers = {},
  hears = true,
  zap = zapMachine,
) {
  const calls: Called[] = [];
  const wants: string[] = [];
  const invoice = answers.invoice ?? honestInvoice();
  let report: ((signal: WalletConnectionSignal) => void) | undefined;
  const now = (): Seconds => seconds(disk.time.now);
  const paymentLog = fromCallback<PaymentLogCommand, { readonly account: string }>(
    ({ sendBack, receive }) => {
      const hear = (signal: PaymentLogSignal): void => sendBack(signal);
      if (hears) disk.tabs.add(hear);
      hear({ type: 'paymentLog.opened', entries: [...disk.entries], now: now() });
      receive((command) => {
        if (command.type !== 'paymentLog.append') return;
        for (const line of command.lines) {
          const entry: PaymentEntry = { ...line, at: now() };
          const why = disk.judge.refusal(disk.records(), entry);
          if (why) {
            hear({
              type: 'paymentLog.refused',
              lines: [{ line, why: why.code === 'known' ? undefined : why }],
            });
            continue;
          }
          disk.entries.push(entry);
          hear({ type: 'paymentLog.appended', entries: [entry], own: [entry] });
          for (const tab of disk.tabs)
            if (tab !== hear) tab({ type: 'paymentLog.appended', entries: [entry], own: [] });
        }
      });
      return () => disk.tabs.delete(hear);
    },
  );
  const walletStore = fromCallback<WalletStoreCommand, { readonly account: string }>(
    ({ sendBack, receive }) => {
      const tell = (): void =>
        sendBack({
          type: 'walletStore.found',
          kept: disk.wallets.kept,
          hasWebln: answers.webln !== undefined,
          hasEcash: answers.hasEcash === true,
        } satisfies WalletStoreSignal);
      tell();
      receive((command) => {
        const { kept } = disk.wallets;
        if (command.type === 'walletStore.add')
          disk.wallets.kept = { ...kept, connections: [...kept.connections, command.connection] };
        if (command.type === 'walletStore.remove')
          disk.wallets.kept = {
            ...kept,
            connections: kept.connections.filter(({ id }) => id !== command.wallet),
          };
        if (command.type === 'walletStore.activate')
          disk.wallets.kept = { ...kept, active: command.payer };
        if (command.type === 'walletStore.limit')
          disk.wallets.kept = { ...kept, limits: command.limits };
        if (command.type === 'walletStore.accept')
          disk.wallets.kept = { ...kept, acceptedHosts: [...kept.acceptedHosts, command.host] };
        tell();
      });
    },
  );
  const connection = fromCallback<WalletConnectionCommand | PeerAnswer, WalletConnectionInput>(
    ({ input, sendBack, receive }) => {
      report = sendBack;
      if (answers.isBarred === true) sendBack({ type: 'walletConnection.asked' });
      else
        sendBack({
          type: 'walletConnection.abilitiesReceived',
          abilities: { methods: [], scheme: 'nip44', notifies: true },
          at: now(),
        });
      receive((command) => {
        if (Object.is(command.type, 'walletConnection.break'))
          throw new Error('the connection broke');
        if (command.type === 'walletConnection.want') wants.push(input.connection.id);
        if (command.type !== 'walletConnection.request') return;
        const { call, id } = command;
        calls.push({
          call,
          answer: (reply) => sendBack({ type: 'walletConnection.answered', id, reply, at: now() }),
        });
      });
    },
  );
  const lock = fromCallback<
    PaymentLockAcquired,
    { readonly account: string; readonly intent: string }
  >(({ input: { intent }, sendBack }) => {
    const alone = (): void => sendBack({ type: 'payment.lockAcquired' });
    const queue = [...(disk.locks.get(intent) ?? []), alone];
    disk.locks.set(intent, queue);
    if (queue.length === 1) alone();
    return () => {
      const all = disk.locks.get(intent) ?? [];
      const left = all.filter((one) => one !== alone);
      disk.locks.set(intent, left);
      if (all[0] === alone) left[0]?.();
    };
  });
  const payment = paymentMachine.provide({
    actors: {
      ...(answers.isLockless === true ? { lock: fromCallback(() => undefined) } : { lock }),
      service: fromPromise(async () => (answers.service ? answers.service() : SERVICE)),
      invoice: fromPromise(async ({ input }) => invoice(new URL(input.url))),
      verify: fromPromise(async () => answers.verify?.()),
      webln: fromPromise(async () => answers.webln?.()),
    },
  });
  const logic = moneyMachine.provide({
    actors: {
      paymentLog,
      walletStore,
      payment,
      zap,
      wallet: walletMachine.provide({ actors: { connection } }),
    },
  });
  return { logic, calls, wants, now, notice: (signal: WalletConnectionSignal) => report?.(signal) };
}

/** The money of an account in one tab; the test plays its ports. */
export function moneyTab(
  disk: MoneyDisk,
  answers: MoneyAnswers = {},
  hears = true,
  zap = zapMachine,
) {
  const clock = new SimulatedClock();
  const { logic, calls, wants, now, notice } = moneyPorts(disk, answers, hears, zap);
  const bus = fakeBus();
  const told: AnyEventObject[] = [];
  const signed: AnyEventObject[] = [];
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const signer = createActor(
    setup({ types: { events: {} as SignEvent } }).createMachine({
      on: {
        'sign.request': {
          actions: ({ event }) => {
            signed.push(event);
            const { from, id, act } = event.request;
            if (act.do !== 'sign') return;
            const { kind, content, tags } = act.template;
            const made: VerifiedEvent = trusted({ kind, content, tags, pubkey: ME });
            from.send({ type: 'sign.settled', id, outcome: { ok: true, event: made } });
          },
        },
      },
    }),
  ).start();
  const actor = createActor(logic, {
    input: { account: ME, home: HOME, bus: bus.bus, scope, signer },
    clock,
  }).start();
  const settle = async (turns = 12): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
  };
  return {
    actor,
    calls,
    wants,
    told,
    signed,
    bus,
    clock,
    settle,
    payCalls: () => calls.filter(({ call }) => call.method === 'pay_invoice'),
    send: (command: MoneyCommand) => actor.send(command),
    pay: (intent: string, want: PaymentWant = zapWant(), more: object = {}) =>
      actor.send({ type: 'money.pay', intent, want: pressed(want), now: now(), ...more }),
    record: (intent: string) => actor.getSnapshot().context.records.get(intent),
    notice,
    breakLine: () =>
      actor
        .getSnapshot()
        .children['wallet w1']?.getSnapshot()
        .children.connection?.send({ type: 'walletConnection.break' } as never),
    /** Let time pass, in this tab and in the world. */
    wait: async (ms: number, step = 1_000) => {
      for (let passed = 0; passed < ms; passed += step) {
        disk.time.now += Math.min(step, ms - passed) / 1_000;
        elapse(clock, Math.min(step, ms - passed), Math.min(step, ms - passed));
        await settle(4);
      }
      await settle();
    },
    /** Crash the page in its current state. */
    crash: () => actor.stop(),
    scopeAsks: (type: string) => told.filter((event) => event.type === type),
  };
}

export type MoneyTab = ReturnType<typeof moneyTab>;

export function zapWant(more: Partial<Extract<PaymentWant, { type: 'zap' }>> = {}): PaymentWant {
  return {
    type: 'zap',
    to: { pubkey: ANN },
    address: 'ann@pay.example',
    relays: [pressed('wss://own.example')],
    amountMsats: 42_000,
    message: 'Onward',
    ...more,
  };
}

/** A zap as a nutzap (NIP-61). */
export function giftWant(
  more: Partial<Extract<PaymentWant, { type: 'nutzap' }>> = {},
): PaymentWant {
  return {
    type: 'nutzap',
    to: { pubkey: ANN, id: 'b'.repeat(64), kind: 1 },
    mint: 'https://mint.example',
    named: 'https://mint.example/',
    key: '7'.repeat(64),
    relays: [pressed('wss://ann.example')],
    amountMsats: 42_000,
    message: 'Onward',
    ...more,
  };
}

/** A service that returns correct invoices, another one each time. */
export function honestInvoice(
  first = 1,
  more: { prefix?: string; expiry?: number; amountMsats?: number | undefined } = {},
) {
  let nth = first;
  return (url: URL): InvoiceAnswer => {
    const amountMsats = Number(url.searchParams.get('amount'));
    return {
      invoice: invoiceOf(secretPair(nth++).hash, { amountMsats, timestamp: BEGAN, ...more }),
      verify: undefined,
    };
  };
}

/** The receipt of a payment, signed by the payee's service. */
export function receiptOf(
  record:
    | {
        readonly checked:
          | { readonly invoice: string; readonly request?: string | undefined }
          | undefined;
      }
    | undefined,
  pubkey = PROVIDER,
) {
  const request = {
    id: record?.checked?.request ?? '',
    pubkey: ME,
    kind: 9_734,
    created_at: 0,
    tags: [['p', ANN]],
    content: '',
    sig: 'f'.repeat(128),
  };
  return trusted({
    kind: 9_735,
    pubkey,
    tags: [
      ['p', ANN],
      ['bolt11', record?.checked?.invoice ?? ''],
      ['description', JSON.stringify(request)],
    ],
  });
}

/** The reply of a successful payment, with the preimage of that seed. */
export const paidReply = (seed: number): WalletReply => ({
  method: 'pay_invoice',
  preimage: secretPair(seed).preimage,
  feesMsats: 1,
});

/** Start one tab over one device, with its log read, and return its payments. */
export async function started(
  more: Parameters<typeof moneyTab>[1] = {},
  kept: Parameters<typeof moneyDisk>[0] = {},
) {
  const disk = moneyDisk(kept);
  const tab = moneyTab(disk, more);
  await tab.settle();
  const state = (intent = 'i') => {
    const record = tab.record(intent);
    return record && paymentStateOf(record);
  };
  return { disk, tab, state };
}
