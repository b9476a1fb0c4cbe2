import type { AnyActorRef } from 'xstate';
import { readInvoice } from '../../../events/nostr/bolt11.ts';
import type { CallbackAnswer, PayService } from '../../../events/money/payments/lnurl.ts';
import type { Proof as EcashProof } from '../../../events/money/ecash/cashu.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import { isPayable } from '../../../events/money/payments/payable-network.ts';
import { draftNutzap } from '../../../events/money/nutzaps/nutzap.ts';
import { isLockedTo } from '../../../events/money/ecash/p2pk.ts';
import type { WalletCall, WalletMethod, WalletReply, WalletTransaction } from '../../../events/money/wallets/nwc-call.ts';
import {
  type Payer,
  type PaymentEntry,
  type PaymentLine,
  type PaymentRecord,
  type PaymentWant,
  type Proof,
  SETTLED,
} from '../../../events/money/payments/payment.ts';
import { isPreimage } from '../../../events/money/payments/payment-fold.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { isReceiptOf } from '../../../events/money/zaps/zap-request.ts';
import { type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds, plus, type Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { SignerRef } from '../../core/signer-ref.ts';
import type { EcashEnded, EcashGiven, PaymentOrder } from '../ecash/ecash-protocol.ts';
import type { OutboxNews, PublishOrder } from '../../core/outbox-protocol.ts';
import type { MoneyLimits } from './money-protocol.ts';
import type { PaymentQuestion } from './payment-question.ts';

/** What the service of a payee says of one of its invoices; undefined: nothing. */
export type VerifyAnswer = { readonly isSettled: boolean; readonly preimage: string | undefined } | undefined;

/** Told by the money of the account, which keeps log and wallets. `own`: lines of this tab. `answered`: undefined where the wallet let its time pass. */
export type PaymentTold =
  | { type: 'payment.recorded'; record: PaymentRecord; own: readonly PaymentEntry[] }
  | { type: 'payment.refused'; line: PaymentLine; why: MoneyMessage | undefined }
  | { type: 'payment.answered'; method: WalletMethod; reply: WalletReply | undefined; at: Seconds }
  | { type: 'payment.noticed'; transaction: WalletTransaction }
  | { type: 'payment.confirm' }
  | { type: 'payment.decline' }
  | { type: 'payment.look' }
  /** What its person says of it, where nobody else can. */
  | { type: 'payment.settle'; paid: boolean };

/** What it wants of the money of the account: a line in the log, or a question to a wallet. */
export type PaymentWish =
  | { type: 'payment.write'; line: PaymentLine }
  | { type: 'payment.call'; intent: string; wallet: string; call: WalletCall }
  /** It waits for a person's word, or does no more. */
  | { type: 'payment.asking'; intent: string; question: PaymentQuestion | undefined };

export interface PaymentInput {
  readonly account: string;
  readonly intent: string;
  readonly group: string;
  readonly want: PaymentWant;
  /** What the zap gives in all that it is a share of, msats: by that it is judged whether a person is asked. */
  readonly wholeMsats?: number | undefined;
  /** The person knows that an earlier zap of the same thing is open. */
  readonly again?: boolean | undefined;
  readonly payer: Payer;
  /** Addresses of the relays of the wallet that pays. */
  readonly walletRelays: readonly string[];
  readonly limits: MoneyLimits;
  /** See `MoneyContext`. */
  readonly acceptedHosts?: ReadonlySet<string> | undefined;
  /** What the log has of it already. */
  readonly record: PaymentRecord | undefined;
  readonly home: string;
  readonly signer: SignerRef;
  readonly scope: ScopeRef;
}

export interface PaymentContext extends PaymentInput {
  readonly service: PayService | undefined;
  /** The signed zap request, as JSON, and its id. */
  readonly request: { readonly id: string; readonly text: string } | undefined;
  readonly answer: CallbackAnswer | undefined;
  /** Why it is about to be doubted or to fail, or what shows that it was paid. */
  readonly reason: MoneyMessage;
  readonly proof: Proof | undefined;
  readonly feesMsats: number | undefined;
  /** How often it was looked up. */
  readonly looks: number;
  /** Of a nutzap: ecash that is locked for its recipient, once the log of ecash has it. */
  readonly gift: readonly EcashProof[] | undefined;
  /** Whoever signs did not sign it: that is asked again only when a person looks. */
  readonly isUnsigned: boolean;
  /** No other tab has it in hand. */
  readonly isAlone: boolean;
}

/** Whether an invoice is what was asked for (E-38, INV-PAY): its amount exactly, on a network that may be paid here. Undefined: it is. Expiry and what was paid before are judged with the log. */
export function invoiceFault({ want, service, answer, walletRelays, home, payer }: PaymentContext): MoneyMessage | undefined {
  const text = want.type === 'invoice' ? want.invoice : (answer?.invoice ?? '');
  const invoice = readInvoice(text);
  if (!invoice?.paymentHash) return { code: 'pay.badInvoice' };
  const { amountMsats } = invoice;
  // a browser's wallet and a mint are told nothing beside the invoice
  if (amountMsats === undefined && (want.type !== 'invoice' || payer.by === 'webln' || payer.by === 'ecash'))
    return { code: 'pay.anyAmount' };
  if (amountMsats !== undefined && amountMsats !== want.amountMsats)
    return { code: 'pay.otherAmount', params: { asked: want.amountMsats, invoiced: amountMsats } };
  if (!Number.isSafeInteger(want.amountMsats) || want.amountMsats <= 0) return { code: 'pay.badInvoice' };
  const named = want.type === 'invoice' ? (want.payee ?? []) : (service?.url ?? []);
  // what is only shown once more is paid by nobody here
  const shownAt = payer.by === 'shown' && want.type === 'invoice' ? [home] : [];
  const paidFrom = payer.by === 'ecash' ? [payer.mint] : payer.by === 'wallet' ? walletRelays : shownAt;
  const payee = typeof named === 'string' ? [named] : paidFrom;
  return isPayable(invoice.network, payee, home) ? undefined : { code: 'pay.otherNetwork', params: { network: invoice.network } };
}

/** The line that says so. Of play money that is only shown, the page's own service can tell whether it was paid. */
export function checkedLine({ intent, want, service, answer, request, payer, home }: PaymentContext): PaymentLine | undefined {
  const text = want.type === 'invoice' ? want.invoice.trim().toLowerCase() : (answer?.invoice ?? '');
  const invoice = readInvoice(text);
  if (!invoice?.paymentHash) return undefined;
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

/** Whether what a service offers fits what is to be paid. */
export function serviceFault(want: PaymentWant, service: PayService): MoneyMessage | undefined {
  if (want.type === 'zap' && service.provider === undefined) return { code: 'pay.noZaps' };
  const { minMsats: min, maxMsats: max } = service;
  return want.amountMsats < min || want.amountMsats > max ? { code: 'pay.outOfRange', params: { min, max } } : undefined;
}

/** What a wallet's answer comes to. Undefined: it says nothing of this payment. */
export type Verdict =
  | { readonly proof: Proof; readonly feesMsats: number | undefined }
  | { readonly failure: MoneyMessage }
  | { readonly doubt: MoneyMessage };

type Answered = Extract<PaymentTold, { type: 'payment.answered' }>;

/** Reads an answer of the wallet that pays, or is asked what became of it. Nothing is believed but a preimage of this very hash, or that it is settled. */
export function verdictOf({ record }: PaymentContext, { method, reply, at }: Answered): Verdict | undefined {
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
      // also a late word that it did not pay and will not
      if (method === 'pay_invoice') return reply.isDefinite ? { failure: reply.words } : undefined;
      if (reply.code === 'NOT_FOUND') return at > plus(checked.expiresAt, SETTLED) ? { failure: { code: 'pay.neverPaid' } } : undefined;
      return undefined;
    default:
      return undefined;
  }
}

/** What a wallet tells of a movement. Only one of this very hash says anything. */
export function transactionVerdict(checked: NonNullable<PaymentRecord['checked']>, transaction: WalletTransaction): Verdict | undefined {
  const { type, hash, preimage, state, feesMsats } = transaction;
  if (hash !== undefined && hash !== checked.hash) return undefined;
  // who made the invoice knows its preimage before anybody has paid it
  const isTelling = type === 'outgoing' || state === 'settled';
  if (isTelling && preimage !== undefined && isPreimage(preimage, checked.hash)) return { proof: { by: 'preimage', preimage }, feesMsats };
  if (hash === undefined || type !== 'outgoing') return undefined;
  // a preimage that is not the one is a lie, and so is the rest of what it stands in
  if (state === 'settled') return preimage === undefined ? { proof: { by: 'lookup' }, feesMsats } : undefined;
  return state === 'failed' || state === 'expired' ? { failure: { code: 'pay.neverPaid' } } : undefined;
}

/** Milliseconds from when an invoice is shown to when nobody can pay it any more. */
export function shownFor({ record }: PaymentContext): number {
  const { checked, paying } = record ?? {};
  const left = checked && paying ? inSeconds(checked.expiresAt) - inSeconds(paying.at) : 0;
  return Math.min(Math.max(0, left) * 1_000, MAX_SHOWN) + GRACE;
}

/** A day at most; and what a receipt may take to come. */
const MAX_SHOWN = 24 * 60 * 60 * 1_000;
const GRACE = 10 * 60 * 1_000;

/** Milliseconds between two looks: 5 s, growing to 10 minutes. */
export function lookPause({ looks }: PaymentContext): number {
  return Math.min(5_000 * 2 ** Math.min(Math.max(0, looks - 1), 10), 600_000);
}

/** Id of the receipt among verified events that shows that it was paid (ZAP-05). */
export function receiptIn({ record }: PaymentContext, events: readonly VerifiedEvent[]): string | undefined {
  const { provider, invoice, request } = record?.checked ?? {};
  if (provider === undefined || invoice === undefined) return undefined;
  return events.find((event) => isReceiptOf(event, { provider, invoice, request }))?.id;
}

/** What the payee's service says of its own invoice (LUD-21): paid by its preimage, or by its word where it gives none. */
export function verifiedProof({ record }: PaymentContext, answer: VerifyAnswer): Proof | undefined {
  const hash = record?.checked?.hash;
  if (hash === undefined || !answer?.isSettled) return undefined;
  const { preimage } = answer;
  if (preimage === undefined) return { by: 'lookup' };
  return isPreimage(preimage, hash) ? { by: 'preimage', preimage } : undefined;
}

/** What is said beside an invoice that leaves its amount open, msats. */
export function openAmount(invoice: string, amountMsats: number): number | undefined {
  return readInvoice(invoice)?.amountMsats === undefined ? amountMsats : undefined;
}

/** How the outbox names where a nutzap comes from: its payment, so that it is published once. */
function giftOrigin(intent: string): string {
  return `nutzap ${intent}`;
}

/**
 * Its order to the outbox: to the relays that its recipient names, dated when it was paid (NIP-61). The outbox keeps what is published in the clear: what
 * anybody else could spend never gets there.
 */
export function giftOrder({ intent, want, record, gift }: PaymentContext): Omit<PublishOrder, 'from'> | undefined {
  if (want.type !== 'nutzap' || !gift || !record?.paying) return undefined;
  if (!gift.every(({ secret }) => isLockedTo(secret.reveal() ?? '', want.key))) return undefined;
  return { draft: draftNutzap(want, gift), relays: want.relays, now: record.paying.at, origin: giftOrigin(intent) };
}

/** How its nutzap stands, of what the outbox tells; undefined: it is no news of that. */
export function giftState({ intent }: PaymentContext, event: { readonly type: string } | OutboxNews): OutboxRecord | undefined {
  const record = event.type === 'outbox.news' && 'record' in event ? event.record : undefined;
  return record?.wish.type === 'event' && record.wish.origin === giftOrigin(intent) ? record : undefined;
}

/** What shows that it is given: somebody took it. */
export function giftProof(context: PaymentContext, event: { readonly type: string } | OutboxNews): Proof | undefined {
  const record = giftState(context, event);
  return record?.event && stateOf(record) === 'accepted' ? { by: 'nutzap', nutzap: record.event.id } : undefined;
}

/** What is ordered of ecash for it, once it may be paid: done once, by its name. Undefined: it is paid by something else. */
export function ecashOrder({ intent: job, want, record }: PaymentContext, from: AnyActorRef): PaymentOrder | undefined {
  const { checked, paying } = record ?? {};
  if (!paying) return undefined;
  const { at: now, payer } = paying;
  if (want.type === 'nutzap')
    return { type: 'ecash.send', job, mint: want.mint, amount: Math.ceil(want.amountMsats / 1_000), memo: '', now, lock: want.key, from };
  if (!checked || payer.by !== 'ecash') return undefined;
  const { invoice, amountMsats } = checked;
  return { type: 'ecash.melt', job, mint: payer.mint, invoice, amount: Math.ceil(amountMsats / 1_000), now, from };
}

/** What locking its ecash cost, msats. */
export function giftFee({ feeSats }: EcashGiven): number {
  return Math.max(0, feeSats) * 1_000;
}

type Melted = Extract<EcashEnded, { type: 'ecash.ended' }>;

/** What came of having a mint pay it. A preimage that is not the one is passed over: that its ecash is spent is what shows it. */
export function meltVerdict({ intent, record, want }: PaymentContext, ended: Melted): Verdict | undefined {
  if (ended.job !== intent) return undefined;
  if (!ended.isPaid) {
    const { reason } = ended;
    if (reason.code === 'said') return { failure: { code: 'said', params: { text: reason.text } } };
    if (reason.code === 'notEnough') return { failure: { code: 'pay.notEnough' } };
    if (reason.code === 'fee') return { failure: { code: 'pay.feeTooHigh', params: { limit: record?.paying?.mostFeeMsats ?? 0 } } };
    return { failure: { code: want.type === 'nutzap' ? 'pay.notGiven' : 'pay.mintRefused' } };
  }
  const { preimage, feeSats } = ended;
  const isShown = preimage !== undefined && isPreimage(preimage, record?.checked?.hash ?? '');
  return { proof: isShown ? { by: 'preimage', preimage } : { by: 'lookup' }, feesMsats: Math.max(0, feeSats) * 1_000 };
}
