import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { foldPayments } from '../../../src/events/money/payments/payment-fold.ts';
import {
  mayCallOff,
  maySettleByHand,
  type Payer,
  type PaymentEntry,
  type PaymentLogEntry,
  type PaymentRecord,
  paymentStateOf,
} from '../../../src/events/money/payments/payment.ts';
import type { MoneyMessage } from '../../../src/events/money/payments/money-message.ts';
import { plus, seconds } from '../../../src/events/core/time.ts';
import {
  checkedLine,
  type PaymentContext,
} from '../../../src/machines/money/payments/payment-context.ts';
import { paymentMachine } from '../../../src/machines/money/payments/payment.machine.ts';
import { HERE } from '../account/session-world.ts';
import { exploreFrom, nobody } from '../machines/explore.ts';
import { invoiceOf, secretPair } from './invoices.ts';
import { giftNews } from './money-walks.ts';
import { giftWant, ME, PROVIDER, receiptOf, SERVICE, zapWant } from './money-world.ts';
import { lockedProofs } from './nutzap-payment-world.ts';

export const INTENT = 'i';
export const NOW = seconds(Math.ceil(Date.now() / 1_000));
const LONG_AGO = seconds(1_600_000_000);
const { hash, preimage } = secretPair(1);
const INVOICE = invoiceOf(hash, { amountMsats: 42_000, timestamp: Number(NOW) });
/** Its hash is of another text than the request. */
const UNBOUND = invoiceOf(hash, {
  amountMsats: 42_000,
  timestamp: Number(NOW),
  describes: 'something else',
});
const DEARER = invoiceOf(hash, { amountMsats: 43_000, timestamp: Number(NOW) });
const VERIFY = 'https://pay.example/v';

const wallet: Payer = { by: 'wallet', wallet: 'w1' };
const ecash: Payer = { by: 'ecash', mint: 'https://mint.example' };
const invoiceWant = { type: 'invoice', invoice: INVOICE, amountMsats: 42_000 } as const;
const said: MoneyMessage = { code: 'said', params: { text: 'no' } };

const checkedAt = (at = NOW, verify?: string): PaymentEntry => ({
  type: 'checked',
  intent: INTENT,
  at,
  invoice: INVOICE,
  hash,
  amountMsats: 42_000,
  expiresAt: plus(at, seconds(3_600)),
  provider: PROVIDER,
  verify,
});
/** The log of a zap that an earlier page began, up to an entry of that type. */
function linesTo(last: PaymentEntry['type'], at = NOW, verify?: string): readonly PaymentEntry[] {
  const base = { intent: INTENT, at } as const;
  const all: readonly PaymentEntry[] = [
    { ...base, type: 'asked', want: zapWant() },
    checkedAt(at, verify),
    { ...base, type: 'paying', payer: wallet, limits: {} },
    { ...base, type: 'doubted', reason: { code: 'pay.walletSilent' } },
  ];
  return all.slice(0, all.findIndex(({ type }) => type === last) + 1);
}

/** How a payment begins: the order of the user, or the log of an earlier page. */
export const BEGINNINGS = {
  'a zap from a wallet': { want: zapWant(), payer: wallet, log: [] },
  'a zap by QR code': { want: zapWant(), payer: { by: 'shown' }, log: [] },
  'an invoice to the browser': { want: invoiceWant, payer: { by: 'webln' }, log: [] },
  'an invoice from ecash': { want: invoiceWant, payer: ecash, log: [] },
  'a nutzap': { want: giftWant(), payer: ecash, log: [] },
  'a zap that another tab begins': { want: zapWant(), payer: wallet, log: linesTo('asked') },
  'a zap that another tab pays': { want: zapWant(), payer: wallet, log: linesTo('paying') },
  'a zap in doubt with a service that tells': {
    want: zapWant(),
    payer: wallet,
    log: linesTo('doubted', NOW, VERIFY),
  },
  'a zap in doubt since long': {
    want: zapWant(),
    payer: wallet,
    log: linesTo('doubted', LONG_AGO),
  },
} as const satisfies Record<string, { log: readonly PaymentEntry[] } & Partial<PaymentContext>>;
export type Beginning = keyof typeof BEGINNINGS;

const recordIn = (entries: readonly PaymentEntry[]) => foldPayments(new Map(), entries).get(INTENT);
const stateIn = (record: PaymentRecord | undefined) => record && paymentStateOf(record);
const isOld = ({ record }: PaymentContext) =>
  record?.checked !== undefined && record.checked.expiresAt < NOW;

export function keyOf({ value, context }: AnyMachineSnapshot): string {
  const {
    want,
    payer,
    record,
    reason,
    proof,
    feesMsats,
    gift,
    isUnsigned,
    answer,
  }: PaymentContext = context;
  const { checked, paid, failure, doubt } = record ?? {};
  const [place] = typeof value === 'string' ? [value] : Object.keys(value);
  return JSON.stringify([
    value,
    want.type,
    payer.by,
    stateIn(record),
    place === 'failing' || place === 'doubting' ? reason.code : failure?.code,
    place === 'shown' && reason.code === 'pay.declined',
    place === 'noting' && answer?.invoice === UNBOUND,
    place === 'proving' ? [proof?.by, feesMsats] : [paid?.proof.by, paid?.feesMsats],
    checked?.verify !== undefined,
    isOld(context),
    [gift !== undefined, isUnsigned, doubt?.code === 'pay.unpublished'],
  ]);
}

/** Return the entry that a payment in this state waits for. */
function awaited({ value, context }: AnyMachineSnapshot): PaymentLogEntry | undefined {
  const { want, group, payer, reason, proof, feesMsats, record }: PaymentContext = context;
  const intent = INTENT;
  const [place] = typeof value === 'string' ? [value] : Object.keys(value);
  if (place === 'recording') return { type: 'asked', intent, want, group };
  if (place === 'noting') return checkedLine(context);
  if (place === 'claiming') return { type: 'paying', intent, payer, limits: {} };
  if (place === 'doubting') return { type: 'doubted', intent, reason };
  if (place === 'proving' && proof) return { type: 'paid', intent, proof, feesMsats };
  const isDeclined = place === 'shown' && reason.code === 'pay.declined' && !record?.failure;
  if (place === 'failing' || isDeclined) return { type: 'failed', intent, reason };
  const isNews = place === 'unresolved' && reason.code === 'pay.unpublished';
  return isNews && record?.doubt?.code !== reason.code
    ? { type: 'doubted', intent, reason }
    : undefined;
}

/** Return the entries that another tab may write. */
function foreign({ value, context }: AnyMachineSnapshot): readonly PaymentEntry[] {
  const { record, want }: PaymentContext = context;
  const base = { intent: INTENT, at: NOW } as const;
  if (!record) return value === 'following' ? [{ ...base, type: 'asked', want }] : [];
  const paid: PaymentEntry = { ...base, type: 'paid', proof: { by: 'preimage', preimage } };
  if (value === 'following')
    return record.checked
      ? [{ ...base, type: 'paying', payer: wallet, limits: {} }]
      : [checkedAt(), { ...base, type: 'failed', reason: { code: 'pay.declined' } }];
  return value.foreign || value.unresolved ? [paid] : [];
}

function recorded(snapshot: AnyMachineSnapshot): AnyEventObject[] {
  const line = awaited(snapshot);
  const own = line ? [{ ...line, at: NOW }] : [];
  const { record }: PaymentContext = snapshot.context;
  const after = (entry: PaymentEntry) =>
    foldPayments(new Map(record ? [[INTENT, record]] : []), [entry]).get(INTENT);
  return (
    [
      ...own.map((entry) => ({ own: [entry], entry, line: entry.type })),
      ...foreign(snapshot).map((entry) => ({ own: [], entry, line: `other tab: ${entry.type}` })),
    ]
      .map((one) => ({ type: 'payment.recorded', record: after(one.entry), ...one }))
      // the log refuses an entry that does not follow
      .filter((one) => one.record !== record)
  );
}

const transaction = {
  type: 'outgoing',
  hash,
  preimage: undefined,
  amountMsats: 42_000,
  feesMsats: 1_000,
  description: '',
  at: undefined,
} as const;
const settled = { ...transaction, state: 'settled', preimage } as const;
const refusal = (isDefinite: boolean) =>
  ({ method: 'error', code: 'X', isDefinite, words: said }) as const;

/** Answers of the wallet to the request that it got last. */
const answers = ({ value }: AnyMachineSnapshot) =>
  (value === 'paying'
    ? [
        { method: 'pay_invoice', preimage, feesMsats: 1_000 },
        { method: 'pay_invoice', preimage: secretPair(2).preimage, feesMsats: 0 },
        refusal(true),
        refusal(false),
        undefined,
      ]
    : [
        { method: 'lookup_invoice', transaction: settled },
        { method: 'lookup_invoice', transaction: { ...settled, preimage: undefined } },
        { method: 'lookup_invoice', transaction: { ...transaction, state: 'failed' } },
      ]
  ).map((reply) => ({
    type: 'payment.answered',
    method: value === 'paying' ? 'pay_invoice' : 'lookup_invoice',
    reply,
    at: NOW,
  }));

const outputs = (port: string, all: readonly unknown[]) => {
  const type = `xstate.done.actor.${port}`;
  const error = `xstate.error.actor.${port}`;
  return {
    [type]: all.map((output) => ({ type, output })),
    [error]: [{ type: error, error: new Error('x') }],
  };
};

/** States that only a zap from a wallet explores. Other payments take one path through them. */
const HURRIED = new Set(['recording', 'resolving', 'signing', 'requesting', 'noting', 'claiming']);
/** Reasons and proofs whose entry the log may also refuse, or never write. */
const REFUSED = new Set(['pay.unsigned', 'pay.saidUnpaid', 'person']);

function allows({ value, context }: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const { record, payer, want, reason, proof }: PaymentContext = context;
  const { type } = event;
  const [place = ''] = typeof value === 'string' ? [value] : Object.keys(value);
  const isHurried = payer.by !== 'wallet' && HURRIED.has(place);
  if (/^xstate\.\w+\.actor\.lock$/.test(type)) return false;
  // the log has told of the other tab's payment by then
  if (place === 'following' && !record) return type === 'payment.recorded';
  if (type === 'payment.lockAcquired') return place === 'foreign' || place === 'following';
  if (type === 'payment.refused' || type.startsWith('xstate.after.writing')) {
    if (isHurried) return false;
    const why = place === 'proving' ? proof?.by : place === 'failing' ? reason.code : undefined;
    const isTried =
      place === 'doubting' ? reason.code === 'pay.walletSilent' && payer.by === 'wallet' : true;
    return isTried && (why === undefined || REFUSED.has(why));
  }
  if (type === 'payment.recorded') return true;
  if (place === 'following' && payer.by !== 'wallet') return false;
  // a doubt that the log did not take is like the others
  if (place === 'unresolved' && stateIn(record) !== 'unknown') return type === 'payment.noticed';
  if (isHurried)
    return (
      (type === 'xstate.done.actor.service' && event['output'] === SERVICE) ||
      (type === 'sign.settled' && event['outcome'].ok) ||
      (type === 'xstate.done.actor.invoice' && event['output'].verify !== undefined)
    );
  switch (type) {
    case 'payment.answered':
      return payer.by === 'wallet' && (place !== 'foreign' || value.foreign === 'looking');
    case 'payment.decline':
      return place !== 'shown' || reason.code !== 'pay.declined';
    case 'payment.settle':
      return record !== undefined && event['paid']
        ? maySettleByHand(record, true, NOW)
        : record !== undefined && (maySettleByHand(record, false, NOW) || mayCallOff(record));
    case 'relay.events':
      return want.type === 'zap';
    case 'payment.noticed':
      return want.type !== 'nutzap' && payer.by !== 'ecash';
    case 'ecash.given':
    case 'outbox.jobChanged':
      return want.type === 'nutzap';
    case 'ecash.ended':
    case 'ecash.unheard':
    case 'ecash.held':
      return payer.by === 'ecash';
    case 'xstate.done.actor.invoice':
      return event['output'].verify === undefined;
    default:
      return true;
  }
}

/** The graph of a payment, from each beginning. */
export const graph = exploreFrom(paymentMachine, {
  inputs: Object.entries(BEGINNINGS).map(([beginning, { want, payer, log }]) => ({
    event: { type: 'payment.begun', beginning },
    input: {
      account: ME,
      intent: INTENT,
      group: INTENT,
      want,
      payer,
      walletRelays: [],
      limits: {},
      record: recordIn(log),
      home: HERE.home,
      signer: nobody as never,
      scope: nobody as never,
    },
  })),
  samples: {
    'payment.recorded': recorded,
    'payment.refused': (snapshot) => {
      const line = awaited(snapshot);
      const why =
        line?.type === 'paying' ? { code: 'pay.overDay', params: { limit: 1_000 } } : undefined;
      return line ? [{ type: 'payment.refused', line, why }] : [];
    },
    'payment.answered': answers,
    'payment.noticed': [{ type: 'payment.noticed', transaction: settled }],
    'payment.settle': [true, false].map((paid) => ({ type: 'payment.settle', paid })),
    'relay.events': ({ context }) => [
      { type: 'relay.events', url: 'x', events: [receiptOf(context.record)] },
    ],
    'sign.settled': [
      { ok: true, event: receiptOf(undefined) },
      { ok: false, failure: { code: 'event_not_signed' } },
      { ok: false, failure: { code: 'event_not_signed', detail: { code: 'key.inText' } } },
    ].map((outcome) => ({ type: 'sign.settled', id: 'zap', outcome })),
    'ecash.given': [
      {
        type: 'ecash.given',
        job: INTENT,
        proofs: lockedProofs('7'.repeat(64), [2]),
        feeSats: 0,
      },
    ],
    'ecash.ended': ({ context: { want } }) =>
      [
        ...(want.type === 'nutzap' ? [] : [{ isPaid: true, preimage, feeSats: 1 }]),
        { isPaid: false, reason: { code: 'notPaid' } },
      ].map((one) => ({ type: 'ecash.ended', job: INTENT, ...one })),
    'ecash.unheard': [{ type: 'ecash.unheard', job: INTENT }],
    'ecash.held': [{ type: 'ecash.held', job: INTENT, why: 'told' }],
    'outbox.jobChanged': [giftNews('accepted'), giftNews('rejected')],
    ...outputs('service', [SERVICE, { fault: { code: 'pay.badAddress' } }]),
    ...outputs('invoice', [
      { invoice: INVOICE, verify: undefined },
      { invoice: INVOICE, verify: VERIFY },
      { invoice: UNBOUND, verify: undefined },
      { invoice: DEARER, verify: undefined },
      { fault: { code: 'pay.badAddress' } },
    ]),
    ...outputs('verify', [{ isSettled: true, preimage }, undefined]),
    ...outputs('webln', [{ preimage }, { refused: said }, undefined]),
  },
  key: keyOf,
  allows,
});
