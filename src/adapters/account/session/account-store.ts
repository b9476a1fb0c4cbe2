import { type Account, type Accounts, readAccounts } from '../../../events/account/account.ts';
import { type StoredSecret, readStoredSecret } from '../../../events/account/keys/stored-secret.ts';
import { type Passkey, readPasskeys } from '../../../events/account/keys/passkeys.ts';
import { isRecord } from '../../../events/core/json.ts';
import type { Leave } from '../../../machines/account/keys/erase.machine.ts';
import {
  accountPrefix,
  type Device,
  drop,
  put,
  type Storages,
  TAB_ACCOUNT,
  textOf,
} from '../../core/storage.ts';
import type { AccountCopies } from './account-copies.ts';
import { ACCOUNT_KEYS, type AccountKey } from '../../core/storage-keys.ts';

/**
 * The platform's storage beyond records: lists all keys of an account, and receives changes of
 * other tabs.
 */
export interface StorePage {
  readonly localStorage: Pick<Storage, 'length' | 'key' | 'removeItem'>;
  readonly addEventListener: (
    type: 'storage',
    listener: (event: Pick<StorageEvent, 'key'>) => void,
    options: { signal: AbortSignal },
  ) => void;
  readonly navigator?: { readonly locks: LockManager | undefined };
  /** Outlives a reload, and belongs to this tab alone. */
  readonly sessionStorage?: Device;
}

/** The accounts of this browser and their locked keys (ACCOUNT-15). No method throws. */
export interface AccountStore {
  /** `current` is the account of this tab, or else the last choice of any tab. */
  readonly read: () => Accounts;
  /** The last choice of any tab. */
  readonly latest: () => string | undefined;
  readonly keep: (accounts: Accounts) => void;
  /** As currently stored, including changes of other tabs. */
  readonly find: (pubkey: string) => Account | undefined;
  readonly secret: (pubkey: string) => StoredSecret | undefined;
  /** True if this device stores it beyond this page. */
  readonly keepSecret: (pubkey: string, secret: StoredSecret) => boolean;
  /** Also removes its passkeys, because they open the removed key. */
  readonly removeSecret: (pubkey: string) => void;
  /**
   * Copies an account with its stored secret to where a killed browser keeps it (`AccountCopies`).
   * A sign-in waits for it.
   */
  readonly keepCopy: (account: Account) => Promise<void>;
  /** Removes that copy. `secret`: the erased one. `leave`: the account is signed out with it. */
  readonly eraseCopy: (
    pubkey: string,
    secret: StoredSecret | undefined,
    leave: Leave | undefined,
  ) => Promise<void>;
  /** Runs a job while no other tab writes or erases the secret of that account. */
  readonly alone: <T>(pubkey: string, job: () => Promise<T>) => Promise<T>;
  /** The passkeys that open a key that is stored with a PIN. */
  readonly passkeys: (pubkey: string) => readonly Passkey[];
  /** True if this device stores them beyond this page. */
  readonly keepPasskeys: (pubkey: string, passkeys: readonly Passkey[]) => boolean;
  /** The parts of an account's records. For drafts: the ids of the notes that they answer. */
  readonly parts: (pubkey: string, key: AccountKey) => readonly string[];
  /** Records that an account is being removed, until `endLeave`. */
  readonly beginLeave: (leave: Leave) => void;
  readonly endLeave: (pubkey: string) => void;
  /** Removals that did not end, for example because the page was closed. */
  readonly leaves: () => readonly Leave[];
  /** Removes everything that was stored under an account (E-35). */
  readonly erase: (pubkey: string) => void;
  /** Notifies the listeners of this tab, as those of other tabs are. */
  readonly announce: () => void;
  /** Calls back when this tab or another has changed the accounts, until `signal` is aborted. */
  readonly watch: (
    changed: (accounts: Accounts, by: 'here' | 'elsewhere') => void,
    signal: AbortSignal,
  ) => void;
}

/** The storage key of the account list in `storages`, as other tabs see it. */
const INDEX = 'starling/global/secret';

const LEAVING = '/leaving';

/**
 * `page` undefined: storage is disabled, and nothing can be found. `copies` undefined: a killed
 * browser may lose accounts that were just stored.
 */
export function openAccountStore(
  storages: Storages,
  page: StorePage | undefined,
  copies?: Pick<AccountCopies, 'keep' | 'erase'>,
): AccountStore {
  const passkeysOf = (pubkey: string): string => `${pubkey}/passkeys`;
  const secretIn = (pubkey: string): StoredSecret | undefined =>
    readStoredSecret(storages.global.read('secret', pubkey));
  const tab = page?.sessionStorage;
  const stored = () => readAccounts(storages.global.read('secret'));
  const latest = () => stored().current;
  const ofTab = () => textOf(tab, TAB_ACCOUNT);
  // if it is not stored, a reload takes the last choice of any tab
  const stay = (current: string): void => void put(tab, TAB_ACCOUNT, current);
  /** True if another tab has removed that account. */
  const isGone = (own = ''): boolean =>
    own !== '' && stored().accounts.every(({ pubkey }) => pubkey !== own);
  const read = (): Accounts => {
    const { accounts, current, autoLock } = stored();
    const own = ofTab() ?? current;
    return {
      accounts: accounts.map((one) => lockedAs(one, secretIn)),
      current: accounts.find(({ pubkey }) => pubkey === own)?.pubkey,
      autoLock,
    };
  };
  const listeners = new Set<() => void>();
  const first = latest();
  if (first !== undefined && ofTab() === undefined) stay(first);
  return {
    read,
    latest,
    keep: ({ accounts, current, autoLock }) => {
      const isEndedElsewhere = current === undefined && isGone(ofTab());
      // another tab may have chosen another account since this one was chosen here
      const isOld = isEndedElsewhere || (current ?? '') === ofTab();
      const chosen = isOld ? latest() : current;
      storages.global.write('secret', {
        accounts: accounts.map(lasting),
        current: chosen,
        autoLock,
      });
      // a reload takes the account that the browser uses by then
      if (isEndedElsewhere) drop(tab, TAB_ACCOUNT);
      else if (current !== undefined || ofTab() !== undefined) stay(current ?? '');
    },
    find: (pubkey) => read().accounts.find((one) => one.pubkey === pubkey),
    secret: secretIn,
    keepSecret: (pubkey, secret) => storages.global.write('secret', secret, pubkey) === undefined,
    keepCopy: async (account) => copies?.keep(lasting(account), secretIn(account.pubkey)),
    eraseCopy: async (pubkey, secret, leave) => copies?.erase(pubkey, secret, leave?.erase),
    alone: async (pubkey, job) => {
      const locks = page?.navigator?.locks;
      return locks ? await locks.request(`starling-secret-${pubkey}`, job) : job();
    },
    passkeys: (pubkey) =>
      secretIn(pubkey)?.kept === 'pin'
        ? readPasskeys(storages.global.read('secret', passkeysOf(pubkey)))
        : [],
    keepPasskeys: (pubkey, passkeys) =>
      storages.global.write('secret', passkeys, passkeysOf(pubkey)) === undefined,
    removeSecret: (pubkey) => {
      // if the browser writes in place, no trace remains in its files
      const kept = JSON.stringify(storages.global.read('secret', pubkey));
      if (kept !== undefined) storages.global.write('secret', '0'.repeat(kept.length - 2), pubkey);
      storages.global.remove('secret', pubkey);
      storages.global.remove('secret', passkeysOf(pubkey));
    },
    parts: (pubkey, key) => {
      const before = `${accountPrefix(pubkey)}/${key}/`;
      return namesOf(page).flatMap((name) =>
        name.startsWith(before) ? [name.slice(before.length)] : [],
      );
    },
    beginLeave: ({ pubkey, erase }) => {
      storages.global.write('secret', { erase }, `${pubkey}${LEAVING}`);
    },
    endLeave: (pubkey) => storages.global.remove('secret', `${pubkey}${LEAVING}`),
    leaves: () =>
      namesOf(page).flatMap((name) => {
        if (!name.startsWith(`${INDEX}/`) || !name.endsWith(LEAVING)) return [];
        const pubkey = name.slice(INDEX.length + 1, -LEAVING.length);
        const kept = storages.global.read('secret', `${pubkey}${LEAVING}`);
        return [{ pubkey, erase: isRecord(kept) && kept['erase'] === true }];
      }),
    erase: (pubkey) => {
      for (const key of ACCOUNT_KEYS) storages.account(pubkey).remove(key);
      // records with parts, for example drafts, are found by their name
      for (const name of namesOf(page))
        if (name.startsWith(`${accountPrefix(pubkey)}/`)) drop(page?.localStorage, name);
    },
    announce: () => {
      for (const listener of listeners) listener();
    },
    watch: (changed, signal) => {
      const hear = ({ key }: Pick<StorageEvent, 'key'>): void => {
        // without a key: storage was cleared completely
        if (key === null || key === INDEX || key.startsWith(`${INDEX}/`))
          changed(read(), 'elsewhere');
      };
      const listener = (): void => changed(read(), 'here');
      listeners.add(listener);
      signal.addEventListener('abort', () => listeners.delete(listener));
      page?.addEventListener('storage', hear, { signal });
    },
  };
}

/**
 * The account with the lock of its stored key. The list may still name the earlier one, if the page
 * ended while the PIN was set or removed.
 */
function lockedAs(
  account: Account,
  secretOf: (pubkey: string) => StoredSecret | undefined,
): Account {
  const kept = account.method === 'key' ? secretOf(account.pubkey)?.kept : undefined;
  return account.method === 'key' && (kept === 'pin' || kept === 'device')
    ? { ...account, lock: kept }
    : account;
}

/** A key that exists in this page only is lost with it. Its account becomes read-only. */
function lasting(account: Account): Account {
  return account.method === 'key' && account.lock === 'page'
    ? { pubkey: account.pubkey, method: 'readonly' }
    : account;
}

function namesOf(page: StorePage | undefined): readonly string[] {
  try {
    const device = page?.localStorage;
    return device ? Array.from({ length: device.length }, (_, at) => device.key(at) ?? '') : [];
  } catch {
    return [];
  }
}
