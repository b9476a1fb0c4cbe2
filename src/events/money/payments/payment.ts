import { plus, type Seconds, seconds } from '../../core/time.ts';
import type { MoneyMessage } from './money-message.ts';
import type { Ours } from '../../nostr/ours.ts';

/** What was zapped: a person, and what of theirs; undefined parts: a profile. `address` for what can be replaced (`kind:pubkey:d`). */
export interface ZapTarget {
  readonly pubkey: string;
  readonly id?: string | undefined;
  readonly address?: string | undefined;
  readonly kind?: number | undefined;
}

/**
 * What a payment is for; amounts in msats. `zap`: one recipient's share, through his lightning address or lnurl (NIP-57), `relays` are where the
 * receipt goes. `nutzap`: the same in ecash of a mint that the recipient takes (NIP-61), locked to `key`, published to `relays`; `named`: the mint as
 * the recipient writes it. `address`: a zap without a request (LUD-06, 12). `invoice`: as it stands (BOLT-11); `amountMsats` is what the person saw,
 * and what is paid where the invoice leaves it open. `payee`: address of the service that the invoice came from, where that is known: a mint.
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
  | { readonly type: 'address'; readonly address: string; readonly amountMsats: number; readonly message: string }
  | { readonly type: 'invoice'; readonly invoice: string; readonly amountMsats: number; readonly payee?: string | undefined };

/** Who is zapped by it; undefined: it is no zap. */
export function zappedBy(want: PaymentWant): ZapTarget | undefined {
  return 'to' in want ? want.to : undefined;
}

/** Key under which zaps of one thing are counted: its address, its id, or the person. */
export function zapKeyOf({ address, id, pubkey }: ZapTarget): string {
  return address ?? id ?? pubkey;
}

/** By what it is paid: a connected wallet by its id (NIP-47), the browser's own (WebLN), ecash of a mint, or whatever somebody shows the invoice to. */
export type Payer =
  | { readonly by: 'wallet'; readonly wallet: string }
  | { readonly by: 'ecash'; readonly mint: string }
  | { readonly by: 'webln' }
  | { readonly by: 'shown' };

/** Limits that the person set, msats; undefined: none. They stand in the line that they are judged by. */
export interface Limits {
  readonly perDay?: number | undefined;
  readonly perWallet?: number | undefined;
}

/**
 * What shows that it was paid: the preimage of its invoice's hash, a verified receipt's id (NIP-57), the id of the nutzap that a relay took, a wallet
 * or service that was asked, or the word of its person.
 */
export type Proof =
  | { readonly by: 'preimage'; readonly preimage: string }
  | { readonly by: 'receipt'; readonly receipt: string }
  | { readonly by: 'nutzap'; readonly nutzap: string }
  | { readonly by: 'lookup' | 'person' };

/** What an invoice that was asked for came with. `provider`: the key that signs receipts; `verify`: where to ask whether it is paid (LUD-21). */
interface Invoiced {
  readonly invoice: string;
  readonly provider?: string | undefined;
  readonly request?: string | undefined;
  readonly verify?: string | undefined;
}

/**
 * One line of the log of payments: what happened to an intent, and when (seconds). `checked`: its invoice is what was asked for. `paying`: from
 * here on it may be paid, and what was promised is kept: it is written before anything goes out, and once. `mostFeeMsats`: highest fee of the mint that pays. `once`: refused while an earlier zap of the
 * same thing is open. `doubted`: nobody knows. `failed`: it was refused before or instead of being paid.
 */
export type PaymentEntry = { readonly intent: string; readonly at: Seconds } & (
  | { readonly type: 'asked'; readonly want: PaymentWant; readonly group?: string | undefined }
  | ({ readonly type: 'checked'; readonly hash: string; readonly amountMsats: number; readonly expiresAt: Seconds } & Invoiced)
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

/** A line that is to be written; whoever keeps the log puts the time to it. */
export type PaymentLine = WithoutTime<PaymentEntry>;

/** All that is known of one intent: a fold over its lines. */
export interface PaymentRecord {
  readonly intent: string;
  readonly want: PaymentWant;
  /** The zap that it is a share of; its own id where it is the whole. */
  readonly group: string;
  readonly at: Seconds;
  /** When its last line was written. */
  readonly changedAt: Seconds;
  readonly checked: Extract<PaymentEntry, { type: 'checked' }> | undefined;
  readonly paying: Extract<PaymentEntry, { type: 'paying' }> | undefined;
  readonly paid: Extract<PaymentEntry, { type: 'paid' }> | undefined;
  readonly doubt: MoneyMessage | undefined;
  readonly failure: MoneyMessage | undefined;
}

export type PaymentRecords = ReadonlyMap<string, PaymentRecord>;

/** `shown`: somebody may pay it anywhere; `unknown`: it may be paid, and is looked up until that is known (BEYOND-06). */
export type PaymentState = 'asked' | 'checked' | 'shown' | 'paying' | 'unknown' | 'paid' | 'failed';

/** Derived, never stored. A proof outweighs all else, however late it comes. */
export function paymentStateOf({ checked, paying, paid, doubt, failure }: PaymentRecord): PaymentState {
  if (paid) return 'paid';
  if (failure) return 'failed';
  if (!paying) return checked ? 'checked' : 'asked';
  if (doubt) return 'unknown';
  return paying.payer.by === 'shown' ? 'shown' : 'paying';
}

/** Whether nothing more will happen by itself, though a late proof still counts. */
export function isPaymentSettled(record: PaymentRecord): boolean {
  const state = paymentStateOf(record);
  return state === 'paid' || state === 'failed';
}

/** Whether sats may have left, or may yet leave: such an invoice is not paid again, and counts against every budget. */
export function mayBeSpent(record: PaymentRecord): boolean {
  return record.paid !== undefined || (record.paying !== undefined && record.failure === undefined);
}

/** Seconds after which an invoice that ran out will not be paid any more. */
export const SETTLED = seconds(60 * 60);

/**
 * Whether its person may say what became of it, as nobody else tells and its invoice ran out, or its nutzap was made, long ago. Of ecash its own log
 * knows: that it left is said by nobody else, nor that it did not, as a mint that is silent may still take it (E-39, E-42).
 */
export function maySettleByHand(record: PaymentRecord, isPaid: boolean, now: Seconds): boolean {
  const { paying, checked } = record;
  if (paymentStateOf(record) !== 'unknown' || (paying?.payer.by === 'ecash' && !(isPaid && isLocked(record)))) return false;
  const end = record.want.type === 'nutzap' ? paying?.at : checked?.expiresAt;
  return end !== undefined && now >= plus(end, SETTLED);
}

/** Whether it may be called off: it is to be paid with ecash, whose log knows whether its mint was told of it. */
export function mayCallOff(record: PaymentRecord): boolean {
  return paymentStateOf(record) === 'unknown' && record.paying?.payer.by === 'ecash' && !isLocked(record);
}

/** Of a nutzap: its ecash is locked for who gets it, and no relay took it yet. */
export function isLocked({ doubt, want }: PaymentRecord): boolean {
  return want.type === 'nutzap' && doubt?.code === 'pay.unpublished';
}

/** What it costs, in msats: as invoiced, else as asked. */
export function amountOfPayment({ want, checked }: PaymentRecord): number {
  return checked?.amountMsats ?? want.amountMsats;
}
