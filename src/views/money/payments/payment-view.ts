import {
  amountOfPayment,
  type Payer,
  type PaymentRecord,
  type PaymentState,
  paymentStateOf,
} from '../../../events/money/payments/payment.ts';
import type { MoneyCode, MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { PaymentShown, UnpaidFacts } from './PaymentCard.tsx';

interface Words {
  /** Name of the recipient. */
  readonly name: string;
  readonly payerName: (payer: Payer) => string;
  readonly say: (message: MoneyMessage) => string;
}

/** Priority of the share that represents all: unknown first, then running, then failed. */
const ORDER: readonly PaymentState[] = [
  'unknown',
  'asked',
  'checked',
  'shown',
  'paying',
  'failed',
  'paid',
];

/** Return the payment whose state represents all payments of a zap. */
export function payeeNameOf(records: readonly PaymentRecord[]): PaymentRecord | undefined {
  return records.toSorted(
    (one, other) => ORDER.indexOf(paymentStateOf(one)) - ORDER.indexOf(paymentStateOf(other)),
  )[0];
}

/** Return the sum of several payments in whole sats. */
export function satsOfAll(records: readonly PaymentRecord[]): number {
  return Math.ceil(records.reduce((sum, record) => sum + amountOfPayment(record), 0) / 1_000);
}

/** Return the state of a payment for its card. Without a record, it is not in the log yet. */
export function paymentView(record: PaymentRecord | undefined, words: Words): PaymentShown {
  if (!record) return { phase: 'asking', name: words.name };
  const { checked, paying, paid, failure, doubt, want } = record;
  const wallet = paying ? words.payerName(paying.payer) : '';
  const isGift = want.type === 'nutzap';
  switch (paymentStateOf(record)) {
    case 'asked':
      return isGift ? { phase: 'giving', name: words.name } : { phase: 'asking', name: words.name };
    case 'checked':
      return { phase: 'checking' };
    case 'shown':
    case 'paying':
      if (isGift) return { phase: 'giving', name: words.name };
      return { phase: 'paying', wallet, since: paying?.at ?? record.changedAt };
    case 'unknown':
      if (doubt?.code === 'pay.unpublished') return { phase: 'undelivered', name: words.name };
      return {
        phase: 'unknown',
        wallet,
        since: paying?.at ?? record.changedAt,
        endsAt: checked?.expiresAt,
      };
    case 'paid':
      return {
        phase: 'paid',
        fee: paid?.feesMsats === undefined ? undefined : Math.ceil(paid.feesMsats / 1_000),
        proof:
          paid?.proof.by === 'preimage'
            ? { preimage: paid.proof.preimage }
            : { by: paid?.proof.by ?? 'lookup' },
      };
    case 'failed':
      return { ...failedShown(failure, paying && wallet, words), facts: factsOf(record, words) };
  }
}

/** Return a failed state. It says that no money left only if the wallet itself reported that. */
function failedShown(
  failure: MoneyMessage | undefined,
  wallet: string | undefined,
  { name, say }: Words,
): Extract<PaymentShown, { phase: 'failed' }> {
  const said = failure?.code === 'said' ? failure.params.text : undefined;
  return {
    phase: 'failed',
    wallet: wallet ?? name,
    said,
    why: failure ? say(failure) : '',
    isSafe: wallet !== undefined && (failure?.code === 'said' || failure?.code === 'pay.neverPaid'),
  };
}

/** Failures that name no fault: the invoice was not paid, by whomever. */
const UNPAID: ReadonlySet<MoneyCode> = new Set<MoneyCode>([
  'pay.declined',
  'pay.unanswered',
  'pay.expired',
  'pay.interrupted',
  'pay.notSeen',
  'pay.neverPaid',
  'pay.saidUnpaid',
]);

/** Return the known facts of a payment that was not paid, beside the reason (ZAP-03). */
function factsOf(
  { failure, want, checked, paying }: PaymentRecord,
  { payerName }: Words,
): UnpaidFacts | undefined {
  if (failure === undefined || !UNPAID.has(failure.code) || want.type === 'nutzap')
    return undefined;
  const maker = want.type === 'invoice' ? want.payee : want.address;
  const { payer } = paying ?? {};
  return {
    maker: checked === undefined ? undefined : (maker ?? ''),
    endsAt: checked?.expiresAt,
    payer: payer === undefined ? 'none' : payer.by === 'shown' ? 'shown' : payerName(payer),
  };
}

/** Return the step at which it failed. Nutzaps need no invoice. */
export function failedAt({
  checked,
  paying,
  want,
}: Pick<PaymentRecord, 'checked' | 'paying' | 'want'>): 'ask' | 'check' | 'pay' {
  if (paying || want.type === 'nutzap') return 'pay';
  return checked ? 'check' : 'ask';
}

/**
 * True if the receipt of a paid zap is still expected, unless the receipt itself proved the
 * payment.
 */
export function isReceiptDue({ checked, paid }: PaymentRecord): boolean {
  return paid !== undefined && paid.proof.by !== 'receipt' && checked?.provider !== undefined;
}
