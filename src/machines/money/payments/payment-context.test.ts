import { expect, test } from 'vitest';
import { invoiceOf, secretPair } from '../../../../tests/support/money/invoices.ts';
import { from, signer } from '../../../../tests/support/machines/walk-samples.ts';
import { giftWant, SERVICE, zapWant } from '../../../../tests/support/money/money-world.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import { lockedSecret } from '../../../events/money/ecash/p2pk.ts';
import { foldPayments } from '../../../events/money/payments/payment-fold.ts';
import type {
  Payer,
  PaymentEntry,
  PaymentRecord,
  PaymentWant,
} from '../../../events/money/payments/payment.ts';
import type { WalletReply, WalletTransaction } from '../../../events/money/wallets/nwc-call.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { questionOf } from './payment-question.ts';
import {
  checkedLine,
  ecashOrder,
  giftFee,
  giftOrder,
  invoiceFault,
  lookPause,
  meltVerdict,
  openAmount,
  type PaymentContext,
  receiptIn,
  serviceFault,
  shownFor,
  transactionVerdict,
  verdictOf,
  verifiedProof,
} from './payment-context.ts';

const HOME = 'http://127.0.0.1:8080';
const MINT = 'https://mint.example';
const { hash, preimage } = secretPair(1);
const OTHER = secretPair(2);
const INVOICE = invoiceOf(hash, { amountMsats: 42_000 });
const at = seconds(1_000);
const wallet: Payer = { by: 'wallet', wallet: 'w1' };
const ecash: Payer = { by: 'ecash', mint: MINT };
const webln: Payer = { by: 'webln' };
const shown: Payer = { by: 'shown' };
const invoiceWant = (over: object = {}): PaymentWant => ({
  type: 'invoice',
  invoice: INVOICE,
  amountMsats: 42_000,
  ...over,
});

const BASE: PaymentContext = {
  account: 'e'.repeat(64),
  intent: 'i',
  group: 'i',
  want: zapWant(),
  payer: wallet,
  walletRelays: [],
  limits: {},
  record: undefined,
  home: HOME,
  signer,
  scope: from,
  service: SERVICE,
  request: undefined,
  answer: { invoice: INVOICE, verify: undefined },
  reason: { code: 'pay.walletSilent' },
  proof: undefined,
  feesMsats: undefined,
  looks: 0,
  gift: undefined,
  isUnsigned: false,
  isAlone: true,
};
const of = (over: Partial<PaymentContext> = {}): PaymentContext => ({ ...BASE, ...over });

function recordOf(want: PaymentWant, payer: Payer | undefined, more: object = {}): PaymentRecord {
  const base = { intent: 'i', at } as const;
  const lines: PaymentEntry[] = [{ ...base, type: 'asked', want }];
  if (want.type !== 'nutzap')
    lines.push({
      ...base,
      type: 'checked',
      invoice: INVOICE,
      hash,
      amountMsats: 42_000,
      expiresAt: seconds(5_000),
      provider: 'c'.repeat(64),
      ...more,
    });
  if (payer) lines.push({ ...base, type: 'paying', payer, limits: {}, mostFeeMsats: 7_000 });
  const record = foldPayments(new Map(), lines).get('i');
  if (!record) throw new Error('no record');
  return record;
}
const PAYING = of({ record: recordOf(zapWant(), wallet) });

test('E-38 INV-PAY an invoice is refused if its amount or hash differs from the order', () => {
  const fault = (over: Partial<PaymentContext>) => invoiceFault(of(over));
  const answered = (invoice: string) => fault({ answer: { invoice, verify: undefined } });
  expect([fault({}), answered('x'), fault({ answer: undefined })]).toEqual([
    undefined,
    { code: 'pay.badInvoice' },
    { code: 'pay.badInvoice' },
  ]);
  expect(answered(invoiceOf(hash, { amountMsats: 42_001 }))).toEqual({
    code: 'pay.otherAmount',
    params: { asked: 42_000, invoiced: 42_001 },
  });
  expect(answered(invoiceOf(hash))).toEqual({ code: 'pay.anyAmount' });
  expect(fault({ want: invoiceWant() })).toBeUndefined();
  expect(fault({ want: invoiceWant({ amountMsats: 42_001 }) })?.code).toBe('pay.otherAmount');
});

test('INV-PAY ZAP-06 an invoice without a payment secret, or signed by no key, is not paid', () => {
  for (const flaw of [
    { without: 'secret' },
    { without: 'hash' },
    { signature: 'zeros' },
    { signature: 'ones' },
  ] as const) {
    const invoice = invoiceOf(hash, { amountMsats: 42_000, ...flaw });
    expect([
      invoiceFault(of({ answer: { invoice, verify: undefined } })),
      invoiceFault(of({ want: invoiceWant({ invoice }) })),
      checkedLine(of({ want: invoiceWant({ invoice }) })),
    ]).toEqual([{ code: 'pay.badInvoice' }, { code: 'pay.badInvoice' }, undefined]);
  }
});

test('INV-PAY an invoice without an amount is paid only by a wallet, or shown, with a whole amount', () => {
  const open = (payer: Payer, amountMsats = 42_000) =>
    invoiceFault(of({ want: invoiceWant({ invoice: invoiceOf(hash), amountMsats }), payer }))?.code;
  expect([wallet, shown, webln, ecash].map((payer) => open(payer))).toEqual([
    undefined,
    undefined,
    'pay.anyAmount',
    'pay.anyAmount',
  ]);
  expect([0, -1, 1.5, 1].map((amount) => open(wallet, amount))).toEqual([
    'pay.badInvoice',
    'pay.badInvoice',
    'pay.badInvoice',
    undefined,
  ]);
});

test('INV-PAY play money is paid only to the own service, and only from a wallet of the own service', () => {
  const invoice = invoiceOf(hash, { amountMsats: 42_000, prefix: 'lnbcrt' });
  const answer = { invoice, verify: undefined };
  const code = (over: Partial<PaymentContext>) => invoiceFault(of({ answer, ...over }));
  const refused = { code: 'pay.otherNetwork', params: { network: 'regtest' } };
  expect([code({}), code({ service: { ...SERVICE, url: `${HOME}/pay` } })]).toEqual([
    refused,
    undefined,
  ]);
  const [own, theirs] = ['ws://127.0.0.1:8080', 'wss://wallet.example'];
  const given = (over: Partial<PaymentContext>, more: object = {}) =>
    code({ want: invoiceWant({ invoice, ...more }), ...over });
  expect([given({ walletRelays: [own] }), given({ walletRelays: [theirs] })]).toEqual([
    undefined,
    refused,
  ]);
  expect([
    given({ payer: { by: 'ecash', mint: `${HOME}/mint` } }),
    given({ payer: ecash }),
  ]).toEqual([undefined, refused]);
  expect([given({ payer: shown }), given({ payer: webln })]).toEqual([undefined, refused]);
  expect([given({}, { payee: `${HOME}/mint` }), given({ payer: shown }, { payee: MINT })]).toEqual([
    undefined,
    refused,
  ]);
  expect(code({ payer: shown })).toEqual(refused);
});

test('BEYOND-06 the log entry of a checked invoice names its hash, end, provider, request and check', () => {
  const request = { id: 'r', text: '{}' };
  const answer = { invoice: INVOICE, verify: 'https://pay.example/v' };
  expect(checkedLine(of({ request, answer }))).toEqual({
    type: 'checked',
    intent: 'i',
    invoice: INVOICE,
    hash,
    amountMsats: 42_000,
    expiresAt: 1_700_003_600,
    provider: SERVICE.provider,
    request: 'r',
    verify: 'https://pay.example/v',
  });
  expect([
    checkedLine(of({ answer: undefined })),
    checkedLine(of({ answer: { ...answer, invoice: 'x' } })),
  ]).toEqual([undefined, undefined]);
  const plain = checkedLine(of({ want: invoiceWant({ invoice: ` ${INVOICE.toUpperCase()} ` }) }));
  expect(plain).toMatchObject({ invoice: INVOICE, provider: undefined, verify: undefined });
});

test('INV-PAY only shown play money is verified by the own service', () => {
  const line = (prefix: string, payer: Payer) => {
    const invoice = invoiceOf(hash, { amountMsats: 42_000, prefix });
    const made = checkedLine(of({ want: invoiceWant({ invoice }), payer, answer: undefined }));
    return made?.type === 'checked' ? made.verify : 'none';
  };
  expect([line('lnbcrt', shown), line('lnbc', shown), line('lnbcrt', wallet)]).toEqual([
    `${HOME}/lnurl/verify/${hash}`,
    undefined,
    undefined,
  ]);
});

test('ZAP-02 a service is refused if it signs no receipts, or if the amount is out of its range', () => {
  const fault = (want: PaymentWant, over: object = {}) =>
    serviceFault(want, { ...SERVICE, ...over });
  expect([fault(zapWant()), fault(zapWant(), { provider: undefined })]).toEqual([
    undefined,
    { code: 'pay.noZaps' },
  ]);
  const plain: PaymentWant = { type: 'address', address: 'a', amountMsats: 42_000, message: '' };
  expect(fault(plain, { provider: undefined })).toBeUndefined();
  expect([fault(plain, { minMsats: 42_000 }), fault(plain, { maxMsats: 42_000 })]).toEqual([
    undefined,
    undefined,
  ]);
  expect([
    fault(plain, { minMsats: 42_001, maxMsats: 50_000 }),
    fault(plain, { minMsats: 1, maxMsats: 41_999 }),
  ]).toEqual([
    { code: 'pay.outOfRange', params: { min: 42_001, max: 50_000 } },
    { code: 'pay.outOfRange', params: { min: 1, max: 41_999 } },
  ]);
});

test('E-40 a reply counts only with the preimage of this invoice; a definite error is a refusal', () => {
  const verdict = (reply: WalletReply | undefined, more: object = {}, context = PAYING) =>
    verdictOf(context, { type: 'payment.answered', method: 'pay_invoice', reply, at, ...more });
  const paid = { method: 'pay_invoice', preimage, feesMsats: 3 } as const;
  expect(verdict(paid)).toEqual({ proof: { by: 'preimage', preimage }, feesMsats: 3 });
  expect(verdict({ ...paid, preimage: OTHER.preimage })).toEqual({
    doubt: { code: 'pay.badProof' },
  });
  expect([verdict(undefined), verdict(paid, {}, of())]).toEqual([undefined, undefined]);
  expect(verdict({ method: 'get_balance', balanceMsats: 1 })).toBeUndefined();
  const words = { code: 'pay.declined' } as const;
  const error = (code: string, isDefinite: boolean) =>
    ({ method: 'error', code, isDefinite, words }) as const;
  expect([verdict(error('QUOTA', true)), verdict(error('OTHER', false))]).toEqual([
    { failure: words },
    undefined,
  ]);
  const looked = (code: string, when: number) =>
    verdict(error(code, true), { method: 'lookup_invoice', at: seconds(when) });
  expect([looked('NOT_FOUND', 5_000 + 3_601), looked('NOT_FOUND', 5_000 + 3_600)]).toEqual([
    { failure: { code: 'pay.neverPaid' } },
    undefined,
  ]);
  expect(looked('OTHER', 9_999)).toBeUndefined();
});

test('E-40 a transaction counts only with this hash, its preimage, or an end of an outgoing payment', () => {
  const checked = PAYING.record?.checked;
  if (!checked) throw new Error('not checked');
  const base: WalletTransaction = {
    type: 'outgoing',
    state: 'pending',
    hash,
    preimage: undefined,
    amountMsats: 42_000,
    feesMsats: 2,
    description: '',
    at: undefined,
  };
  const verdict = (over: Partial<WalletTransaction>) =>
    transactionVerdict(checked, { ...base, ...over });
  const proven = { proof: { by: 'preimage', preimage }, feesMsats: 2 };
  expect(verdict({})).toBeUndefined();
  expect([verdict({ preimage }), verdict({ preimage, hash: undefined })]).toEqual([proven, proven]);
  expect(verdict({ preimage, hash: OTHER.hash })).toBeUndefined();
  expect([
    verdict({ type: 'incoming', preimage }),
    verdict({ type: 'incoming', preimage, state: 'settled' }),
  ]).toEqual([undefined, proven]);
  expect(verdict({ state: 'settled' })).toEqual({ proof: { by: 'lookup' }, feesMsats: 2 });
  expect([
    verdict({ state: 'settled', preimage: OTHER.preimage }),
    verdict({ state: 'settled', hash: undefined }),
    verdict({ state: 'settled', type: 'incoming' }),
  ]).toEqual([undefined, undefined, undefined]);
  for (const state of ['failed', 'expired'] as const)
    expect(verdict({ state })).toEqual({ failure: { code: 'pay.neverPaid' } });
  expect(verdict({ state: 'failed', type: 'incoming' })).toBeUndefined();
});

test('BEYOND-06 a shown invoice is awaited until its end and ten minutes more, at most for a day', () => {
  const shownUntil = (expiresAt: number) =>
    shownFor(of({ record: recordOf(zapWant(), shown, { expiresAt: seconds(expiresAt) }) }));
  const grace = 600_000;
  expect([shownUntil(1_060), shownUntil(1_000_000)]).toEqual([60_000 + grace, 86_400_000 + grace]);
  expect([shownFor(of()), shownFor(of({ record: recordOf(zapWant(), undefined) }))]).toEqual([
    grace,
    grace,
  ]);
});

test('BEYOND-06 the pause between two lookups doubles from five seconds up to ten minutes', () => {
  expect([0, 1, 2, 3, 7, 8, 50].map((looks) => lookPause(of({ looks })))).toEqual([
    5_000, 5_000, 10_000, 20_000, 320_000, 600_000, 600_000,
  ]);
});

test('ZAP-05 a receipt is found by its provider and invoice; a service proves with or without a preimage', () => {
  const receipt = trusted({
    kind: KIND.Zap,
    pubkey: 'c'.repeat(64),
    tags: [['bolt11', INVOICE]],
  });
  const found = (context: PaymentContext) => receiptIn(context, [trusted({}), receipt]);
  expect([found(PAYING), found(of()), receiptIn(PAYING, [])]).toEqual([
    receipt.id,
    undefined,
    undefined,
  ]);
  const record = recordOf(zapWant(), wallet, { provider: undefined });
  expect(found(of({ record }))).toBeUndefined();
  const proof = (isSettled: boolean, shownPreimage?: string, context = PAYING) =>
    verifiedProof(context, { isSettled, preimage: shownPreimage });
  expect([proof(true), proof(true, preimage), proof(true, OTHER.preimage)]).toEqual([
    { by: 'lookup' },
    { by: 'preimage', preimage },
    undefined,
  ]);
  expect([proof(false), proof(true, preimage, of()), verifiedProof(PAYING, undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([openAmount(INVOICE, 5), openAmount(invoiceOf(hash), 5)]).toEqual([undefined, 5]);
});

const key = '7'.repeat(64);
const giftProof = (secret: string) => ({
  id: '009a1f293253e41e',
  amount: 1,
  secret: secretOf(secret),
  C: `02${key}`,
});

test('NIP-61 E-36 a nutzap is published only with ecash that is locked to its recipient', () => {
  const record = recordOf(giftWant(), ecash);
  const locked = giftProof(lockedSecret(key, 'n'));
  const order = giftOrder(of({ want: giftWant(), record, gift: [locked] }));
  expect(order).toMatchObject({ origin: 'nutzap i', now: at, relays: ['wss://ann.example'] });
  expect(order?.draft.tags.filter(([name]) => name === 'proof')).toHaveLength(1);
  const none = [
    of({ want: zapWant(), record, gift: [locked] }),
    of({ want: giftWant(), record, gift: undefined }),
    of({ want: giftWant(), record: recordOf(giftWant(), undefined), gift: [locked] }),
    of({ want: giftWant(), record: undefined, gift: [locked] }),
    of({ want: giftWant(), record, gift: [locked, giftProof('open')] }),
  ];
  expect(none.map(giftOrder)).toEqual(none.map(() => undefined));
});

test('E-39 E-42 a payment orders ecash only once it is logged, in whole sats rounded up', () => {
  const want = { ...giftWant(), amountMsats: 41_001 };
  const gift = ecashOrder(of({ want, record: recordOf(want, ecash) }), from);
  expect(gift).toEqual({
    type: 'ecash.send',
    job: 'i',
    mint: MINT,
    amount: 42,
    memo: '',
    now: at,
    lock: key,
    from,
  });
  const record = recordOf(zapWant(), ecash, { amountMsats: 41_001 });
  expect(ecashOrder(of({ record }), from)).toEqual({
    type: 'ecash.melt',
    job: 'i',
    mint: MINT,
    invoice: INVOICE,
    amount: 42,
    now: at,
    from,
  });
  expect([
    ecashOrder(of({ record: recordOf(zapWant(), undefined) }), from),
    ecashOrder(PAYING, from),
    ecashOrder(of(), from),
  ]).toEqual([undefined, undefined, undefined]);
  expect(
    [3, 0, -1].map((feeSats) => giftFee({ type: 'ecash.given', job: 'i', proofs: [], feeSats })),
  ).toEqual([3_000, 0, 0]);
});

test('E-42 the end of a melt is proof by itself; a refusal has the reason of its mint', () => {
  const context = of({ record: recordOf(zapWant(), ecash) });
  const base = { type: 'ecash.ended', job: 'i' } as const;
  const paid = (shownPreimage: string | undefined, feeSats = 2) =>
    meltVerdict(context, { ...base, isPaid: true, preimage: shownPreimage, feeSats });
  expect([paid(preimage), paid(OTHER.preimage), paid(undefined, -1)]).toEqual([
    { proof: { by: 'preimage', preimage }, feesMsats: 2_000 },
    { proof: { by: 'lookup' }, feesMsats: 2_000 },
    { proof: { by: 'lookup' }, feesMsats: 0 },
  ]);
  const refused = (reason: Parameters<typeof end>[0], want = zapWant()) => end(reason, want);
  function end(
    reason: { code: 'silent' | 'notEnough' | 'fee' } | { code: 'said'; text: string },
    want: PaymentWant,
  ) {
    return meltVerdict({ ...context, want }, { ...base, isPaid: false, reason });
  }
  expect([
    refused({ code: 'said', text: 'No route' }),
    refused({ code: 'notEnough' }),
    refused({ code: 'fee' }),
    refused({ code: 'silent' }),
    refused({ code: 'silent' }, giftWant()),
  ]).toEqual([
    { failure: { code: 'said', params: { text: 'No route' } } },
    { failure: { code: 'pay.notEnough' } },
    { failure: { code: 'pay.feeTooHigh', params: { limit: 7_000 } } },
    { failure: { code: 'pay.mintRefused' } },
    { failure: { code: 'pay.notGiven' } },
  ]);
  const foreign = { ...base, job: 'j', isPaid: true, preimage, feeSats: 0 } as const;
  expect(meltVerdict(context, foreign)).toBeUndefined();
});

test('SETTINGS-01 E-38 a question names the limit, or the host whose invoice describes another text', () => {
  const large = (wholeMsats: number | undefined, payer: Payer, askAbove?: number) =>
    questionOf(of({ wholeMsats, payer, limits: { askAbove } }));
  expect(large(undefined, wallet, 41_999)).toEqual({
    payer: wallet,
    isLarge: true,
    unbound: undefined,
  });
  expect([
    large(undefined, wallet, 42_000),
    large(undefined, wallet),
    large(undefined, shown, 1),
    large(10, wallet, 10),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  expect(large(50_000, wallet, 42_000)?.isLarge).toBe(true);
  const describes = (text: string, over: Partial<PaymentContext> = {}) => {
    const invoice = invoiceOf(hash, { amountMsats: 42_000, describes: text });
    return questionOf(of({ answer: { invoice, verify: undefined }, ...over }));
  };
  expect([describes('[]'), describes('x')]).toEqual([
    undefined,
    { payer: wallet, isLarge: false, unbound: 'pay.example' },
  ]);
  const request = { id: 'r', text: 'the request' };
  expect([describes('the request', { request }), describes('[]', { request })?.unbound]).toEqual([
    undefined,
    'pay.example',
  ]);
  const accepted = (host: string) => describes('x', { acceptedHosts: new Set([host]) });
  expect([accepted('pay.example'), accepted('other.example')?.unbound]).toEqual([
    undefined,
    'pay.example',
  ]);
  expect([
    describes('x', { want: invoiceWant() }),
    describes('x', { service: undefined }),
    questionOf(of({ answer: undefined })),
  ]).toEqual([undefined, undefined, undefined]);
});
