import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Storages } from '../../core/storage.ts';

/**
 * The `owed` port: resolves once there is a payment that is not settled, left by an earlier page or begun by another tab, whose write to storage
 * sends an event to this one.
 */
export function owedPayments(
  { account }: Pick<Storages, 'account'>,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): PromiseActorLogic<boolean, { readonly account: string }> {
  return fromPromise(
    ({ input, signal }) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (account(input.account).read('payments') !== 'owed') return;
          page.removeEventListener('storage', look);
          resolve(true);
        };
        page.addEventListener('storage', look);
        signal.addEventListener('abort', () => page.removeEventListener('storage', look));
        look();
      }),
  );
}
