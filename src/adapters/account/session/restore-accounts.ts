import { type Account, withAccount } from '../../../events/account/account.ts';
import { sealedPartOf } from '../../../events/account/keys/stored-secret.ts';
import { accountAfter } from '../../../events/account/account-after.ts';
import {
  type AccountCopies,
  type AccountCopy,
  type ErasedSecret,
  markOf,
} from './account-copies.ts';
import { inSeconds } from '../../../events/core/time.ts';
import type { AccountStore } from './account-store.ts';

interface RestoreDeps {
  readonly store: AccountStore;
  readonly copies: AccountCopies;
  /** True if this device still has the key that sealed a secret. Rejects if it cannot be read. */
  readonly hasSealKey: (owner: string) => Promise<boolean>;
}

/**
 * Repairs local storage after a crash, before the session starts. A sign-out or an erased key that
 * local storage has lost is done again. An account that it has lost comes back. Its device key
 * proves that no other tab has signed it out.
 */
export async function restoreAccounts(deps: RestoreDeps): Promise<void> {
  const { store, copies } = deps;
  const found = await copies.read();
  if (!found) return;
  for (const { pubkey } of store.read().accounts) {
    const mark = markOf(store.secret(pubkey), pubkey);
    const erased = found.erased.find((one) => mark !== undefined && one.mark === mark);
    if (erased) eraseAgain(pubkey, erased, store);
  }
  for (const copy of found.copies.toSorted(byDate))
    await store.alone(copy.account.pubkey, () => restore(copy, deps));
}

async function restore(
  { account, secret }: AccountCopy,
  { store, copies, hasSealKey }: RestoreDeps,
): Promise<void> {
  const { pubkey } = account;
  if (!isLost(pubkey, store)) return;
  const owner = sealedPartOf(secret, pubkey)?.owner ?? '';
  const isReadable = await hasSealKey(owner).catch(() => undefined);
  if (isReadable === false) await copies.erase(pubkey, undefined, undefined).catch(() => undefined);
  if (!isReadable || !isLost(pubkey, store) || !store.keepSecret(pubkey, secret)) return;
  const { accounts, current, autoLock } = store.read();
  store.keep({ accounts: withAccount(accounts, account), current: current ?? pubkey, autoLock });
}

/** True if local storage does not know the account with its secret, and no tab is removing it. */
function isLost(pubkey: string, store: AccountStore): boolean {
  const listed = store.find(pubkey);
  const isListed = listed !== undefined && listed.method !== 'readonly';
  return !isListed && store.leaves().every((one) => one.pubkey !== pubkey);
}

function eraseAgain(pubkey: string, { erase }: ErasedSecret, store: AccountStore): void {
  const { accounts, current, autoLock } = store.read();
  const others = accounts.filter((one) => one.pubkey !== pubkey);
  if (erase === undefined) {
    const reader: Account = { pubkey, method: 'readonly' };
    store.removeSecret(pubkey);
    store.keep({ accounts: withAccount(accounts, reader), current, autoLock });
  } else {
    // the session ends the removal
    store.beginLeave({ pubkey, erase });
    const next = current === pubkey ? accountAfter(others)?.pubkey : current;
    store.keep({ accounts: others, current: next, autoLock });
  }
}

/** The newest first, which becomes the current account. */
function byDate(one: AccountCopy, other: AccountCopy): number {
  return inSeconds(other.at) - inSeconds(one.at);
}
