import { type CallbackActorLogic, fromCallback, fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  AccountsCommand,
  AccountsSignal,
} from '../../../machines/account/session/session-protocol.ts';
import type { AccountStore } from './account-store.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { endPast, eraseSecret } from '../keys/secret-store.ts';

interface AccountsDeps {
  readonly keys: KeyWorkerClient;
  readonly store: AccountStore;
  readonly log: (text: string) => void;
  readonly now: () => Seconds;
}

/** The session's `store` port: stores accounts, and reports changes of other tabs. */
export function accountsPort({
  keys,
  store,
  log,
  now,
}: AccountsDeps): CallbackActorLogic<AccountsCommand, undefined> {
  return fromCallback<AccountsCommand, undefined>(({ sendBack, receive }) => {
    const life = new AbortController();
    const report = (signal: AccountsSignal): void => sendBack(signal);
    store.watch(
      ({ accounts, autoLock }) => report({ type: 'accounts.changed', accounts, autoLock }),
      life.signal,
    );
    for (const { pubkey } of store.read().accounts) void endPast(pubkey, now(), { keys, store });
    receive((command) => {
      if (command.type === 'accounts.keep') store.keep(command);
      else {
        log(command.why);
        void eraseSecret(command.pubkey, { keys, store });
      }
    });
    return () => life.abort();
  });
}

export interface LeaveDeps {
  readonly keys: KeyWorkerClient;
  readonly store: AccountStore;
  /** Erases data of the account outside records: databases, caches. */
  readonly eraseMore: (pubkey: string) => Promise<void>;
}

/**
 * The session's `leave` port (ACCOUNT-06, E-35): erases the secret of an account and, on request,
 * all other data of the account.
 */
export function leavePort(
  { keys, store, eraseMore }: LeaveDeps,
  forgetPlace: (pubkey: string) => void,
): PromiseActorLogic<void, { pubkey: string; erase: boolean }> {
  return fromPromise(async ({ input: { pubkey, erase } }) => {
    const erased = eraseSecret(pubkey, { keys, store });
    forgetPlace(pubkey);
    if (!erase) return erased;
    store.erase(pubkey);
    await Promise.all([erased, eraseMore(pubkey)]);
    return undefined;
  });
}
