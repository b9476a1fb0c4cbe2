import type { CallbackActorLogic } from 'xstate';
import type { PaymentLockAcquired } from '../../../machines/money/payments/payment-setup.ts';
import { holdLock } from '../../core/web-lock.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The payment's `lock` port: a Web Lock by the name of the payment. A page that closes releases it
 * automatically. Without Web Locks the lock is never granted, and the payment waits for the maximum
 * time that another tab may take.
 */
export function paymentLock(
  locks: LockManager | undefined,
): CallbackActorLogic<PaymentLockAcquired, { readonly account: string; readonly intent: string }> {
  return callbackAdapter(({ input: { account, intent }, sendBack }) => {
    if (!locks) return undefined;
    return holdLock(locks, `starling-payment-${account}-${intent}`, () =>
      sendBack({ type: 'payment.lockAcquired' }),
    );
  });
}
