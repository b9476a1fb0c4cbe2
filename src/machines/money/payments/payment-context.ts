import type { AnyActorRef } from 'xstate';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import { readPayableInvoice } from '../../../events/nostr/payable-invoice.ts';
import type { CallbackAnswer, PayService } from '../../../events/money/payments/lnurl.ts';
import type { Proof as EcashProof } from '../../../events/money/ecash/cashu.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import { isPayable } from '../../../events/money/payments/payable-network.ts';
import { draftNutzap } from '../../../events/money/nutzaps/nutzap.ts';
import { isLockedTo } from '../../../events/money/ecash/p2pk.ts';
import type {
  WalletCall,
  WalletMethod,
  WalletReply,
  WalletTransaction,
} from '../../../events/money/wallets/nwc-call.ts';
import {
  type Payer,
  type PaymentEntry,
  type PaymentLogEntry,
  type PaymentRecord,
  type PaymentWant,
  type Proof,
  SETTLED,
} from '../../../events/money/payments/payment.ts';
import { isPreimage } from '../../../events/money/payments/preimage.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { isReceiptOf } from '../../../events/money/zaps/zap-request.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, plus, type Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { EcashEnded, EcashGiven, PaymentOrder } from '../ecash/ecash-protocol.ts';
import type { JobUpdate, PublishCommand } from '../../core/outbox-protocol.ts';
import type { MoneyLimits } from './money-protocol.ts';
import type { PaymentQuestion } from './payment-question.ts';

/** Response of a payee's service about its invoice. `undefined` if it did not answer. */
export type VerifyAnswer =
  | { readonly isSettled: boolean; readonly preimage: string | undefined }
  | undefined;

/**
 * Sent by the account's money, which owns the log and the wallets. `own`: entries of this tab.
 * `answered`: the reply is `undefined` after a timeout of the wallet.
 */
export type PaymentTold =
  | { type: 'payment.recorded'; record: PaymentRecord; own: readonly PaymentEntry[] }
  | { type: 'payment.refused'; line: PaymentLogEntry; why: MoneyMessage | undefined }
  | { type: 'payment.answered'; method: WalletMethod; reply: WalletReply | undefined; at: Seconds }
  | { type: 'payment.noticed'; transaction: WalletTransaction }
  | { type: 'payment.confirm' }
  | { type: 'payment.decline' }
  | { type: 'payment.load' }
  /** The user's own statement on the outcome, if no source can resolve it. */
  | { type: 'payment.settle'; paid: boolean };

/** Requests to the account's money: an entry for the log, or a call to a wallet. */
export type PaymentWish =
  | { type: 'payment.write'; line: PaymentLogEntry }
  /** `at`: when the log accepted the payment. */
  | { type: 'payment.call'; intent: string; wallet: string; call: WalletCall; at?: Seconds }
  /** It waits for the user's answer, or no longer does. */
  | { type: 'payment.confirmationWanted'; intent: string; question: PaymentQuestion | undefined };

export interface PaymentInput {
  readonly account: string;
  readonly intent: string;
  readonly group: string;
  readonly want: PaymentWant;
  /** Total of the zap that it is a share of, in msats. It decides if the user is asked first. */
  readonly wholeMsats?: number | undefined;
  /** True if the user knows that an earlier zap of the same event is open. */
  readonly again?: boolean | undefined;
  readonly payer: Payer;
  /** Relay addresses of the paying wallet. */
  readonly walletRelays: readonly string[];
  readonly limits: MoneyLimits;
  /** See `MoneyContext`. */
  readonly acceptedHosts?: ReadonlySet<string> | undefined;
  /** State of the payment in the log, if any. */
  readonly record: PaymentRecord | undefined;
  readonly home: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
}

export interface PaymentContext extends PaymentInput {
  readonly service: PayService | undefined;
  /** The signed zap request as JSON, and its id. */
  readonly request: { readonly id: string; readonly text: string } | undefined;
  readonly answer: CallbackAnswer | undefined;
  /** `reason`: reason of the coming doubt or failure. `proof` below: proof that it was paid. */
  readonly reason: MoneyMessage;
  readonly proof: Proof | undefined;
  readonly feesMsats: number | undefined;
  /** Number of lookups. */
  readonly looks: number;
  /** Ecash of a nutzap that is locked for its recipient, once it is in the ecash log. */
  readonly gift: readonly EcashProof[] | undefined;
  /** True if the signer refused. The signature is requested again only when the user asks. */
  readonly isUnsigned: boolean;
  /** True if no other tab is working on it. */
  readonly isAlone: boolean;
}

/**
 * Return the fault of an invoice that differs from the order (E-38, INV-PAY), in amount or network.
 * `undefined` if it matches. Expiry and earlier payments are checked with the log.
 */
export function invoiceFault({
  want,
  service,
  answer,
  walletRelays,
  home,
  payer,
}: PaymentContext): MoneyMessage | undefined {
  const text = want.type === 'invoice' ? want.invoice : (answer?.invoice ?? '');
  const invoice = readPayableInvoice(text);
  if (!invoice) return { code: 'pay.badInvoice' };
  const { amountMsats } = invoice;
  // the browser's wallet and a mint receive only the invoice, without an amount
  if (
    amountMsats === undefined &&
    (want.type !== 'invoice' || payer.by === 'webln' || payer.by === 'ecash')
  )
    return { code: 'pay.anyAmount' };
  if (amountMsats !== undefined && amountMsats !== want.amountMsats)
    return { code: 'pay.otherAmount', params: { asked: want.amountMsats, invoiced: amountMsats } };
  if (!Number.isSafeInteger(want.amountMsats) || want.amountMsats <= 0)
    return { code: 'pay.badInvoice' };
  const named = want.type === 'invoice' ? (want.payee ?? []) : (service?.url ?? []);
  // an invoice that is only shown is not paid from here
  const shownAt = payer.by === 'shown' && want.type === 'invoice' ? [home] : [];
  const paidFrom =
    payer.by === 'ecash' ? [payer.mint] : payer.by === 'wallet' ? walletRelays : shownAt;
  const payee = typeof named === 'string' ? [named] : paidFrom;
  return isPayable(invoice.network, payee, home)
    ? undefined
    : { code: 'pay.otherNetwork', params: { network: invoice.network } };
}

/**
 * Return the log entry of a checked invoice. The page's own service can verify shown play money.
 */
export function checkedLine({
  intent,
  want,
  service,
  answer,
  request,
  payer,
  home,
}: PaymentContext): PaymentLogEntry | undefined {
  const text =
    want.type === 'invoice' ? want.invoice.trim().toLowerCase() : (answer?.invoice ?? '');
  const invoice = readPayableInvoice(text);
  if (!invoice) return undefined;
  const isAsked = payer.by === 'shown' && invoice.network === 'regtest';
  return {
    type: 'checked',
    intent,
    invoice: text,
    hash: invoice.paymentHash,
    amountMsats: want.amountMsats,
    expiresAt: invoice.expiresAt,
    provider: want.type === 'zap' ? service?.provider : undefined,
    request: request?.id,
    verify: answer?.verify ?? (isAsked ? `${home}/lnurl/verify/${invoice.paymentHash}` : undefined),
  };
}

/** Return the fault of a service that cannot accept this payment. */
export function serviceFault(want: PaymentWant, service: PayService): MoneyMessage | undefined {
  if (want.type === 'zap' && service.provider === undefined) return { code: 'pay.noZaps' };
  const { minMsats: min, maxMsats: max } = service;
  return want.amountMsats < min || want.amountMsats > max
    ? { code: 'pay.outOfRange', params: { min, max } }
    : undefined;
}

/** Meaning of a wallet's reply. `undefined` if it says nothing about this payment. */
export type Verdict =
  | { readonly proof: Proof; readonly feesMsats: number | undefined }
  | { readonly failure: MoneyMessage }
  | { readonly doubt: MoneyMessage };

type Answered = Extract<PaymentTold, { type: 'payment.answered' }>;

/**
 * Interpret a reply of the paying wallet. It counts only with the preimage of this hash or a
 * settled state.
 */
export function verdictOf(
  { record }: PaymentContext,
  { method, reply, at }: Answered,
): Verdict | undefined {
  const checked = record?.checked;
  if (!reply || !checked) return undefined;
  switch (reply.method) {
    case 'pay_invoice':
      return isPreimage(reply.preimage, checked.hash)
        ? { proof: { by: 'preimage', preimage: reply.preimage }, feesMsats: reply.feesMsats }
        : { doubt: { code: 'pay.badProof' } };
    case 'lookup_invoice':
      return transactionVerdict(checked, reply.transaction);
    case 'error':
      // also a late and definite refusal
      if (method === 'pay_invoice') return reply.isDefinite ? { failure: reply.words } : undefined;
      if (reply.code === 'NOT_FOUND')
        return at > plus(checked.expiresAt, SETTLED)
          ? { failure: { code: 'pay.neverPaid' } }
          : undefined;
      return undefined;
    default:
      return undefined;
  }
}

/** Interpret a wallet transaction. Only one with the same hash counts. */
export function transactionVerdict(
  checked: NonNullable<PaymentRecord['checked']>,
  transaction: WalletTransaction,
): Verdict | undefined {
  const { type, hash, preimage, state, feesMsats } = transaction;
  if (hash !== undefined && hash !== checked.hash) return undefined;
  // the creator of an invoice knows its preimage before it is paid
  const isTelling = type === 'outgoing' || state === 'settled';
  if (isTelling && preimage !== undefined && isPreimage(preimage, checked.hash))
    return { proof: { by: 'preimage', preimage }, feesMsats };
  if (hash === undefined || type !== 'outgoing') return undefined;
  // a wrong preimage makes the rest of the transaction unreliable
  if (state === 'settled')
    return preimage === undefined ? { proof: { by: 'lookup' }, feesMsats } : undefined;
  return state === 'failed' || state === 'expired'
    ? { failure: { code: 'pay.neverPaid' } }
    : undefined;
}

/** Return the time in milliseconds from showing an invoice until it can no longer be paid. */
export function shownFor({ record }: PaymentContext): number {
  const { checked, paying } = record ?? {};
  const left = checked && paying ? inSeconds(checked.expiresAt) - inSeconds(paying.at) : 0;
  return Math.min(Math.max(0, left) * 1_000, MAX_SHOWN) + GRACE;
}

/** Limit of one day, and the delay of a receipt, in milliseconds. */
const MAX_SHOWN = 24 * 60 * 60 * 1_000;
const GRACE = 10 * 60 * 1_000;

/** Return the pause between two lookups in milliseconds: from 5 s up to 10 minutes. */
export function lookPause({ looks }: PaymentContext): number {
  return Math.min(5_000 * 2 ** Math.min(Math.max(0, looks - 1), 10), 600_000);
}

/** Return the id of a verified receipt that proves the payment (ZAP-05). */
export function receiptIn(
  { record }: PaymentContext,
  events: readonly VerifiedEvent[],
): string | undefined {
  const { provider, invoice, request } = record?.checked ?? {};
  if (provider === undefined || invoice === undefined) return undefined;
  return events.find((event) => isReceiptOf(event, { provider, invoice, request }))?.id;
}

/** Return the proof by the payee's service (LUD-21): the preimage, or its statement without one. */
export function verifiedProof({ record }: PaymentContext, answer: VerifyAnswer): Proof | undefined {
  const hash = record?.checked?.hash;
  if (hash === undefined || !answer?.isSettled) return undefined;
  const { preimage } = answer;
  if (preimage === undefined) return { by: 'lookup' };
  return isPreimage(preimage, hash) ? { by: 'preimage', preimage } : undefined;
}

/** Return the amount in msats to send with an invoice that has none. */
export function openAmount(invoice: string, amountMsats: number): number | undefined {
  return readInvoice(invoice)?.amountMsats === undefined ? amountMsats : undefined;
}

/** Return the outbox origin of a nutzap. It names the payment, so the nutzap is published once. */
function giftOrigin(intent: string): string {
  return `nutzap ${intent}`;
}

/**
 * Return the outbox order of a nutzap: to the recipient's relays, dated when it was paid (NIP-61).
 * The outbox stores events unencrypted, so ecash that anyone could spend must not get there.
 */
export function giftOrder({
  intent,
  want,
  record,
  gift,
}: PaymentContext): Omit<PublishCommand, 'from'> | undefined {
  if (want.type !== 'nutzap' || !gift || !record?.paying) return undefined;
  if (!gift.every(({ secret }) => isLockedTo(secret.reveal() ?? '', want.key))) return undefined;
  return {
    draft: draftNutzap(want, gift),
    relays: want.relays,
    now: record.paying.at,
    origin: giftOrigin(intent),
  };
}

/** Return the outbox record of the nutzap. `undefined` if the event is about another job. */
export function giftState(
  { intent }: PaymentContext,
  event: { readonly type: string } | JobUpdate,
): OutboxRecord | undefined {
  const record = event.type === 'outbox.jobChanged' && 'record' in event ? event.record : undefined;
  return record?.wish.type === 'event' && record.wish.origin === giftOrigin(intent)
    ? record
    : undefined;
}

/** Return the proof of a nutzap: a relay has accepted it. */
export function giftProof(
  context: PaymentContext,
  event: { readonly type: string } | JobUpdate,
): Proof | undefined {
  const record = giftState(context, event);
  return record?.event && stateOf(record) === 'accepted'
    ? { by: 'nutzap', nutzap: record.event.id }
    : undefined;
}

/**
 * Return the ecash order of the payment, once it may be paid. Its job id makes it run once.
 * `undefined` for other payers.
 */
export function ecashOrder(
  { intent: job, want, record }: PaymentContext,
  from: AnyActorRef,
): PaymentOrder | undefined {
  const { checked, paying } = record ?? {};
  if (!paying) return undefined;
  const { at: now, payer } = paying;
  if (want.type === 'nutzap')
    return {
      type: 'ecash.send',
      job,
      mint: want.mint,
      amount: Math.ceil(want.amountMsats / 1_000),
      memo: '',
      now,
      lock: want.key,
      from,
    };
  if (!checked || payer.by !== 'ecash') return undefined;
  const { invoice, amountMsats } = checked;
  return {
    type: 'ecash.melt',
    job,
    mint: payer.mint,
    invoice,
    amount: Math.ceil(amountMsats / 1_000),
    now,
    from,
  };
}

/** Return the fee for locking the ecash, in msats. */
export function giftFee({ feeSats }: EcashGiven): number {
  return Math.max(0, feeSats) * 1_000;
}

type Melted = Extract<EcashEnded, { type: 'ecash.ended' }>;

/**
 * Interpret the result of a melt. A wrong preimage is ignored, because the spent ecash is the
 * proof.
 */
export function meltVerdict(
  { intent, record, want }: PaymentContext,
  ended: Melted,
): Verdict | undefined {
  if (ended.job !== intent) return undefined;
  if (!ended.isPaid) {
    const { reason } = ended;
    if (reason.code === 'said') return { failure: { code: 'said', params: { text: reason.text } } };
    if (reason.code === 'notEnough') return { failure: { code: 'pay.notEnough' } };
    if (reason.code === 'fee')
      return {
        failure: { code: 'pay.feeTooHigh', params: { limit: record?.paying?.mostFeeMsats ?? 0 } },
      };
    return { failure: { code: want.type === 'nutzap' ? 'pay.notGiven' : 'pay.mintRefused' } };
  }
  const { preimage, feeSats } = ended;
  const isShown = preimage !== undefined && isPreimage(preimage, record?.checked?.hash ?? '');
  return {
    proof: isShown ? { by: 'preimage', preimage } : { by: 'lookup' },
    feesMsats: Math.max(0, feeSats) * 1_000,
  };
}
