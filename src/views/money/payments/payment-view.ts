import {
  amountOfPayment,
  type Payer,
  type PaymentRecord,
  type PaymentState,
  paymentStateOf,
} from '../../../events/money/payments/payment.ts';
import type { MoneyMessage } from '../../../events/money/payments/money-message.ts';
import type { PaymentShown } from './PaymentCard.tsx';

interface Words {
  /** Whom a payment goes to, by name. */
  readonly name: string;
  readonly payerName: (payer: Payer) => string;
  readonly say: (message: MoneyMessage) => string;
}

/** The shares that are shown for all of them: what is not known comes first, then what is under way, then what failed. */
const ORDER: readonly PaymentState[] = ['unknown', 'asked', 'checked', 'shown', 'paying', 'failed', 'paid'];

/** Of the payments of one zap the one whose state is told. */
export function leadOf(records: readonly PaymentRecord[]): PaymentRecord | undefined {
  return records.toSorted((one, other) => ORDER.indexOf(paymentStateOf(one)) - ORDER.indexOf(paymentStateOf(other)))[0];
}

/** Whole sats of several payments together. */
export function satsOfAll(records: readonly PaymentRecord[]): number {
  return Math.ceil(records.reduce((sum, record) => sum + amountOfPayment(record), 0) / 1_000);
}

/** How a payment stands, for its card; undefined record: it is not in the log yet. */
export function paymentShown(record: PaymentRecord | undefined, words: Words): PaymentShown {
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
      return { phase: 'unknown', wallet, since: paying?.at ?? record.changedAt, endsAt: checked?.expiresAt };
    case 'paid':
      return {
        phase: 'paid',
        fee: paid?.feesMsats === undefined ? undefined : Math.ceil(paid.feesMsats / 1_000),
        proof: paid?.proof.by === 'preimage' ? { preimage: paid.proof.preimage } : { by: paid?.proof.by ?? 'lookup' },
      };
    case 'failed':
      return failedShown(failure, paying && wallet, words);
  }
}

/** That nothing left the wallet is said only where the wallet itself answered that it did not pay. */
function failedShown(failure: MoneyMessage | undefined, wallet: string | undefined, { name, say }: Words): PaymentShown {
  const said = failure?.code === 'said' ? failure.params.text : undefined;
  return {
    phase: 'failed',
    wallet: wallet ?? name,
    said,
    why: failure ? say(failure) : '',
    isSafe: wallet !== undefined && (failure?.code === 'said' || failure?.code === 'pay.neverPaid'),
  };
}

/** At which step it failed. For ecash that is given nobody is asked. */
export function failedAt({ checked, paying, want }: Pick<PaymentRecord, 'checked' | 'paying' | 'want'>): 'ask' | 'check' | 'pay' {
  if (paying || want.type === 'nutzap') return 'pay';
  return checked ? 'check' : 'ask';
}

/** Whether the receipt of what is paid is waited for: of a zap, unless the receipt is what shows that it is paid. */
export function isReceiptDue({ checked, paid }: PaymentRecord): boolean {
  return paid !== undefined && paid.proof.by !== 'receipt' && checked?.provider !== undefined;
}
