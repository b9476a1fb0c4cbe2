import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { fakeSession } from '../account/fake-session.ts';
import { trusted } from '../events/trusted.ts';
import { invoiceOf, secretPair } from './invoices.ts';
import { HOME, ME, SERVICE } from './money-world.ts';
import { type Seconds, seconds } from '../../../src/events/core/time.ts';
import {
  type Payer,
  type PaymentEntry,
  type PaymentLogEntry,
  type PaymentRecord,
  paymentStateOf,
  type PaymentWant,
} from '../../../src/events/money/payments/payment.ts';
import { foldPayments } from '../../../src/events/money/payments/payment-fold.ts';
import type { WalletTransaction } from '../../../src/events/money/wallets/nwc-call.ts';
import type {
  PaymentInput,
  VerifyAnswer,
} from '../../../src/machines/money/payments/payment-context.ts';
import { paymentMachine } from '../../../src/machines/money/payments/payment.machine.ts';
import type {
  InvoiceAnswer,
  ServiceAnswer,
  WeblnAnswer,
} from '../../../src/machines/money/payments/payment-setup.ts';

export const NOW = seconds(1_700_000_000);
export const MINUTE = 60_000;
export const { hash, preimage } = secretPair(1);
export const INVOICE = invoiceOf(hash, { amountMsats: 42_000 });
export const wallet: Payer = { by: 'wallet', wallet: 'w1' };
export const ecash: Payer = { by: 'ecash', mint: 'https://mint.example' };
export const webln: Payer = { by: 'webln' };
export const shown: Payer = { by: 'shown' };
export const invoiceWant: PaymentWant = { type: 'invoice', invoice: INVOICE, amountMsats: 42_000 };
export const never = () => new Promise<never>(() => undefined);

export interface PaymentWorld {
  readonly want?: PaymentWant;
  readonly payer?: Payer;
  readonly input?: Partial<PaymentInput>;
  readonly before?: readonly PaymentEntry[];
  /** Lines that the log does not answer, and lines that it refuses. */
  readonly deafTo?: readonly PaymentLogEntry['type'][];
  readonly refuses?: readonly PaymentLogEntry['type'][];
  readonly isAlone?: boolean;
  readonly service?: () => Promise<ServiceAnswer>;
  readonly invoice?: () => Promise<InvoiceAnswer>;
  readonly verify?: () => Promise<VerifyAnswer>;
  readonly webln?: (() => Promise<WeblnAnswer>) | undefined;
  readonly signs?: boolean;
  /** Time of new lines in the log. */
  readonly now?: Seconds;
}

/** One payment, whose test plays the log, the wallets and all ports. */
function pay({
  want = invoiceWant,
  payer = wallet,
  input = {},
  before = [],
  deafTo = [],
  refuses = [],
  isAlone = true,
  service = async () => SERVICE,
  invoice = async () => ({ invoice: INVOICE, verify: undefined }),
  verify = never,
  webln: ask = never,
  signs = true,
  now = NOW,
}: PaymentWorld = {}) {
  const clock = new SimulatedClock();
  const [wishes, told, urls, locks]: [AnyEventObject[], AnyEventObject[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  const entries: PaymentEntry[] = [...before];
  const record = (): PaymentRecord | undefined => foldPayments(new Map(), entries).get('i');
  const desk = fakeSession(({ act }) =>
    signs && act.do === 'sign' ? trusted({ ...act.template, pubkey: ME }) : undefined,
  );
  const scope = createActor(
    setup({ types: { events: {} as AnyEventObject } }).createMachine({
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
  ).start();
  const heard = (url: string) => {
    urls.push(url);
    return url;
  };
  const machine = paymentMachine.provide({
    actors: {
      service: fromPromise(async ({ input: { address } }) => (heard(address), service())),
      invoice: fromPromise(async ({ input: { url } }) => (heard(url), invoice())),
      verify: fromPromise(async ({ input: { url } }) => (heard(url), verify())),
      webln: fromPromise(async ({ input: { invoice: text } }) => (heard(text), ask())),
      lock: fromCallback(({ input: { account, intent }, sendBack }) => {
        locks.push(`${account} ${intent}`);
        if (isAlone) sendBack({ type: 'payment.lockAcquired' });
      }),
    },
  });
  const parent = createActor(
    setup({ types: { events: {} as AnyEventObject }, actors: { payment: machine } }).createMachine({
      invoke: {
        id: 'payment',
        src: 'payment',
        input: {
          account: ME,
          intent: 'i',
          group: 'g',
          want,
          payer,
          walletRelays: [],
          limits: { perDay: 100_000, perWallet: 90_000, askAbove: undefined },
          record: record(),
          home: HOME,
          signer: desk.ref,
          scope,
          ...input,
        },
      },
      on: {
        'to child': { actions: sendTo('payment', ({ event }) => event['event']) },
        '*': { actions: ({ event }) => wishes.push(event) },
      },
    }),
    { clock },
  ).start();
  const send = (event: AnyEventObject) => parent.send({ type: 'to child', event });
  let answered = 0;
  /** Let the log answer the lines that were written, and promises settle. */
  const settle = async () => {
    for (let turn = 0; turn < 30; turn++) {
      await Promise.resolve();
      const wish = wishes[answered];
      if (!wish) continue;
      answered++;
      if (wish.type !== 'payment.write') continue;
      const { line } = wish;
      if (deafTo.includes(line.type)) continue;
      if (refuses.includes(line.type)) {
        send({ type: 'payment.refused', line, why: undefined });
        continue;
      }
      const entry: PaymentEntry = { ...line, at: now };
      entries.push(entry);
      send({ type: 'payment.recorded', record: record(), own: [entry] });
    }
  };
  const wait = async (ms: number) => {
    clock.increment(ms);
    await settle();
  };
  const child = () => parent.getSnapshot().children['payment']?.getSnapshot();
  return {
    wishes,
    told,
    urls,
    locks,
    desk,
    send,
    settle,
    wait,
    record,
    child,
    state: () => {
      const found = record();
      return (
        found && [
          paymentStateOf(found),
          found.paid ? undefined : (found.failure ?? found.doubt)?.code,
        ]
      );
    },
    lines: () => wishes.filter(({ type }) => type === 'payment.write').map(({ line }) => line.type),
    calls: () =>
      wishes.filter(({ type }) => type === 'payment.call').map(({ call }) => call.method),
    isDone: () => child()?.status === 'done',
  };
}
export const open = async (world: PaymentWorld = {}) => {
  const made = pay(world);
  await made.settle();
  return made;
};
const BASE = { intent: 'i', at: NOW } as const;
export const asked = (want: PaymentWant = invoiceWant): PaymentEntry => ({
  ...BASE,
  type: 'asked',
  want,
  group: 'g',
});
export const checked = (
  more: { readonly provider?: string; readonly verify?: string } = {},
): PaymentEntry => ({
  ...BASE,
  type: 'checked',
  invoice: INVOICE,
  hash,
  amountMsats: 42_000,
  expiresAt: seconds(1_700_003_600),
  ...more,
});
export const paying = (payer: Payer): PaymentEntry => ({
  ...BASE,
  type: 'paying',
  payer,
  limits: {},
});
export const doubted: PaymentEntry = {
  ...BASE,
  type: 'doubted',
  reason: { code: 'pay.walletSilent' },
};
export const notice = (over: Partial<WalletTransaction> = {}): AnyEventObject => ({
  type: 'payment.noticed',
  transaction: {
    type: 'outgoing',
    state: 'settled',
    hash,
    preimage,
    amountMsats: 42_000,
    feesMsats: 2,
    description: '',
    at: undefined,
    ...over,
  },
});
export const reply = (text: string): AnyEventObject => ({
  type: 'payment.answered',
  method: 'pay_invoice',
  reply: { method: 'pay_invoice', preimage: text, feesMsats: 3 },
  at: NOW,
});
