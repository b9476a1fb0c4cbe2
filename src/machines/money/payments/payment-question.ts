import { describesOther } from '../../../events/money/payments/invoice-description.ts';
import type { Payer } from '../../../events/money/payments/payment.ts';
import type { MoneyContext } from './money-context.ts';
import { groupOf } from './money-context.ts';
import type { MoneyCommand } from './money-protocol.ts';
import type { PaymentContext, PaymentTold } from './payment-context.ts';

/** Question to the user before a payment. */
export interface PaymentQuestion {
  readonly payer: Payer;
  /** True if the amount is above the limit for payments without a question. */
  readonly isLarge: boolean;
  /** Host of a service whose invoice does not commit to the request (E-38). */
  readonly unbound: string | undefined;
}

/** Return the question before a payment. `undefined` if none is needed. */
export function questionOf(context: PaymentContext): PaymentQuestion | undefined {
  const { want, wholeMsats = want.amountMsats, limits, payer, acceptedHosts } = context;
  const isLarge =
    limits.askAbove !== undefined && payer.by !== 'shown' && wholeMsats > limits.askAbove;
  const host = unboundHost(context);
  const unbound = host !== undefined && acceptedHosts?.has(host) !== true ? host : undefined;
  return isLarge || unbound !== undefined ? { payer, isLarge, unbound } : undefined;
}

/**
 * Return the host of a service whose invoice commits to another text than the zap request (NIP-57)
 * or the service's document (LUD-06).
 */
function unboundHost({ want, service, answer, request }: PaymentContext): string | undefined {
  if (want.type === 'invoice' || !service || !answer) return undefined;
  return describesOther(answer.invoice, request?.text ?? service.metadata)
    ? new URL(service.url).host
    : undefined;
}

type Word = 'confirm' | 'decline';

/** Return the event for the user's answer. */
export function toldOf(word: Word): PaymentTold {
  return { type: word === 'confirm' ? 'payment.confirm' : 'payment.decline' };
}

/**
 * Return the payments that an answer applies to: all waiting shares of a zap. Later shares get the
 * same answer.
 */
export function answerTo(
  context: MoneyContext,
  { type, intent }: Extract<MoneyCommand, { type: 'money.confirm' | 'money.decline' }>,
) {
  const { asking, answered, records, acceptedHosts, live } = context;
  const word: Word = type === 'money.confirm' ? 'confirm' : 'decline';
  const group = groupOf(records, intent);
  const asked = asking.has(intent)
    ? [...asking.keys()].filter((one) => groupOf(records, one) === group)
    : [];
  const hosts = word === 'confirm' ? asked.flatMap((one) => asking.get(one)?.unbound ?? []) : [];
  const change: Partial<MoneyContext> =
    asked.length === 0
      ? {}
      : {
          answered: new Map(answered).set(group, word),
          acceptedHosts: new Set([...acceptedHosts, ...hosts]),
        };
  const intents = (asked.length === 0 ? [intent] : asked).filter((one) => live.has(one));
  return { word, intents, hosts, change };
}

/**
 * Return the earlier answer for a payment that starts to wait. A host that the question did not
 * name is asked about again.
 */
export function wordFor(
  { answered, records, acceptedHosts }: MoneyContext,
  intent: string,
  question: PaymentQuestion,
): Word | undefined {
  const word = answered.get(groupOf(records, intent));
  return word === 'confirm' &&
    question.unbound !== undefined &&
    !acceptedHosts.has(question.unbound)
    ? undefined
    : word;
}
