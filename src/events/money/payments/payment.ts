import { plus, type Seconds, seconds } from '../../core/time.ts';
import type { MoneyMessage } from './money-message.ts';
import type { Ours } from '../../nostr/ours.ts';

/**
 * The target of a zap: a person, and an event of theirs. Without an event it is the profile.
 * `address` of a replaceable event (`kind:pubkey:d`).
 */
export interface ZapTarget {
  readonly pubkey: string;
  readonly id?: string | undefined;
  readonly address?: string | undefined;
  readonly kind?: number | undefined;
}

/**
 * The target of a payment. Amounts in msats. `zap`: one recipient's share, through their lightning
 * address or lnurl (NIP-57). `relays` receive the receipt. `nutzap`: the same in ecash of a mint
 * that the recipient accepts (NIP-61), locked to `key`, published to `relays`. `named`: the mint as
 * the recipient writes it. `address`: a zap without a request (LUD-06, 12). `invoice`: a given
 * invoice (BOLT-11). `amountMsats` is the amount that the user saw, and is paid if the invoice
 * leaves the amount open. `payee`: the address of the service that issued the invoice, if known: a
 * mint.
 */
export type PaymentWant =
  | {
      readonly type: 'zap';
      readonly to: ZapTarget;
      readonly address: string;
      readonly relays: ReadonlyArray<Ours<string>>;
      readonly amountMsats: number;
      readonly message: string;
    }
  | {
      readonly type: 'nutzap';
      readonly to: ZapTarget;
      readonly mint: string;
      readonly named: string;
      readonly key: string;
      readonly relays: ReadonlyArray<Ours<string>>;
      readonly amountMsats: number;
      readonly message: string;
    }
  | {
      readonly type: 'address';
      readonly address: string;
      readonly amountMsats: number;
      readonly message: string;
    }
  | {
      readonly type: 'invoice';
      readonly invoice: string;
      readonly amountMsats: number;
      readonly payee?: string | undefined;
    };

/** Return the target of the zap. `undefined` if it is not a zap. */
export function zappedBy(want: PaymentWant): ZapTarget | undefined {
  return 'to' in want ? want.to : undefined;
}

/**
 * Return the key under which zaps of one target are counted: its address, its id, or the person.
 */
export function zapKeyOf({ address, id, pubkey }: ZapTarget): string {
  return address ?? id ?? pubkey;
}

/**
 * How it is paid: a connected wallet by its id (NIP-47), the browser's wallet (WebLN), ecash of a
 * mint, or any wallet that scans the invoice.
 */
export type Payer =
  | { readonly by: 'wallet'; readonly wallet: string }
  | { readonly by: 'ecash'; readonly mint: string }
  | { readonly by: 'webln' }
  | { readonly by: 'shown' };

/**
 * Limits that the user set, in msats. `undefined`: no limit. Each line stores the limits that it is
 * checked against.
 */
export interface Limits {
  readonly perDay?: number | undefined;
  readonly perWallet?: number | undefined;
}

/**
 * The proof of a payment: the preimage of its invoice's hash, or the id of a verified receipt
 * (NIP-57). Also the id of a published nutzap, the answer of a wallet or service, or the user's
 * word.
 */
export type Proof =
  | { readonly by: 'preimage'; readonly preimage: string }
  | { readonly by: 'receipt'; readonly receipt: string }
  | { readonly by: 'nutzap'; readonly nutzap: string }
  | { readonly by: 'lookup' | 'person' };

/**
 * The data that came with a requested invoice. `provider`: the key that signs receipts. `verify`:
 * the URL that reports whether it is paid (LUD-21).
 */
interface Invoiced {
  readonly invoice: string;
  readonly provider?: string | undefined;
  readonly request?: string | undefined;
  readonly verify?: string | undefined;
}

/**
 * One line of the payment log: an event of an intent, with its time in seconds. `checked`: its
 * invoice matches the request. `paying`: from here on it may be paid. Written once, before any
 * request goes out, with the promised limits. `mostFeeMsats`: highest fee of the paying mint.
 * `once`: refused while an earlier zap of the same target is open. `doubted`: the result is
 * unknown. `failed`: it was refused and not paid.
 */
export type PaymentEntry = { readonly intent: string; readonly at: Seconds } & (
  | { readonly type: 'asked'; readonly want: PaymentWant; readonly group?: string | undefined }
  | ({
      readonly type: 'checked';
      readonly hash: string;
      readonly amountMsats: number;
      readonly expiresAt: Seconds;
    } & Invoiced)
  | {
      readonly type: 'paying';
      readonly payer: Payer;
      readonly limits: Limits;
      readonly once?: boolean | undefined;
      readonly mostFeeMsats?: number | undefined;
    }
  | { readonly type: 'doubted'; readonly reason: MoneyMessage }
  | { readonly type: 'paid'; readonly proof: Proof; readonly feesMsats?: number | undefined }
  | { readonly type: 'failed'; readonly reason: MoneyMessage }
);

type WithoutTime<T> = T extends PaymentEntry ? Omit<T, 'at'> : never;

/** A line to be written. The log adds the time. */
export type PaymentLogEntry = WithoutTime<PaymentEntry>;

/** The state of one intent: a fold over its lines. */
export interface PaymentRecord {
  readonly intent: string;
  readonly want: PaymentWant;
  /** The id of the zap that it is a share of, or its own id. */
  readonly group: string;
  readonly at: Seconds;
  readonly changedAt: Seconds;
  readonly checked: Extract<PaymentEntry, { type: 'checked' }> | undefined;
  readonly paying: Extract<PaymentEntry, { type: 'paying' }> | undefined;
  readonly paid: Extract<PaymentEntry, { type: 'paid' }> | undefined;
  readonly doubt: MoneyMessage | undefined;
  readonly failure: MoneyMessage | undefined;
}

export type PaymentRecords = ReadonlyMap<string, PaymentRecord>;

/**
 * `shown`: every wallet may pay it. `unknown`: it may be paid, and is looked up until the result is
 * known (BEYOND-06).
 */
export type PaymentState = 'asked' | 'checked' | 'shown' | 'paying' | 'unknown' | 'paid' | 'failed';

/** Derived, never stored. A proof outweighs everything else, even if it comes late. */
export function paymentStateOf({
  checked,
  paying,
  paid,
  doubt,
  failure,
}: PaymentRecord): PaymentState {
  if (paid) return 'paid';
  if (failure) return 'failed';
  if (!paying) return checked ? 'checked' : 'asked';
  if (doubt) return 'unknown';
  return paying.payer.by === 'shown' ? 'shown' : 'paying';
}

/** True if nothing more will happen without the user. A late proof still counts. */
export function isPaymentSettled(record: PaymentRecord): boolean {
  const state = paymentStateOf(record);
  return state === 'paid' || state === 'failed';
}

/**
 * True if sats may have left, or may still leave. The invoice of that payment is not paid again,
 * and it counts against every budget.
 */
export function mayBeSpent(record: PaymentRecord): boolean {
  return record.paid !== undefined || (record.paying !== undefined && record.failure === undefined);
}

/** Seconds after its expiry at which an invoice counts as unpayable. */
export const SETTLED = seconds(60 * 60);

/**
 * True if the user may settle the payment. Its result is unknown, and its invoice expired, or its
 * nutzap was made, an hour ago. For ecash only the ecash log may decide whether it was spent,
 * because a silent mint may still spend it (E-39, E-42).
 */
export function maySettleByHand(record: PaymentRecord, isPaid: boolean, now: Seconds): boolean {
  const { paying, checked } = record;
  if (
    paymentStateOf(record) !== 'unknown' ||
    (paying?.payer.by === 'ecash' && !(isPaid && isLocked(record)))
  )
    return false;
  const end = record.want.type === 'nutzap' ? paying?.at : checked?.expiresAt;
  return end !== undefined && now >= plus(end, SETTLED);
}

/**
 * True if it can be cancelled: it is paid with ecash, whose log knows whether the mint received the
 * request.
 */
export function mayCallOff(record: PaymentRecord): boolean {
  return (
    paymentStateOf(record) === 'unknown' && record.paying?.payer.by === 'ecash' && !isLocked(record)
  );
}

/** True for a nutzap whose ecash is locked to the recipient but not accepted by any relay yet. */
export function isLocked({ doubt, want }: PaymentRecord): boolean {
  return want.type === 'nutzap' && doubt?.code === 'pay.unpublished';
}

/** Return its price in msats: the invoiced amount, else the requested one. */
export function amountOfPayment({ want, checked }: PaymentRecord): number {
  return checked?.amountMsats ?? want.amountMsats;
}
