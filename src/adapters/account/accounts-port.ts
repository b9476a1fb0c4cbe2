import { type CallbackActorLogic, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import type { AccountsCommand, AccountsSignal } from '../../machines/account/session-wire.ts';
import type { AccountStore } from './account-store.ts';

/** The session's `store` port: keeps accounts, and says when another tab has changed them. */
export function accountsPort(store: AccountStore, log: (text: string) => void): CallbackActorLogic<AccountsCommand, undefined> {
  return fromCallback<AccountsCommand, undefined>(({ sendBack, receive }) => {
    const life = new AbortController();
    const report = (signal: AccountsSignal): void => sendBack(signal);
    store.watch(({ accounts, autoLock }) => report({ type: 'accounts.changed', accounts, autoLock }), life.signal);
    receive((command) => {
      if (command.type === 'accounts.keep') store.keep(command);
      else {
        log(command.why);
        store.removeSecret(command.pubkey);
      }
    });
    return () => life.abort();
  });
}

export interface LeaveDeps {
  readonly store: AccountStore;
  /** Erases what is kept for an account elsewhere than in records: databases, caches. */
  readonly eraseMore: (pubkey: string) => Promise<void>;
}

/** The session's `leave` port (ACCOUNT-06, E-35): the secret of an account, and where asked everything else that is kept for it. */
export function leavePort(
  { store, eraseMore }: LeaveDeps,
  forgetPlace: (pubkey: string) => void,
): PromiseActorLogic<void, { pubkey: string; erase: boolean }> {
  return fromPromise(async ({ input: { pubkey, erase } }) => {
    store.removeSecret(pubkey);
    forgetPlace(pubkey);
    if (!erase) return;
    store.erase(pubkey);
    await eraseMore(pubkey);
  });
}
