import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Storages } from '../app/storage.ts';

/** The `owed` port: whether an earlier page, or another tab, left a payment that is not settled. */
export function owedPayments({ account }: Pick<Storages, 'account'>): PromiseActorLogic<boolean, { readonly account: string }> {
  return fromPromise(async ({ input }) => account(input.account).read('payments') === 'owed');
}
