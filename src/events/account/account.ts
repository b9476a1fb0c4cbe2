import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';

/**
 * A signed-in account as a value (INV-SCOPE), without any secret, encrypted or not. `lock` of a
 * key: opened with a PIN, opened by this device without a PIN, or kept until the page is closed.
 * `unsaved`: the key was made here, and the user has not confirmed a copy elsewhere.
 */
export type Account =
  | {
      readonly pubkey: string;
      readonly method: 'key';
      readonly lock: 'pin' | 'device' | 'page';
      readonly unsaved?: true;
    }
  | { readonly pubkey: string; readonly method: 'extension' | 'remote' | 'readonly' };

/**
 * When keys with a PIN lock while the page is open: after this many idle minutes, when the device
 * has slept, or only when the page is closed. A choice of minutes also locks after sleep.
 */
export const AUTO_LOCKS = [1, 5, 15, 60, 'sleep', 'close'] as const;

export type AutoLock = (typeof AUTO_LOCKS)[number];

/** The user was idle for this many minutes, or the device has slept. */
export type Idle = 1 | 5 | 15 | 60 | 'sleep';

/** True if the idle state locks the keys. */
export function isLockedBy(autoLock: AutoLock, idle: Idle): boolean {
  if (autoLock === 'close') return false;
  return idle === 'sleep' || (autoLock !== 'sleep' && idle >= autoLock);
}

/** The accounts of this browser and the current one. */
export interface Accounts {
  readonly accounts: readonly Account[];
  readonly current: string | undefined;
  readonly autoLock: AutoLock;
}

const MAX_ACCOUNTS = 20;

/** True if the account can do more than read; a visitor cannot (ACCOUNT-01). */
export function canAct(account: Account | undefined): account is Account {
  return account !== undefined && account.method !== 'readonly';
}

/** Read an account from an untrusted value; `undefined` if anything is wrong. */
export function readAccount(value: unknown): Account | undefined {
  if (!isRecord(value)) return undefined;
  const pubkey = field(value, 'pubkey');
  if (typeof pubkey !== 'string' || !isHex(pubkey, 64)) return undefined;
  const method = field(value, 'method');
  const lock = field(value, 'lock');
  if (method === 'extension' || method === 'remote' || method === 'readonly')
    return { pubkey, method };
  if (method === 'key' && (lock === 'pin' || lock === 'device' || lock === 'page'))
    return { pubkey, method, lock, ...(field(value, 'unsaved') === true ? { unsaved: true } : {}) };
  return undefined;
}

/**
 * Read the stored accounts (ACCOUNT-15). Invalid entries are skipped, the first entry for a key
 * counts, and at most 20 are read.
 */
export function readAccounts(value: unknown): Accounts {
  const rows = isRecord(value) ? field(value, 'accounts') : undefined;
  const current = isRecord(value) ? field(value, 'current') : undefined;
  const read = Array.isArray(rows) ? rows.flatMap((row) => readAccount(row) ?? []) : [];
  const accounts = [...new Map(read.toReversed().map((one) => [one.pubkey, one])).values()]
    .toReversed()
    .slice(0, MAX_ACCOUNTS);
  const autoLock = readAutoLock(isRecord(value) ? field(value, 'autoLock') : undefined);
  return { accounts, current: accounts.find((one) => one.pubkey === current)?.pubkey, autoLock };
}

/** Earlier versions stored a boolean: lock after five minutes or not. */
function readAutoLock(value: unknown): AutoLock {
  return value === true ? 5 : (AUTO_LOCKS.find((one) => one === value) ?? 'close');
}

/** Add the account to the others. It replaces an earlier one with its key, or comes last. */
export function withAccount(accounts: readonly Account[], account: Account): readonly Account[] {
  const isKnown = accounts.some((one) => one.pubkey === account.pubkey);
  return isKnown
    ? accounts.map((one) => (one.pubkey === account.pubkey ? account : one))
    : [...accounts, account];
}
