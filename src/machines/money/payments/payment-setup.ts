import { isSecretKept } from '../../../events/account/signing/signing-error.ts';
import { requestText } from '../../../events/money/payments/invoice-description.ts';
import { assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { CallbackAnswer, PayService } from '../../../events/money/payments/lnurl.ts';
import { mostMeltFee } from '../../../events/money/ecash/melt-fee.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import { isPaymentSettled, paymentStateOf } from '../../../events/money/payments/payment.ts';
import { isPreimage } from '../../../events/money/payments/preimage.ts';
import { buildZapRequest } from '../../../events/money/zaps/zap-request.ts';
import type { EcashEnded, EcashGiven } from '../ecash/ecash-protocol.ts';
import { failureOf, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { minus, seconds } from '../../../events/core/time.ts';
import { type SignSettled, signedIn } from '../../core/sign-request.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort, promisePort } from '../../core/ports.ts';
import { questionOf } from './payment-question.ts';
import type { JobUpdate } from '../../core/outbox-protocol.ts';
import {
  checkedLine,
  ecashOrder,
  giftFee,
  giftOrder,
  giftProof,
  giftState,
  invoiceFault,
  lookPause,
  meltVerdict,
  openAmount,
  type PaymentContext,
  type PaymentInput,
  type PaymentTold,
  type PaymentWish,
  receiptIn,
  serviceFault,
  shownFor,
  transactionVerdict,
  verdictOf,
  verifiedProof,
  type VerifyAnswer,
} from './payment-context.ts';

/** Results of the ports to a payee's service. */
export type ServiceAnswer = PayService | { readonly fault: MoneyMessage };
export type InvoiceAnswer = CallbackAnswer | { readonly fault: MoneyMessage };
/**
 * Result of the browser's wallet. `refused`: its own words, before it paid. `undefined`:
 * unresolved.
 */
export type WeblnAnswer =
  | { readonly preimage: string }
  | { readonly refused: MoneyMessage }
  | undefined;

/** No other tab is working on the payment: it has finished or was closed. */
export type PaymentLockAcquired = { type: 'payment.lockAcquired' };

export type PaymentEvent =
  | PaymentTold
  | PaymentLockAcquired
  | SignSettled
  | RelayAnswer
  | EcashEnded
  | EcashGiven
  | JobUpdate;

/** Tolerance in seconds for a slow clock of a payee's service. */
const SEEN_BEFORE = seconds(60);
/** Messages if an ecash order cannot be cancelled. */
const HELD = {
  told: 'ecash.held',
  unkept: 'ecash.uncalled',
  forgotten: 'ecash.forgotten',
} as const;

/** Actions, guards and actors of a payment. Its states are in the machine. */
export const paymentSetup = setup({
  types: {
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    input: {} as PaymentInput,
    tags: {} as 'asking' | 'shown' | 'signing' | 'looking',
  },
  actors: {
    service: promisePort<ServiceAnswer, { readonly address: string }>('service'),
    invoice: promisePort<InvoiceAnswer, { readonly url: string }>('invoice'),
    verify: promisePort<VerifyAnswer, { readonly url: string }>('verify'),
    webln: promisePort<WeblnAnswer, { readonly invoice: string }>('webln'),
    /** Wait for the lock of this payment, and hold it until the end. */
    lock: callbackPort<PaymentLockAcquired, { readonly account: string; readonly intent: string }>(
      'lock',
    ),
  },
  delays: {
    writing: 10_000,
    resolving: 20_000,
    signing: 15 * 60_000,
    deciding: 5 * 60_000,
    payTimeout: 60_000,
    /** Longer than the outbox waits for a signature and relays. */
    publishing: 17 * 60_000,
    weblnTimeout: 10 * 60_000,
    following: 20 * 60_000,
    foreign: 90_000,
    foreignPause: 3_000,
    lookTimeout: 20_000,
    showPause: 3_000,
    shownFor: ({ context }) => shownFor(context),
    lookPause: ({ context }) => lookPause(context),
  },
  guards: {
    isNew: ({ context }) => context.record === undefined,
    isInvoice: ({ context }) => context.want.type === 'invoice',
    isZap: ({ context }) => context.want.type === 'zap',
    isAlone: ({ context }) => context.isAlone,
    isGift: ({ context }) => context.want.type === 'nutzap',
    isOwnGift: ({ context, event }) => event.type === 'ecash.given' && event.job === context.intent,
    isSpareGift: ({ context, event }) =>
      event.type === 'ecash.given' && event.job === context.intent && !context.isUnsigned,
    isTaken: ({ context, event }) => giftProof(context, event) !== undefined,
    isUntaken: ({ context, event }) => {
      const found = giftState(context, event);
      return found !== undefined && failureOf(found) !== undefined;
    },
    isSettled: ({ context }) => context.record !== undefined && isPaymentSettled(context.record),
    isState: ({ context }, { state }: { state: string }) =>
      context.record !== undefined && paymentStateOf(context.record) === state,
    isFault: (_, { outcome }: { outcome: ServiceAnswer | InvoiceAnswer }) => 'fault' in outcome,
    isUnfit: ({ context }, { outcome }: { outcome: ServiceAnswer }) =>
      'fault' in outcome || serviceFault(context.want, outcome) !== undefined,
    isWrong: ({ context }) => invoiceFault(context) !== undefined,
    isQuestionable: ({ context }) => questionOf(context) !== undefined,
    isSigned: ({ event }) => signedIn(event) !== undefined,
    isSecretKept: ({ event }) =>
      event.type === 'sign.settled' && !event.outcome.ok && isSecretKept(event.outcome.failure),
    /** True if this tab's entry is in the log. */
    isWritten: ({ context, event }, { line }: { line: string }) =>
      event.type === 'payment.recorded' &&
      event.own.some(({ type, intent }) => type === line && intent === context.intent),
    isOver: ({ event }) => event.type === 'payment.recorded' && isPaymentSettled(event.record),
    isPaid: ({ event }) =>
      event.type === 'payment.recorded' && paymentStateOf(event.record) === 'paid',
    isRefused: ({ event }, { line }: { line: string }) =>
      event.type === 'payment.refused' && event.line.type === line,
    /** True if the log rejected the final entry, so the payment is still unresolved. */
    isStillUnknown: ({ context, event }, { line }: { line: string }) =>
      event.type === 'payment.refused' &&
      event.line.type === line &&
      context.record !== undefined &&
      paymentStateOf(context.record) === 'unknown',
    isBy: ({ context }, { by }: { by: string }) => context.record?.paying?.payer.by === by,
    isPreimage: ({ context }, { outcome }: { outcome: WeblnAnswer }) =>
      outcome !== undefined &&
      'preimage' in outcome &&
      isPreimage(outcome.preimage, context.record?.checked?.hash ?? ''),
    isWeblnRefusal: (_, { outcome }: { outcome: WeblnAnswer }) =>
      outcome !== undefined && 'refused' in outcome,
    isProof: ({ context, event }) => {
      const verdict = event.type === 'payment.answered' ? verdictOf(context, event) : undefined;
      return verdict !== undefined && 'proof' in verdict;
    },
    isFailure: ({ context, event }) => {
      if (event.type !== 'payment.answered') return false;
      const verdict = verdictOf(context, event);
      return verdict !== undefined && 'failure' in verdict;
    },
    isMelted: ({ context, event }) => {
      const verdict = event.type === 'ecash.ended' ? meltVerdict(context, event) : undefined;
      return verdict !== undefined && 'proof' in verdict;
    },
    isOwnMelt: ({ context, event }) =>
      (event.type === 'ecash.ended' ||
        event.type === 'ecash.unheard' ||
        event.type === 'ecash.held') &&
      event.job === context.intent,
    /** True if the wallet answered the payment request with a definite refusal. */
    isDefinite: ({ event }) =>
      event.type === 'payment.answered' &&
      event.reply?.method === 'error' &&
      event.reply.isDefinite,
    isNoticed: ({ context, event }) => {
      const checked = context.record?.checked;
      const verdict =
        event.type === 'payment.noticed' && checked
          ? transactionVerdict(checked, event.transaction)
          : undefined;
      return verdict !== undefined && 'proof' in verdict;
    },
    isReceipt: ({ context, event }) =>
      event.type === 'relay.events' && receiptIn(context, event.events) !== undefined,
    isVerified: ({ context }, { outcome }: { outcome: VerifyAnswer }) =>
      verifiedProof(context, outcome) !== undefined,
    isCalledOff: ({ context, event }) =>
      event.type === 'payment.settle' &&
      !event.paid &&
      context.record?.paying?.payer.by === 'ecash',
    isSaidPaid: ({ event }) => event.type === 'payment.settle' && event.paid,
    hasVerify: ({ context }) => context.record?.checked?.verify !== undefined,
  },
  actions: {
    tellAsking: sendParent(
      ({ context }): PaymentWish => ({
        type: 'payment.confirmationWanted',
        intent: context.intent,
        question: questionOf(context),
      }),
    ),
    tellAsked: sendParent(
      ({ context: { intent } }): PaymentWish => ({
        type: 'payment.confirmationWanted',
        intent,
        question: undefined,
      }),
    ),
    record: assign(whenEvent('payment.recorded', ({ event }) => ({ record: event.record }))),
    writeAsked: sendParent(
      ({ context: { intent, want, group } }): PaymentWish => ({
        type: 'payment.write',
        line: { type: 'asked', intent, want, group },
      }),
    ),
    keepService: assign((_, { outcome }: { outcome: ServiceAnswer }) =>
      'fault' in outcome ? {} : { service: outcome },
    ),
    keepAnswer: assign((_, { outcome }: { outcome: InvoiceAnswer }) =>
      'fault' in outcome ? {} : { answer: outcome },
    ),
    keepFault: assign(({ context }, { outcome }: { outcome: ServiceAnswer | InvoiceAnswer }) => {
      if ('fault' in outcome) return { reason: outcome.fault };
      const unfit = 'callback' in outcome ? serviceFault(context.want, outcome) : undefined;
      return unfit ? { reason: unfit } : {};
    }),
    keepWrong: assign(({ context }) => ({ reason: invoiceFault(context) ?? context.reason })),
    because: assign((_, { reason }: { reason: MoneyMessage }) => ({ reason })),
    keepRefusal: assign(
      whenEvent('payment.refused', ({ context, event }) => ({
        reason: event.why ?? context.reason,
      })),
    ),
    askSign: enqueueActions(({ context: { account, signer, want, service }, enqueue, self }) => {
      if (want.type !== 'zap') return;
      const template = buildZapRequest(want, service?.lnurl);
      const reason = { code: 'sign.zap' } as const;
      const request = {
        id: 'zap',
        from: self,
        pubkey: account,
        reason,
        act: { do: 'sign', template },
      } as const;
      enqueue.sendTo(signer, { type: 'sign.request', request });
    }),
    cancelSign: sendTo(
      ({ context }) => context.signer,
      ({ self }) => ({ type: 'sign.cancel', id: 'zap', from: self }),
    ),
    keepRequest: assign(({ event }) => {
      if (event.type !== 'sign.settled' || !event.outcome.ok || !('event' in event.outcome))
        return {};
      const signed = event.outcome.event;
      return { request: { id: signed.id, text: requestText(signed) } };
    }),
    writeChecked: enqueueActions(({ context, enqueue }) => {
      const line = checkedLine(context);
      if (line) enqueue.sendParent({ type: 'payment.write', line } satisfies PaymentWish);
    }),
    writePaying: sendParent(({ context: { intent, payer, limits, again, want } }): PaymentWish => {
      const { perDay, perWallet } = limits;
      const mostFeeMsats =
        payer.by === 'ecash' ? mostMeltFee(Math.ceil(want.amountMsats / 1_000)) * 1_000 : undefined;
      const line = {
        type: 'paying',
        intent,
        payer,
        limits: { perDay, perWallet },
        once: again !== true,
        mostFeeMsats,
      } as const;
      return { type: 'payment.write', line };
    }),
    pay: enqueueActions(({ context, enqueue, self }) => {
      const { intent, want, record, scope } = context;
      const { checked, paying, changedAt: at } = record ?? {};
      const order = ecashOrder(context, self);
      if (order) {
        enqueue.sendTo(scope, { type: 'ecash.open' });
        enqueue.sendTo(scope, order);
      }
      if (!checked || paying?.payer.by !== 'wallet') return;
      // an amount is sent only with an invoice that has none
      const amountMsats =
        want.type === 'invoice' ? openAmount(want.invoice, want.amountMsats) : undefined;
      const call = { method: 'pay_invoice', invoice: checked.invoice, amountMsats } as const;
      enqueue.sendParent({
        type: 'payment.call',
        intent,
        wallet: paying.payer.wallet,
        call,
        ...(at === undefined ? {} : { at }),
      } satisfies PaymentWish);
    }),
    /** Cancel the ecash order. Only the ecash log knows if its mint received it. */
    callOff: enqueueActions(({ context, enqueue, self }) => {
      const order = ecashOrder(context, self);
      if (!order) return;
      enqueue.sendTo(context.scope, { type: 'ecash.open' });
      enqueue.sendTo(context.scope, {
        type: 'ecash.callOff',
        job: context.intent,
        order,
        from: self,
      });
    }),
    sayHeld: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'ecash.held') return;
      enqueue.sendTo(context.scope, {
        type: 'account.failed',
        message: { code: HELD[event.why] },
      });
    }),
    lookUp: enqueueActions(({ context: { intent, record, looks, scope }, enqueue, self }) => {
      enqueue.assign({ looks: looks + 1 });
      const { checked, paying } = record ?? {};
      if (paying?.payer.by === 'ecash') {
        enqueue.sendTo(scope, { type: 'ecash.open' });
        enqueue.sendTo(scope, { type: 'ecash.tell', job: intent, from: self });
      }
      if (!checked || paying?.payer.by !== 'wallet') return;
      const call = { method: 'lookup_invoice', hash: checked.hash } as const;
      enqueue.sendParent({
        type: 'payment.call',
        intent,
        wallet: paying.payer.wallet,
        call,
      } satisfies PaymentWish);
    }),
    watchReceipts: enqueueActions(({ context: { scope, want, record }, enqueue, self }) => {
      const { checked } = record ?? {};
      if (want.type !== 'zap' || checked?.provider === undefined || want.relays.length === 0)
        return;
      const since = minus(checked.at, SEEN_BEFORE);
      const filters = [
        { kinds: [KIND.Zap], authors: [checked.provider], '#p': [want.to.pubkey], since },
      ];
      const ask = { kind: 'subscribe', filters, live: true } as const;
      enqueue.sendTo(scope, {
        type: 'relays.ask',
        from: self,
        ask,
        urls: want.relays,
      });
    }),
    forgetReceipts: enqueueActions(({ context: { scope, want }, enqueue, self }) => {
      if (want.type === 'zap')
        enqueue.sendTo(scope, {
          type: 'relays.forget',
          from: self,
          urls: want.relays,
        });
    }),
    keepVerdict: assign(({ context, event }) => {
      const verdict = event.type === 'payment.answered' ? verdictOf(context, event) : undefined;
      if (!verdict) return {};
      if ('proof' in verdict) return { proof: verdict.proof, feesMsats: verdict.feesMsats };
      return { reason: 'failure' in verdict ? verdict.failure : verdict.doubt };
    }),
    /** Store the wallet's own words. */
    keepWords: assign(({ event }) =>
      event.type === 'payment.answered' && event.reply?.method === 'error'
        ? { reason: event.reply.words }
        : {},
    ),
    keepNotice: assign(({ context, event }) => {
      const checked = context.record?.checked;
      const verdict =
        event.type === 'payment.noticed' && checked
          ? transactionVerdict(checked, event.transaction)
          : undefined;
      return verdict && 'proof' in verdict
        ? { proof: verdict.proof, feesMsats: verdict.feesMsats }
        : {};
    }),
    keepReceipt: assign(({ context, event }) => {
      const receipt = event.type === 'relay.events' ? receiptIn(context, event.events) : undefined;
      return receipt === undefined ? {} : { proof: { by: 'receipt' as const, receipt } };
    }),
    keepVerified: assign(({ context }, { outcome }: { outcome: VerifyAnswer }) => {
      const proof = verifiedProof(context, outcome);
      return proof ? { proof } : {};
    }),
    keepMelt: assign(({ context, event }) => {
      const verdict = event.type === 'ecash.ended' ? meltVerdict(context, event) : undefined;
      if (!verdict) return {};
      return 'proof' in verdict
        ? verdict
        : { reason: 'failure' in verdict ? verdict.failure : verdict.doubt };
    }),
    keepGift: assign(
      whenEvent('ecash.given', ({ event }) => ({ gift: event.proofs, feesMsats: giftFee(event) })),
    ),
    /**
     * Publish through the outbox. Its log knows the nutzap by its payment, so repeated orders give
     * one event.
     */
    publishGift: enqueueActions(({ context, enqueue, self }) => {
      const order = giftOrder(context);
      if (order)
        enqueue.sendTo(context.scope, {
          type: 'outbox.publish',
          order: { ...order, from: self },
        });
    }),
    keepTaken: assign(({ context, event }) => {
      const proof = giftProof(context, event);
      return proof ? { proof } : {};
    }),
    recordUnsigned: assign(({ context, event }) => {
      const found = giftState(context, event);
      return found ? { isUnsigned: stateOf(found) === 'unsigned' } : {};
    }),
    recordAlone: assign({ isAlone: true }),
    allowSign: assign({ isUnsigned: false }),
    /** Show that an ecash payment was not paid. The failure of a zap is shown by the zap. */
    tellUnpaid: enqueueActions(({ context: { payer, scope, intent, group }, enqueue }) => {
      if (payer.by === 'ecash' && group === intent)
        enqueue.sendTo(scope, {
          type: 'account.failed',
          message: { code: 'ecash.unpaid', params: { payment: intent } },
        });
    }),
    keepSaid: assign({ proof: { by: 'person' }, feesMsats: undefined }),
    keepPreimage: assign((_, { outcome }: { outcome: WeblnAnswer }) =>
      outcome && 'preimage' in outcome
        ? { proof: { by: 'preimage' as const, preimage: outcome.preimage } }
        : {},
    ),
    keepWeblnWords: assign((_, { outcome }: { outcome: WeblnAnswer }) =>
      outcome && 'refused' in outcome ? { reason: outcome.refused } : {},
    ),
    writeDoubted: sendParent(
      ({ context: { intent, reason } }): PaymentWish => ({
        type: 'payment.write',
        line: { type: 'doubted', intent, reason },
      }),
    ),
    writePaid: enqueueActions(({ context: { intent, proof, feesMsats }, enqueue }) => {
      if (proof)
        enqueue.sendParent({
          type: 'payment.write',
          line: { type: 'paid', intent, proof, feesMsats },
        } satisfies PaymentWish);
    }),
    writeFailed: sendParent(
      ({ context: { intent, reason } }): PaymentWish => ({
        type: 'payment.write',
        line: { type: 'failed', intent, reason },
      }),
    ),
  },
});
