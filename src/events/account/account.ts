import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';

/**
 * Who is signed in, as a value (INV-SCOPE). No secret and no encrypted secret is in it. `lock` of a key: opened with a PIN; by this
 * device alone, without a PIN; or held until the page is closed. `unsaved`: the key was made here, and nobody has said that he keeps it elsewhere.
 */
export type Account =
  | { readonly pubkey: string; readonly method: 'key'; readonly lock: 'pin' | 'device' | 'page'; readonly unsaved?: true }
  | { readonly pubkey: string; readonly method: 'extension' | 'remote' | 'readonly' };

/**
 * When keys with a PIN lock themselves while the page is open: after so many minutes without anybody there, when the device has slept, or not
 * before the page is closed. Whoever chose minutes is locked out by sleep, too.
 */
export const AUTO_LOCKS = [1, 5, 15, 60, 'sleep', 'close'] as const;

export type AutoLock = (typeof AUTO_LOCKS)[number];

/** Nobody has been there for so many minutes, or the device has slept. */
export type Idle = 1 | 5 | 15 | 60 | 'sleep';

/** Whether that locks the keys. */
export function isLockedBy(autoLock: AutoLock, idle: Idle): boolean {
  if (autoLock === 'close') return false;
  return idle === 'sleep' || (autoLock !== 'sleep' && idle >= autoLock);
}

/** The accounts of this browser and the one shown first. */
export interface Accounts {
  readonly accounts: readonly Account[];
  readonly current: string | undefined;
  readonly autoLock: AutoLock;
}

const MAX_ACCOUNTS = 20;

/** Whether it can do more than read; a visitor cannot (ACCOUNT-01). */
export function canAct(account: Account | undefined): account is Account {
  return account !== undefined && account.method !== 'readonly';
}

/** Reads an account of unknown origin; undefined where anything is wrong. */
export function readAccount(value: unknown): Account | undefined {
  if (!isRecord(value)) return undefined;
  const pubkey = field(value, 'pubkey');
  if (typeof pubkey !== 'string' || !isHex(pubkey, 64)) return undefined;
  const method = field(value, 'method');
  const lock = field(value, 'lock');
  if (method === 'extension' || method === 'remote' || method === 'readonly') return { pubkey, method };
  if (method === 'key' && (lock === 'pin' || lock === 'device' || lock === 'page'))
    return { pubkey, method, lock, ...(field(value, 'unsaved') === true ? { unsaved: true } : {}) };
  return undefined;
}

/** Reads what is kept (ACCOUNT-15): what is no account is passed over, of two for one key the first counts, at most 20. */
export function readAccounts(value: unknown): Accounts {
  const rows = isRecord(value) ? field(value, 'accounts') : undefined;
  const current = isRecord(value) ? field(value, 'current') : undefined;
  const read = Array.isArray(rows) ? rows.flatMap((row) => readAccount(row) ?? []) : [];
  const accounts = [...new Map(read.toReversed().map((one) => [one.pubkey, one])).values()].toReversed().slice(0, MAX_ACCOUNTS);
  const autoLock = readAutoLock(isRecord(value) ? field(value, 'autoLock') : undefined);
  return { accounts, current: accounts.find((one) => one.pubkey === current)?.pubkey, autoLock };
}

/** Earlier versions kept whether it locks itself after five minutes. */
function readAutoLock(value: unknown): AutoLock {
  return value === true ? 5 : (AUTO_LOCKS.find((one) => one === value) ?? 'close');
}

/** The account among the others, in place of an earlier one with its key; new ones come last. */
export function withAccount(accounts: readonly Account[], account: Account): readonly Account[] {
  const isKnown = accounts.some((one) => one.pubkey === account.pubkey);
  return isKnown ? accounts.map((one) => (one.pubkey === account.pubkey ? account : one)) : [...accounts, account];
}
