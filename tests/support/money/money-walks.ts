import { type AnyEventObject, createActor, createMachine } from 'xstate';
import { JOIN, ends } from '../machines/walk-samples.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type {
  PaymentEntry,
  PaymentRecord,
  PaymentWant,
  Payer,
} from '../../../src/events/money/payments/payment.ts';
import { foldPayments } from '../../../src/events/money/payments/payment-fold.ts';
import type { MoneyMessage } from '../../../src/events/money/payments/money-message.ts';
import { seconds } from '../../../src/events/core/time.ts';
import type { Walk } from '../machines/app-walks.ts';
import { invoiceOf, secretPair } from './invoices.ts';
import { lockedProofs } from './nutzap-payment-world.ts';
import {
  ANN,
  CONNECTION,
  giftWant,
  HOME,
  ME,
  PROVIDER,
  receiptOf,
  SERVICE,
  zapWant,
} from './money-world.ts';
import { trusted } from '../events/trusted.ts';

const somebody = createActor(createMachine({})).start();
const error = new Error('x');
const { hash, preimage } = secretPair(1);
const invoice = invoiceOf(hash, { amountMsats: 42_000 });
const at = seconds(1_700_000_000);
const reason: MoneyMessage = { code: 'pay.walletSilent' };

const VERIFY = 'https://pay.example/v';

/** Return the entries of a payment up to one of that type. */
function linesTo(
  type: PaymentEntry['type'],
  payer: Payer = { by: 'wallet', wallet: 'w1' },
  verify?: string,
): readonly PaymentEntry[] {
  const asked: PaymentEntry = { type: 'asked', intent: 'i', at, want: zapWant() };
  const checked: PaymentEntry = {
    type: 'checked',
    intent: 'i',
    at,
    invoice,
    hash,
    amountMsats: 42_000,
    expiresAt: seconds(1_700_003_600),
    provider: PROVIDER,
    verify,
  };
  const paying: PaymentEntry = { type: 'paying', intent: 'i', at, payer, limits: {} };
  const before = [asked, checked, paying];
  const last: Partial<Record<PaymentEntry['type'], PaymentEntry>> = {
    doubted: { type: 'doubted', intent: 'i', at, reason },
    failed: { type: 'failed', intent: 'i', at, reason },
    paid: { type: 'paid', intent: 'i', at, proof: { by: 'preimage', preimage } },
  };
  const place = before.findIndex((entry) => entry.type === type);
  const end = last[type];
  return place >= 0 ? before.slice(0, place + 1) : [...before, ...(end ? [end] : [])];
}

function recordAt(...given: Parameters<typeof linesTo>): PaymentRecord | undefined {
  return foldPayments(new Map(), linesTo(...given)).get('i');
}

/** Return the event by which the log reports an entry of this tab, or of another. */
function recorded(...given: Parameters<typeof linesTo>): AnyEventObject[] {
  const record = recordAt(...given);
  return [linesTo(...given).slice(-1), []].map((own) => ({
    type: 'payment.recorded',
    record,
    own,
  }));
}

const movement = {
  type: 'outgoing',
  hash,
  preimage: undefined,
  amountMsats: 42_000,
  feesMsats: 0,
  description: '',
  at: undefined,
};
const settledMovement = { ...movement, state: 'settled', preimage };
const refusal = (isDefinite: boolean) => ({
  method: 'error',
  code: 'X',
  isDefinite,
  words: reason,
});

const payment = (want: PaymentWant, payer: Payer, more: object = {}) => ({
  account: ME,
  intent: 'i',
  group: 'i',
  want,
  payer,
  walletRelays: [],
  limits: {},
  record: undefined,
  home: HOME,
  signer: somebody,
  scope: somebody,
  ...more,
});
const BY_WALLET: Payer = { by: 'wallet', wallet: 'w1' };
const address: PaymentWant = {
  type: 'address',
  address: 'ann@pay.example',
  amountMsats: 42_000,
  message: '',
};
const proven = { isSettled: true, preimage };

/** A nutzap, and the outbox's report of its state. */
const GIFT = giftWant();
const giftLines: readonly PaymentEntry[] = [
  { type: 'asked', intent: 'i', at, want: GIFT },
  {
    type: 'paying',
    intent: 'i',
    at,
    payer: { by: 'ecash', mint: 'https://mint.example' },
    limits: {},
  },
  { type: 'doubted', intent: 'i', at, reason },
];
const giftRecord = (lines: number): PaymentRecord | undefined =>
  foldPayments(new Map(), giftLines.slice(0, lines)).get('i');
const giftRecorded = [1, 2, 3].map((lines) => ({
  type: 'payment.recorded',
  record: giftRecord(lines),
  own: giftLines.slice(lines - 1, lines),
}));
export const giftNews = (outcome: 'accepted' | 'rejected') => ({
  type: 'outbox.jobChanged',
  record: {
    job: 'j',
    account: ME,
    wish: { type: 'event', draft: { kind: 9_321, tags: [], content: '' }, origin: 'nutzap i' },
    at,
    template: undefined,
    event: trusted({ kind: 9_321, pubkey: ME }),
    refusal: undefined,
    relays: new Map([['wss://ann.example', { outcome }]]),
    broadcast: { outcome: 'rejected' },
    broadcastTo: [],
    imported: false,
    discarded: false,
  },
});

const moneyInput = { account: ME, bus: somebody, signer: somebody, scope: somebody, home: HOME };
const opened = (entries: readonly PaymentEntry[]) => ({
  type: 'paymentLog.opened',
  entries,
  now: at,
});
const kept = { connections: [CONNECTION], active: undefined, limits: {}, acceptedHosts: [] };
const SAVED_WALLETS = {
  nwcList: [['Alby', `${'A'.repeat(22)}==?iv=${'A'.repeat(22)}==`]],
  nwcActive: [],
};
const abilities = {
  type: 'walletConnection.abilitiesReceived',
  abilities: { methods: ['pay_invoice', 'get_balance'], scheme: 'nip44', notifies: false },
  at,
};

/** Walks of the machines of money, in the form of `walks`. */
export const moneyWalks: Record<
  | 'money'
  | 'holdings'
  | 'rate'
  | 'payment'
  | 'pendingZaps'
  | 'wallet'
  | 'zap'
  | 'resume'
  | 'savedWallets'
  | 'nutzapRecipient',
  Walk
> = {
  holdings: {
    input: { account: ME },
    samples: {
      ...ends('read', [{ wallets: [], ecash: new Map() }]),
    },
  },
  payment: {
    input: payment(zapWant(), BY_WALLET),
    also: [
      payment(address, BY_WALLET),
      payment({ type: 'invoice', invoice, amountMsats: 42_000 }, BY_WALLET, {
        limits: { askAbove: 1 },
      }),
      payment({ type: 'invoice', invoice, amountMsats: 41_000 }, BY_WALLET),
      payment(zapWant(), { by: 'webln' }),
      payment(zapWant(), { by: 'shown' }),
      ...(['asked', 'paying', 'doubted', 'paid'] as const).map((type) =>
        payment(zapWant(), BY_WALLET, { record: recordAt(type) }),
      ),
      payment(zapWant(), BY_WALLET, { record: recordAt('doubted', BY_WALLET, VERIFY) }),
      payment(zapWant(), { by: 'shown' }, { record: recordAt('paying', { by: 'shown' }, VERIFY) }),
      payment(GIFT, { by: 'ecash', mint: 'https://mint.example' }),
      payment(GIFT, { by: 'ecash', mint: 'https://mint.example' }, { record: giftRecord(3) }),
    ],
    samples: {
      'payment.recorded': [
        ...(['asked', 'checked', 'paying', 'doubted', 'failed', 'paid'] as const).flatMap((type) =>
          recorded(type),
        ),
        ...recorded('paying', { by: 'webln' }),
        ...recorded('paying', { by: 'shown' }),
        ...giftRecorded,
      ],
      'payment.lockAcquired': [{ type: 'payment.lockAcquired' }],
      'ecash.given': [
        { type: 'ecash.given', job: 'i', proofs: lockedProofs('7'.repeat(64), [2]), feeSats: 0 },
      ],
      'outbox.jobChanged': [giftNews('accepted'), giftNews('rejected')],
      ...ends('lock', [undefined]),
      'payment.refused': (['asked', 'checked', 'paying', 'doubted', 'paid', 'failed'] as const).map(
        (type) => ({
          type: 'payment.refused',
          line: { type, intent: 'i' },
          why: reason,
        }),
      ),
      'ecash.ended': [
        { type: 'ecash.ended', job: 'i', isPaid: true, preimage, feeSats: 1 },
        { type: 'ecash.ended', job: 'i', isPaid: false, reason: { code: 'notPaid' } },
      ],
      'ecash.unheard': [{ type: 'ecash.unheard', job: 'i' }],
      'ecash.held': [{ type: 'ecash.held', job: 'i', why: 'told' }],
      'payment.settle': [true, false].map((paid) => ({ type: 'payment.settle', paid })),
      'payment.answered': [
        { method: 'pay_invoice', preimage, feesMsats: 0 },
        refusal(true),
        refusal(false),
        { method: 'lookup_invoice', transaction: { ...movement, state: 'failed' } },
        undefined,
      ].map((reply) => ({ type: 'payment.answered', method: 'pay_invoice', reply, at })),
      'payment.noticed': [{ type: 'payment.noticed', transaction: settledMovement }],
      'relay.events': [
        { type: 'relay.events', url: 'x', events: [receiptOf({ checked: { invoice } })] },
      ],
      'sign.settled': [
        { ok: true, event: trusted({ kind: 9_734, pubkey: ME, tags: [['p', ANN]] }) },
        { ok: false, failure: { code: 'event_not_signed' } },
        { ok: false, failure: { code: 'event_not_signed', detail: { code: 'key.inText' } } },
      ].map((outcome) => ({ type: 'sign.settled', id: 'zap', outcome })),
      ...ends('service', [SERVICE, { fault: reason }]),
      ...ends('invoice', [{ invoice, verify: undefined }, { fault: reason }]),
      ...ends('verify', [proven, undefined]),
      ...ends('webln', [{ preimage }, { refused: reason }, undefined]),
    },
  },
  pendingZaps: {
    input: { scope: somebody },
    samples: {
      'pendingZaps.hold': [
        { type: 'pendingZaps.hold', zap: { id: 'e', zapped: { pubkey: ANN }, isGift: false } },
      ],
      'pendingZaps.take': [{ type: 'pendingZaps.take', id: 'e' }],
      'pendingZaps.begin': [
        { type: 'pendingZaps.begin', zap: { intent: 'i', target: ANN, sats: 1, base: 0 } },
      ],
      'pendingZaps.expired': [{ type: 'pendingZaps.expired', intent: 'i' }],
    },
    key: ({ context }) => JSON.stringify([context.waiting.length, context.early.size]),
  },
  wallet: {
    input: { connection: CONNECTION, scope: somebody },
    samples: {
      'peer.*': [JOIN],
      'walletConnection.notPermitted': [{ type: 'walletConnection.notPermitted' }],
      'wallet.refresh': [{ type: 'wallet.refresh' }, { type: 'wallet.refresh', isWanted: true }],
      'wallet.waited': [{ type: 'wallet.waited', calls: [] }],
      ...ends('connection', [undefined]),
      'walletConnection.abilitiesReceived': [abilities],
      'walletConnection.answered': [
        {
          type: 'walletConnection.answered',
          id: '1',
          reply: { method: 'get_balance', balanceMsats: 1 },
          at,
        },
      ],
      'walletConnection.unconfirmed': [{ type: 'walletConnection.unconfirmed', id: '1' }],
      'walletConnection.failed': [{ type: 'walletConnection.failed', id: '1', at, why: 'expired' }],
      'walletConnection.notified': [
        {
          type: 'walletConnection.notified',
          notice: { type: 'payment_sent', transaction: settledMovement },
        },
      ],
      'wallet.call': [
        { type: 'wallet.call', request: 'i', call: { method: 'get_balance' }, from: somebody },
      ],
      'wallet.timedOut': [{ type: 'wallet.timedOut', id: '1' }],
    },
    key: ({ value, context }) =>
      JSON.stringify([value, context.abilities !== undefined, context.asked.has('1')]),
  },
  zap: {
    input: {
      intent: 'i',
      zap: {
        target: { pubkey: ANN },
        recipients: [{ pubkey: ANN, address: 'ann@pay.example', weight: 1 }],
        relays: [],
        amountMsats: 42_000,
        message: '',
        name: 'Ann',
      },
      now: at,
      payer: undefined,
    },
    samples: {
      'zap.recorded': (['paying', 'paid'] as const).map((state) => ({
        type: 'zap.recorded',
        record: recordAt(state),
      })),
    },
    key: ({ value, context: { shares } }) =>
      JSON.stringify([value, [...shares.values()].map((record) => record?.paying !== undefined)]),
  },
  resume: {
    input: { account: ME, scope: somebody, opens: { type: 'money.open' } },
    samples: ends('hasUnfinishedWork', [true, false]),
  },
  nutzapRecipient: {
    input: { bus: somebody, scope: somebody, pubkey: ANN, relays: ['wss://own.example'] },
    samples: {
      ...ends('asking', [{ ok: false, reason: 'notice', text: '' }]),
      ...ends('writes', [{ ok: false, reason: 'notice', text: '' }]),
      'relay.events': [{ type: 'relay.events', url: 'wss://own.example', events: [] }],
      'relay.ended': [{ type: 'relay.ended', url: 'wss://own.example', complete: true }],
    },
  },
  rate: {
    input: { account: ME, bus: somebody, signer: somebody },
    samples: {
      'rate.want': ['EUR', 'USD'].map((currency) => ({ type: 'rate.want', currency })),
      ...ends('ask', [
        {
          ok: true,
          answer: {
            events: [],
            referenced: [],
            claims: [{ claim: 'other', kind: RESULT.ExchangeRate, content: { rate: '1' } }],
          },
        },
        { ok: false, reason: 'unsigned', text: '' },
      ]),
    },
  },
  savedWallets: {
    input: { account: ME, bus: somebody, signer: somebody },
    samples: {
      'saved.load': [{ type: 'saved.load' }],
      'saved.fetch': [{ type: 'saved.fetch' }],
      'saved.connect': [{ type: 'saved.connect', id: 'saved 0' }],
      'decrypt.read': ['no string', undefined].map((read) => ({
        type: 'decrypt.read',
        id: 'saved 0',
        text: read && secretOf(read),
      })),
      ...ends('ask', [
        {
          ok: true,
          answer: {
            events: [],
            referenced: [],
            claims: [{ claim: 'other', kind: RESULT.AppSubsettings, content: SAVED_WALLETS }],
          },
        },
        { ok: false, reason: 'unsigned', text: '' },
        { ok: false, reason: 'refused', text: 'invalid subkey' },
      ]),
      ...ends('decrypt', [{ isWhole: true }]),
    },
  },
  money: {
    input: moneyInput,
    samples: {
      ...ends('paymentLog', [undefined]),
      ...ends('walletStore', [undefined]),
      ...ends('rate', [undefined]),
      ...ends('savedWallets', [undefined]),
      ...ends('receipts', [{ ok: true, answer: { events: [], referenced: [], claims: [] } }]),
      'paymentLog.opened': [opened(linesTo('doubted')), opened([])],
      'paymentLog.appended': [{ type: 'paymentLog.appended', entries: linesTo('asked'), own: [] }],
      'paymentLog.refused': [
        {
          type: 'paymentLog.refused',
          lines: [{ line: { type: 'asked', intent: 'i' }, why: undefined }],
        },
      ],
      'walletStore.found': [{ type: 'walletStore.found', kept, hasWebln: true, hasEcash: true }],
      'payment.write': [{ type: 'payment.write', line: linesTo('asked')[0] }],
      'payment.call': [
        { type: 'payment.call', intent: 'i', wallet: 'w1', call: { method: 'get_balance' } },
      ],
      'payment.confirmationWanted': [
        {
          type: 'payment.confirmationWanted',
          intent: 'i',
          question: { payer: BY_WALLET, isLarge: true, unbound: undefined },
        },
      ],
      'wallet.answered': [
        { type: 'wallet.answered', request: 'i', method: 'get_balance', reply: undefined, at },
      ],
      'wallet.noticed': [{ type: 'wallet.noticed', transaction: settledMovement }],
      'zap.unconfirmed': [{ type: 'zap.unconfirmed', intent: 'z' }],
      'zap.outcomeUnknown': [{ type: 'zap.outcomeUnknown', intent: 'z' }],
      'money.*': [{ type: 'money.pay', intent: 'i', want: zapWant(), now: at }],
      'money.pay': [{ type: 'money.pay', intent: 'i', want: zapWant(), now: at, from: somebody }],
      // of two recipients: one has an open zap
      'money.zap': [ANN, ME].map((pubkey) => ({
        type: 'money.zap',
        intent: `z${pubkey}`,
        now: at,
        zap: {
          target: { pubkey },
          recipients: [],
          relays: [],
          amountMsats: 1_000,
          message: '',
          name: 'Ann',
        },
      })),
      'money.confirm': ['none', `z${ANN}`].map((intent) => ({ type: 'money.confirm', intent })),
      'money.decline': ['none', `z${ANN}`].map((intent) => ({ type: 'money.decline', intent })),
      'money.settle': [{ type: 'money.settle', intent: 'none', paid: true }],
      'money.load': [{ type: 'money.load', intent: 'none' }],
      'money.connect': [{ type: 'money.connect', connection: CONNECTION }],
      'money.disconnect': [{ type: 'money.disconnect', wallet: 'w1' }],
      'money.activate': [{ type: 'money.activate', payer: { by: 'shown' } }],
      'money.limit': [{ type: 'money.limit', limits: {} }],
      'money.findNutzapRecipient': [{ type: 'money.findNutzapRecipient', pubkey: ANN, relays: [] }],
      'money.watch': [{ type: 'money.watch', intent: `z${ANN}`, isOpen: true }],
      'money.rate': [{ type: 'money.rate', currency: 'EUR' }],
      'money.refresh': [{ type: 'money.refresh', wallet: 'none' }],
      'xstate.done.actor.*': ['payment i', 'taker x'].map((actorId) => ({
        type: `xstate.done.actor.${actorId}`,
        actorId,
        output: undefined,
      })),
      'xstate.error.actor.*': ['payment i', 'taker x'].map((actorId) => ({
        type: `xstate.error.actor.${actorId}`,
        actorId,
        error,
      })),
    },
    key: ({ value, context }) =>
      JSON.stringify([
        value,
        context.openedAt !== undefined,
        context.isShelved,
        context.repeated.size,
      ]),
  },
};
