import type { LogRules } from '../../core/log-rules.ts';
import { minus, type Seconds, seconds } from '../../core/time.ts';
import {
  amountOfPayment,
  isPaymentSettled,
  mayBeSpent,
  maySettleByHand,
  type PaymentEntry,
  type PaymentRecord,
  type PaymentRecords,
  type PaymentState,
  paymentStateOf,
  type Payer,
  zapKeyOf,
  zappedBy,
} from './payment.ts';
import type { MoneyMessage } from './money-message.ts';
import { isPreimage } from './preimage.ts';

/** Budget period in seconds. */
const DAY = seconds(24 * 60 * 60);
/**
 * Limits of settled payments in number and age. They are kept so that users can look up their
 * payments.
 */
const MAX_SETTLED = 2_000;
const YEAR = seconds(366 * 24 * 60 * 60);

/**
 * Return the records after more lines, in the log's order. Lines that do not fit are skipped, so
 * that any log can be read (INV-ISOLATE).
 */
export function foldPayments(
  records: PaymentRecords,
  entries: readonly PaymentEntry[],
): PaymentRecords {
  if (entries.length === 0) return records;
  const next = new Map(records);
  for (const entry of entries) {
    const record = next.get(entry.intent);
    if (refusalOf(next, entry) === undefined) next.set(entry.intent, withEntry(record, entry));
  }
  return next;
}

function withEntry(record: PaymentRecord | undefined, entry: PaymentEntry): PaymentRecord {
  if (!record || entry.type === 'asked') return begun(entry);
  const next = { ...record, changedAt: entry.at };
  switch (entry.type) {
    case 'checked':
      return { ...next, checked: entry };
    case 'paying':
      return { ...next, paying: entry };
    case 'doubted':
      return { ...next, doubt: entry.reason };
    case 'failed':
      return { ...next, failure: entry.reason };
    case 'paid':
      return { ...next, paid: entry };
  }
}

function begun(entry: PaymentEntry): PaymentRecord {
  if (entry.type !== 'asked') throw new Error('a payment begins with what it is for');
  const { intent, want, at, group = intent } = entry;
  return {
    intent,
    want,
    group,
    at,
    changedAt: at,
    checked: undefined,
    paying: undefined,
    paid: undefined,
    doubt: undefined,
    failure: undefined,
  };
}

/** Why a line is refused. `known`: it adds nothing, or does not follow from the record. */
export type Refusal = { readonly code: 'known' } | MoneyMessage;

const KNOWN: Refusal = { code: 'known' };

/**
 * Return why a line may not be appended to the log, or `undefined` if it may. The caller checks
 * this in the transaction that appends it. Two tabs can therefore neither pay an intent or an
 * invoice twice nor exceed a budget (E-39, INV-PAY).
 */
export function refusalOf(records: PaymentRecords, entry: PaymentEntry): Refusal | undefined {
  const record = records.get(entry.intent);
  if (!record) return entry.type === 'asked' ? undefined : KNOWN;
  const state = paymentStateOf(record);
  switch (entry.type) {
    case 'asked':
      return KNOWN;
    case 'checked':
      return state === 'asked' ? undefined : KNOWN;
    case 'paying':
      return state === (isGift(record) ? 'asked' : 'checked')
        ? payRefusal(records, record, entry)
        : KNOWN;
    case 'doubted':
      return state === 'paying' || isKnownBetter(record, entry.reason) ? undefined : KNOWN;
    case 'failed':
      // A tab that stopped waiting for another tab cannot fail a payment that the other one has
      // begun since.
      if (record.paying && entry.reason.code === 'pay.interrupted') return KNOWN;
      if (entry.reason.code === 'pay.saidUnpaid' && !maySettleByHand(record, false, entry.at))
        return KNOWN;
      return state === 'paid' || state === 'failed' ? KNOWN : undefined;
    case 'paid':
      if (entry.proof.by === 'person' && !maySettleByHand(record, true, entry.at)) return KNOWN;
      return state !== 'paid' && isProven(record, entry) ? undefined : KNOWN;
  }
}

/** The rules of the log of payments. */
export const PAYMENT_RULES: LogRules<PaymentRecords, PaymentEntry, Refusal> = {
  empty: new Map(),
  fold: foldPayments,
  refusalOf,
};

function payRefusal(
  records: PaymentRecords,
  record: PaymentRecord,
  { payer, limits, at, once, mostFeeMsats = 0 }: Extract<PaymentEntry, { type: 'paying' }>,
): MoneyMessage | undefined {
  const { checked, want } = record;
  if (want.type === 'nutzap') {
    if (payer.by !== 'ecash' || payer.mint !== want.mint) return { code: 'pay.noWallet' };
  } else if (!checked || checked.expiresAt <= at) return { code: 'pay.expired' };
  for (const other of records.values())
    if (checked && other.checked?.hash === checked.hash && mayBeSpent(other))
      return { code: 'pay.paidBefore' };
  if (once === true && openZapsLike(records, record).some(mayBeSpent))
    return { code: 'pay.openBefore' };
  // an invoice shown to another wallet counts only against the budgets of that wallet
  if (payer.by === 'shown') return undefined;
  const amount = amountOfPayment(record) + mostFeeMsats;
  const { perDay, perWallet } = limits;
  if (perDay !== undefined && spentSince(records, minus(at, DAY)) + amount > perDay)
    return { code: 'pay.overDay', params: { limit: perDay } };
  if (perWallet !== undefined && spentSince(records, minus(at, DAY), payer) + amount > perWallet)
    return { code: 'pay.overWallet', params: { limit: perWallet } };
  return undefined;
}

/**
 * Return the msats that were or may have been spent since then. Includes the reported fees, or the
 * highest fees of mints. Counts one payer, or all except invoices that were only shown.
 */
export function spentSince(records: PaymentRecords, since: Seconds, payer?: Payer): number {
  let sum = 0;
  for (const record of records.values()) {
    const by = record.paying;
    if (!by || by.at <= since || by.payer.by === 'shown' || !mayBeSpent(record)) continue;
    if (!payer || isSamePayer(by.payer, payer))
      sum += amountOfPayment(record) + (record.paid?.feesMsats ?? by.mostFeeMsats ?? 0);
  }
  return sum;
}

function isSamePayer(one: Payer, other: Payer): boolean {
  return one.by === 'wallet' && other.by === 'wallet'
    ? one.wallet === other.wallet
    : one.by === other.by;
}

/** A nutzap has no invoice. Its ecash is locked to its recipient, and published as the gift. */
function isGift({ want }: PaymentRecord): boolean {
  return want.type === 'nutzap';
}

/** True if an unresolved nutzap is now known to be locked but not published. */
function isKnownBetter(record: PaymentRecord, reason: MoneyMessage): boolean {
  const { doubt } = record;
  return (
    isGift(record) &&
    paymentStateOf(record) === 'unknown' &&
    reason.code === 'pay.unpublished' &&
    doubt?.code !== reason.code
  );
}

/**
 * A payment is paid only with a proof: a preimage has to match its hash, and a nutzap has to be
 * published.
 */
function isProven(
  record: PaymentRecord,
  { proof }: Extract<PaymentEntry, { type: 'paid' }>,
): boolean {
  const { checked, paying } = record;
  if (isGift(record))
    return paying !== undefined && (proof.by === 'nutzap' || proof.by === 'person');
  if (!checked || !paying || proof.by === 'nutzap') return false;
  return proof.by === 'preimage' ? isPreimage(proof.preimage, checked.hash) : true;
}

/** Return the intents to drop: settled, and older than a year or beyond the last 2,000. */
export function outdatedPayments(records: PaymentRecords, now: Seconds): readonly string[] {
  const settled = [...records.values()].filter((one) => isEither(paymentStateOf(one))).toReversed();
  return settled
    .filter(({ at }, place) => at < minus(now, YEAR) || place >= MAX_SETTLED)
    .map(({ intent }) => intent);
}

function isEither(state: PaymentState): boolean {
  return state === 'paid' || state === 'failed';
}

/** Return the unsettled zaps by the key of their target, in the order of the log (ZAP-07). */
export function openZaps(records: PaymentRecords): ReadonlyMap<string, readonly PaymentRecord[]> {
  const open = new Map<string, readonly PaymentRecord[]>();
  for (const record of records.values()) {
    const zapped = zappedBy(record.want);
    if (!zapped || isPaymentSettled(record)) continue;
    const key = zapKeyOf(zapped);
    open.set(key, [...(open.get(key) ?? []), record]);
  }
  return open;
}

/** Return the open zaps of the same target, without the shares of its own zap. */
function openZapsLike(
  records: PaymentRecords,
  { want, group }: PaymentRecord,
): readonly PaymentRecord[] {
  const zapped = zappedBy(want);
  const open = zapped ? (openZaps(records).get(zapKeyOf(zapped)) ?? []) : [];
  return open.filter((other) => other.group !== group);
}

/** Return the payments that make up one zap, in the order of the log. */
export function groupIn(records: PaymentRecords, group: string): readonly PaymentRecord[] {
  return [...records.values()].filter((one) => one.group === group);
}

/**
 * Return the msats of the failed shares. The optimistic zap count decreases by that much (ZAP-03).
 * Nutzaps are not counted among zaps.
 */
export function failedOf(shares: readonly PaymentRecord[]): number {
  const failed = shares.filter((record) => !isGift(record) && paymentStateOf(record) === 'failed');
  return failed.reduce((sum, record) => sum + amountOfPayment(record), 0);
}
