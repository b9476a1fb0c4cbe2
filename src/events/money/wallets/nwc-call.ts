import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord, parseJson } from '../../core/json.ts';
import { clip } from '../../core/text.ts';
import { type Seconds, seconds } from '../../core/time.ts';
import { type MoneyMessage, wordsOf } from '../payments/money-message.ts';

/**
 * A request to a wallet (NIP-47). Amounts in msats. `amountMsats` only for invoices that leave it
 * open. `hash`: the payment hash in hex.
 */
export type WalletCall =
  | { readonly method: 'get_info' }
  | { readonly method: 'get_balance' }
  | {
      readonly method: 'pay_invoice';
      readonly invoice: string;
      readonly amountMsats?: number | undefined;
    }
  | { readonly method: 'lookup_invoice'; readonly hash: string }
  | { readonly method: 'list_transactions'; readonly limit: number };

export type WalletMethod = WalletCall['method'];

/** One transaction of a wallet. `pending`: the result is unknown. */
export interface WalletTransaction {
  readonly type: 'incoming' | 'outgoing';
  readonly state: 'pending' | 'settled' | 'failed' | 'expired';
  readonly hash: string | undefined;
  readonly preimage: string | undefined;
  readonly amountMsats: number;
  readonly feesMsats: number;
  readonly description: string;
  readonly at: Seconds | undefined;
}

/** A wallet's reply. `isDefinite`: the error means that nothing was paid, and nothing will be. */
export type WalletReply =
  | {
      readonly method: 'get_info';
      readonly alias: string;
      readonly methods: readonly string[];
      readonly network: string;
    }
  | { readonly method: 'get_balance'; readonly balanceMsats: number }
  | {
      readonly method: 'pay_invoice';
      readonly preimage: string;
      readonly feesMsats: number | undefined;
    }
  | { readonly method: 'lookup_invoice'; readonly transaction: WalletTransaction }
  | { readonly method: 'list_transactions'; readonly transactions: readonly WalletTransaction[] }
  | {
      readonly method: 'error';
      readonly code: string;
      readonly isDefinite: boolean;
      readonly words: MoneyMessage;
    };

/** A notification that a wallet sends unasked. */
export interface WalletNotice {
  readonly type: 'payment_sent' | 'payment_received';
  readonly transaction: WalletTransaction;
}

const MAX_ANSWER = 512 * 1024;
const MAX_TRANSACTIONS = 100;
const MAX_DESCRIPTION = 500;
const MAX_METHODS = 50;

/**
 * Errors by which a wallet says that it did not pay and will not (NIP-47). `INTERNAL`, `OTHER` and
 * unknown codes do not mean that.
 */
const DEFINITE: ReadonlySet<string> = new Set([
  'RATE_LIMITED',
  'NOT_IMPLEMENTED',
  'INSUFFICIENT_BALANCE',
  'QUOTA_EXCEEDED',
  'RESTRICTED',
  'UNAUTHORIZED',
  'PAYMENT_FAILED',
  'NOT_FOUND',
  'UNSUPPORTED_ENCRYPTION',
]);

export function walletRequest(call: WalletCall): string {
  return JSON.stringify({ method: call.method, params: paramsOf(call) });
}

function paramsOf(call: WalletCall): Readonly<Record<string, unknown>> {
  switch (call.method) {
    case 'pay_invoice':
      return {
        invoice: call.invoice,
        ...(call.amountMsats === undefined ? {} : { amount: call.amountMsats }),
      };
    case 'lookup_invoice':
      return { payment_hash: call.hash };
    case 'list_transactions':
      return { limit: call.limit, unpaid: false };
    default:
      return {};
  }
}

/**
 * Read a decrypted reply to that method. A malformed reply is `undefined` and counts as no reply
 * (E-40).
 */
export function readReply(text: string, method: WalletMethod): WalletReply | undefined {
  const value = text.length > MAX_ANSWER ? undefined : parseJson(text);
  if (!isRecord(value) || field(value, 'result_type') !== method) return undefined;
  const [error, result] = [field(value, 'error'), field(value, 'result')];
  if (isRecord(error)) {
    const [code, message] = [field(error, 'code'), field(error, 'message')];
    const known = typeof code === 'string' ? code : 'OTHER';
    const words = typeof message === 'string' && message !== '' ? message : known;
    return { method: 'error', code: known, isDefinite: DEFINITE.has(known), words: wordsOf(words) };
  }
  return isRecord(result) ? readResult(result, method) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function readResult(result: Fields, method: WalletMethod): WalletReply | undefined {
  switch (method) {
    case 'get_info':
      return {
        method,
        alias: textOf(result, 'alias'),
        methods: textsOf(result, 'methods'),
        network: textOf(result, 'network'),
      };
    case 'get_balance': {
      const balanceMsats = msatsOf(result, 'balance');
      return balanceMsats === undefined ? undefined : { method, balanceMsats };
    }
    case 'pay_invoice':
      return {
        method,
        preimage: textOf(result, 'preimage').toLowerCase(),
        feesMsats: msatsOf(result, 'fees_paid'),
      };
    case 'lookup_invoice': {
      const transaction = readTransaction(result);
      return transaction && { method, transaction };
    }
    case 'list_transactions': {
      const list = field(result, 'transactions');
      if (!Array.isArray(list)) return undefined;
      const known: readonly unknown[] = list.slice(0, MAX_TRANSACTIONS);
      return { method, transactions: known.flatMap((one) => readTransaction(one) ?? []) };
    }
  }
}

/** Read a wallet's notification. `undefined` if it is malformed. */
export function readNotice(text: string): WalletNotice | undefined {
  const value = text.length > MAX_ANSWER ? undefined : parseJson(text);
  if (!isRecord(value)) return undefined;
  const type = field(value, 'notification_type');
  const transaction = readTransaction(field(value, 'notification'));
  return transaction && (type === 'payment_sent' || type === 'payment_received')
    ? { type, transaction }
    : undefined;
}

/**
 * A wallet that sends no state marks a settled transaction by `settled_at`, or by the preimage of
 * an outgoing payment.
 */
function readTransaction(value: unknown): WalletTransaction | undefined {
  if (!isRecord(value)) return undefined;
  const type = field(value, 'type') === 'incoming' ? 'incoming' : 'outgoing';
  const hash = textOf(value, 'payment_hash').toLowerCase();
  const preimage = textOf(value, 'preimage').toLowerCase();
  const settledAt = msatsOf(value, 'settled_at');
  const at = settledAt || msatsOf(value, 'created_at');
  return {
    type,
    state: stateIn(field(value, 'state'), (settledAt ?? 0) > 0),
    hash: isHex(hash, 64) ? hash : undefined,
    preimage: isHex(preimage, 64) ? preimage : undefined,
    amountMsats: msatsOf(value, 'amount') ?? 0,
    feesMsats: msatsOf(value, 'fees_paid') ?? 0,
    description: clip(textOf(value, 'description'), MAX_DESCRIPTION),
    at: at === undefined ? undefined : seconds(at),
  };
}

function stateIn(state: unknown, isSettled: boolean): WalletTransaction['state'] {
  const known = typeof state === 'string' ? state.toLowerCase() : '';
  if (known === 'settled' || known === 'failed' || known === 'expired') return known;
  return known === '' && isSettled ? 'settled' : 'pending';
}

function textOf(record: Fields, key: string): string {
  const value = field(record, key);
  return typeof value === 'string' ? value : '';
}

function textsOf(record: Fields, key: string): readonly string[] {
  const value = field(record, key);
  return Array.isArray(value)
    ? value.filter((one) => typeof one === 'string').slice(0, MAX_METHODS)
    : [];
}

/** Return a safe integer that is not negative. */
function msatsOf(record: Fields, key: string): number | undefined {
  const value = field(record, key);
  return isNumber(value) && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
