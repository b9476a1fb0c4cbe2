import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { PaymentAlone } from '../../../machines/money/payments/payment-setup.ts';

/**
 * The payment's `turn` port: a lock by the name of the payment (Web Locks), which a page that goes lets go of by itself. Without locks nobody ever hears
 * that he is alone, and waits as long as another tab might take.
 */
export function paymentTurn(
  locks: LockManager | undefined,
): CallbackActorLogic<PaymentAlone, { readonly account: string; readonly intent: string }> {
  return fromCallback(({ input: { account, intent }, sendBack }) => {
    if (!locks) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const abort = new AbortController();
    const hold = (): Promise<void> => {
      sendBack({ type: 'payment.alone' });
      return promise;
    };
    locks.request(`starling-payment-${account}-${intent}`, { signal: abort.signal }, hold).catch(() => undefined);
    return () => {
      abort.abort();
      resolve();
    };
  });
}
