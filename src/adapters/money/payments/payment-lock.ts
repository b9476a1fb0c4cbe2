import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { PaymentLockAcquired } from '../../../machines/money/payments/payment-setup.ts';

/**
 * The payment's `turn` port: a Web Lock by the name of the payment. A page that closes releases it
 * automatically. Without Web Locks the lock is never granted, and the payment waits for the maximum
 * time that another tab may take.
 */
export function paymentLock(
  locks: LockManager | undefined,
): CallbackActorLogic<PaymentLockAcquired, { readonly account: string; readonly intent: string }> {
  return fromCallback(({ input: { account, intent }, sendBack }) => {
    if (!locks) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const abort = new AbortController();
    const hold = (): Promise<void> => {
      sendBack({ type: 'payment.lockAcquired' });
      return promise;
    };
    locks
      .request(`starling-payment-${account}-${intent}`, { signal: abort.signal }, hold)
      .catch(() => undefined);
    return () => {
      abort.abort();
      resolve();
    };
  });
}
