import type { CallbackActorLogic, PromiseActorLogic } from 'xstate';
import type {
  AccountsCommand,
  AccountsSignal,
} from '../../../machines/account/session/session-protocol.ts';
import type { Leave } from '../../../machines/account/keys/erase.machine.ts';
import type { OpenChannel } from '../../core/tab-channel.ts';
import type { AccountStore } from './account-store.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';
import { endPast, eraseSecret } from '../keys/secret-store.ts';
import { callbackAdapter, promiseAdapter } from '../../../machines/core/ports.ts';

interface AccountsDeps extends LeaveDeps {
  readonly log: (text: string) => void;
  readonly now: () => Seconds;
  /** To the other tabs. `undefined`: they are not told of locks. */
  readonly channel?: OpenChannel;
}

/**
 * The session's `store` port: stores accounts, and reports changes from outside of the session.
 * It also ends removals that a closed page began.
 */
export function accountsPort(deps: AccountsDeps): CallbackActorLogic<AccountsCommand, undefined> {
  const { keys, store, log, now, channel } = deps;
  return callbackAdapter<AccountsCommand, undefined>(({ sendBack, receive }) => {
    const life = new AbortController();
    const report = (signal: AccountsSignal): void => sendBack(signal);
    const locks = channel?.('starling-locks');
    locks?.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') report({ type: 'accounts.locked', pubkey: data });
    });
    let latest = store.latest();
    store.watch(({ accounts, autoLock }, by) => {
      const before = latest;
      latest = store.latest();
      const chosen = latest === before ? undefined : latest;
      const isOwn = by === 'here';
      const erased = store.leaves().flatMap(({ pubkey, erase }) => (erase ? [pubkey] : []));
      report({ type: 'accounts.changed', accounts, autoLock, chosen, isOwn, erased });
    }, life.signal);
    const { accounts } = store.read();
    for (const { pubkey } of accounts) void endPast(pubkey, now(), { keys, store });
    for (const leave of store.leaves()) {
      const hasReturned = accounts.some(({ pubkey }) => pubkey === leave.pubkey);
      if (hasReturned) store.endLeave(leave.pubkey);
      // if it fails, it stays recorded for the next page
      else void removeAccount(leave, deps).catch(() => undefined);
    }
    receive((command) => {
      if (command.type === 'accounts.keep') {
        // first, so that other tabs know of the removal when the account ends there
        if (command.leave) store.beginLeave(command.leave);
        store.keep(command);
        for (const account of command.accounts) void store.keepCopy(account);
        latest = store.latest();
      } else if (command.type === 'accounts.lock') locks?.postMessage(command.pubkey);
      else {
        log(command.why);
        // the session goes on without the key, even if its copy stays
        void eraseSecret(command.pubkey, { keys, store }).catch(() => undefined);
      }
    });
    return () => {
      life.abort();
      locks?.close();
    };
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
  deps: LeaveDeps,
  forgetPlace: (pubkey: string) => void,
): PromiseActorLogic<void, Leave> {
  return promiseAdapter(async ({ input }) => {
    forgetPlace(input.pubkey);
    await removeAccount(input, deps);
  });
}

/** The record of the removal comes first, so that the next page ends it if this one is closed. */
async function removeAccount(
  { pubkey, erase }: Leave,
  { keys, store, eraseMore }: LeaveDeps,
): Promise<void> {
  store.beginLeave({ pubkey, erase });
  const erased = eraseSecret(pubkey, { keys, store }, { pubkey, erase });
  if (erase) store.erase(pubkey);
  await Promise.all([erased, erase ? eraseMore(pubkey) : undefined]);
  store.endLeave(pubkey);
}
