import type { UserMessage } from '../../events/account/user-message.ts';
import { paymentReasons } from '../money/payments/payment-reasons.ts';
import { toastContent } from '../publish/outbox/toast-content.ts';
import { actionStrings } from '../ui/strings/actions.ts';

/** Return a toast in words. A zap that failed can be asked why (ZAP-03). */
export const toastView: typeof toastContent = (toast, ways) => {
  const shown = toastContent(toast, ways);
  const intent = failedPayment(toast.message);
  if (intent === undefined) return shown;
  const label = actionStrings(ways.language).whyNot;
  return { ...shown, act: { label, onPress: () => paymentReasons.show(intent) } };
};

function failedPayment(message: UserMessage): string | undefined {
  return message.code === 'zap.failed' || message.code === 'zap.partly'
    ? message.params.payment
    : undefined;
}
