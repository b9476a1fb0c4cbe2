import type { UserMessage } from '../../events/account/user-message.ts';
import { paymentReasons } from '../money/payments/payment-reasons.ts';
import { toastContent } from '../publish/outbox/toast-content.ts';
import { actionStrings } from '../ui/strings/actions.ts';

/** Return a toast in words. One of a payment that failed leads to the reason (ZAP-03). */
export const toastView: typeof toastContent = (toast, ways) => {
  const shown = toastContent(toast, ways);
  const intent = failedPayment(toast.message);
  if (intent === undefined) return shown;
  const label = actionStrings(ways.language).whyNot;
  return { ...shown, act: { label, onPress: () => paymentReasons.show(intent) } };
};

function failedPayment(message: UserMessage): string | undefined {
  switch (message.code) {
    case 'zap.failed':
    case 'zap.partly':
    case 'ecash.unpaid':
      return message.params.payment;
    default:
      return undefined;
  }
}
