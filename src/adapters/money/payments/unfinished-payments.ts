import type { PromiseActorLogic } from 'xstate';
import type { Storages } from '../../core/storage.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The `owed` port: resolves once there is an unresolved payment. An earlier page left it, or
 * another tab began it, whose write to storage sends an event to this one.
 */
export function hasUnfinishedPayments(
  { account }: Pick<Storages, 'account'>,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): PromiseActorLogic<boolean, { readonly account: string }> {
  return promiseAdapter(
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
