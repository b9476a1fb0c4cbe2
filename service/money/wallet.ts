import { isHex } from '../../src/events/core/hex.ts';
import { field, isRecord } from '../../src/events/core/json.ts';
import { inSeconds, seconds, type Seconds } from '../../src/events/core/time.ts';
import type { PlayInvoice, PlayRefusal } from '../store/money/play-money.ts';
import type { Store } from '../store/store.ts';
import { type Money, MOST_MSATS } from './payments.ts';

/** Codes of NIP-47. */
export type WalletErrorCode =
  | 'RATE_LIMITED'
  | 'NOT_IMPLEMENTED'
  | 'INSUFFICIENT_BALANCE'
  | 'UNAUTHORIZED'
  | 'UNSUPPORTED_ENCRYPTION'
  | 'INTERNAL'
  | 'OTHER'
  | 'PAYMENT_FAILED'
  | 'NOT_FOUND';

type Fields = Readonly<Record<string, unknown>>;

/** A wallet's response to a request. */
export type WalletOutcome =
  | { readonly result: Fields }
  | { readonly error: { readonly code: WalletErrorCode; readonly message: string } };

/** A wallet: its account, its name, and the services behind it. */
export interface WalletAccount {
  /** Account of the ledger: a public key. */
  readonly account: string;
  readonly name: string;
  readonly lud16: string;
  readonly store: Pick<
    Store,
    'now' | 'playBalance' | 'playInvoice' | 'playInvoiceOf' | 'playInvoicesOf'
  >;
  readonly money: Pick<Money, 'node' | 'invoice' | 'pay'>;
}

export const WALLET_METHODS = [
  'pay_invoice',
  'make_invoice',
  'get_balance',
  'get_info',
  'list_transactions',
  'lookup_invoice',
] as const;
export const WALLET_NOTIFICATIONS = ['payment_received', 'payment_sent'] as const;

const EXPIRY = 3_600;
const LONGEST_EXPIRY = EXPIRY;
const LONGEST_TEXT = 500;
/** A response encrypted by NIP-44 has at most 65,535 bytes. */
const MOST_LISTED = 40;

const REFUSED: Readonly<Record<PlayRefusal, readonly [code: WalletErrorCode, message: string]>> = {
  unknown: ['PAYMENT_FAILED', 'Not an invoice of play sats of this service.'],
  expired: ['PAYMENT_FAILED', 'The invoice has expired.'],
  // Not PAYMENT_FAILED: a client that repeats a successful payment must not read that it failed.
  paid: ['OTHER', 'The invoice is paid already.'],
  short: ['INSUFFICIENT_BALANCE', 'There are too few play sats in this wallet.'],
};

/**
 * Answer one request (NIP-47). `ref` identifies the request: a repeated request gets the same
 * response, and pays or creates nothing.
 */
export async function answerWallet(
  desk: WalletAccount,
  request: unknown,
  ref: string,
): Promise<WalletOutcome> {
  const method = isRecord(request) ? field(request, 'method') : undefined;
  const said = isRecord(request) ? field(request, 'params') : undefined;
  const params = isRecord(said) ? said : {};
  switch (method) {
    case 'pay_invoice':
      return payInvoice(desk, params, ref);
    case 'make_invoice':
      return makeInvoice(desk, params, ref);
    case 'get_balance':
      return { result: { balance: await desk.store.playBalance(desk.account) } };
    case 'get_info':
      return { result: infoOf(desk) };
    case 'list_transactions':
      return listTransactions(desk, params);
    case 'lookup_invoice':
      return lookUp(desk, params);
    default:
      return walletError('NOT_IMPLEMENTED', 'This wallet does not know that method.');
  }
}

export function walletError(code: WalletErrorCode, message: string): WalletOutcome {
  return { error: { code, message } };
}

async function payInvoice(
  { account, money }: WalletAccount,
  params: Fields,
  ref: string,
): Promise<WalletOutcome> {
  const [bolt11, amount] = [field(params, 'invoice'), field(params, 'amount')];
  if (typeof bolt11 !== 'string')
    return walletError('OTHER', 'There is no invoice in the request.');
  // All invoices here contain their amount.
  if (amount !== undefined && amount !== null)
    return walletError('OTHER', 'The invoice says its amount itself.');
  const payment = await money.pay({ bolt11, payer: account, ref });
  if ('refused' in payment) return walletError(...REFUSED[payment.refused]);
  return { result: { preimage: payment.paid.preimage, fees_paid: 0 } };
}

async function makeInvoice(
  { account, name, money }: WalletAccount,
  params: Fields,
  ref: string,
): Promise<WalletOutcome> {
  const [msats, said, hash, expiry] = ['amount', 'description', 'description_hash', 'expiry'].map(
    (key) => field(params, key),
  );
  if (typeof msats !== 'number' || !Number.isInteger(msats) || msats < 1 || msats > MOST_MSATS)
    return walletError(
      'OTHER',
      `The amount must be a whole number of msats, ${MOST_MSATS} at most.`,
    );
  const textHash = typeof hash === 'string' && isHex(hash, 64) ? hash : undefined;
  const length =
    typeof expiry === 'number' && expiry >= 1
      ? Math.min(Math.floor(expiry), LONGEST_EXPIRY)
      : EXPIRY;
  const text =
    typeof said === 'string' && said.trim() !== ''
      ? said.slice(0, LONGEST_TEXT)
      : `Play sats for ${name}`;
  const invoice = await money.invoice({
    payee: account,
    msats,
    text,
    textHash,
    expiry: seconds(length),
    ref,
  });
  return { result: transactionOf(invoice, 'incoming') };
}

async function listTransactions(
  { account, store }: WalletAccount,
  params: Fields,
): Promise<WalletOutcome> {
  const count = (key: string, fallback: number) => {
    const value = field(params, key);
    return typeof value === 'number' && value >= 0
      ? Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER)
      : fallback;
  };
  const type = field(params, 'type');
  const invoices = await store.playInvoicesOf(account, {
    way: type === 'incoming' ? 'in' : type === 'outgoing' ? 'out' : 'both',
    isUnpaidToo: field(params, 'unpaid') === true,
    from: seconds(count('from', 0)),
    until: seconds(count('until', Number.MAX_SAFE_INTEGER)),
    limit: Math.min(count('limit', MOST_LISTED), MOST_LISTED),
    offset: count('offset', 0),
  });
  const now = store.now();
  return {
    result: {
      transactions: invoices.map((invoice) =>
        transactionOf(invoice, wayOf(invoice, account, type === 'incoming'), now),
      ),
    },
  };
}

/** Invoices are visible only to their payer and payee. */
async function lookUp({ account, store }: WalletAccount, params: Fields): Promise<WalletOutcome> {
  const [hash, bolt11] = [field(params, 'payment_hash'), field(params, 'invoice')];
  const named = typeof hash === 'string' ? hash.toLowerCase() : undefined;
  const invoice =
    named !== undefined
      ? await store.playInvoice(named)
      : typeof bolt11 === 'string'
        ? await store.playInvoiceOf(bolt11)
        : undefined;
  if (!invoice || (invoice.payee !== account && invoice.payer !== account)) {
    return walletError('NOT_FOUND', 'This wallet neither made nor paid such an invoice.');
  }
  return { result: transactionOf(invoice, wayOf(invoice, account, false), store.now()) };
}

/** A payment to oneself counts as outgoing. */
function wayOf(
  invoice: PlayInvoice,
  account: string,
  isIncoming: boolean,
): 'incoming' | 'outgoing' {
  return invoice.payer === account && !isIncoming ? 'outgoing' : 'incoming';
}

/**
 * Return an invoice as a wallet transaction. The preimage proves a payment, so it is included only
 * after the payment.
 */
export function transactionOf(
  invoice: PlayInvoice,
  type: 'incoming' | 'outgoing',
  now: Seconds = invoice.createdAt,
): Fields {
  const { paidAt, preimage } = invoice;
  const open = invoice.expiresAt <= now ? 'expired' : 'pending';
  return {
    type,
    state: paidAt === undefined ? open : 'settled',
    invoice: invoice.bolt11,
    description: invoice.text,
    ...(invoice.textHash === undefined ? {} : { description_hash: invoice.textHash }),
    ...(paidAt === undefined ? {} : { preimage }),
    payment_hash: invoice.hash,
    amount: invoice.msats,
    fees_paid: 0,
    created_at: inSeconds(invoice.createdAt),
    expires_at: inSeconds(invoice.expiresAt),
    ...(paidAt === undefined ? {} : { settled_at: inSeconds(paidAt) }),
    metadata: {},
  };
}

function infoOf({ name, lud16, money }: WalletAccount): Fields {
  return {
    alias: `Play sats of ${name}`,
    color: '#ff8c1a',
    pubkey: money.node,
    network: 'regtest',
    block_height: 0,
    block_hash: '0'.repeat(64),
    methods: WALLET_METHODS,
    notifications: WALLET_NOTIFICATIONS,
    lud16,
  };
}
