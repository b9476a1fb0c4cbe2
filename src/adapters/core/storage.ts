import { field, isRecord, parseJson } from '../../events/core/json.ts';
import type { AccountKey, Flag, GlobalKey } from './storage-keys.ts';

/** The methods of the platform's storage that are used. */
export type Device = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Why a value will not outlive this page. */
export type StorageFailure = 'full' | 'blocked' | 'newer';

/**
 * Values by logical name. `part` distinguishes records of one name, for example drafts by the note
 * that they answer.
 */
export interface Scope<Key extends string> {
  /** `undefined`: nothing is stored, or the record is corrupt or of a newer version. */
  readonly read: (key: Key, part?: string) => unknown;
  /**
   * `undefined` if the value is stored. Otherwise it is remembered until the page is closed, and
   * the reason is returned.
   */
  readonly write: (key: Key, value: unknown, part?: string) => StorageFailure | undefined;
  readonly remove: (key: Key, part?: string) => void;
}

export interface Storages {
  /**
   * Values of an account (its key in hex), or of visitors. Values of other accounts are never
   * visible here (INV-SCOPE).
   */
  readonly account: (pubkey: string | undefined) => Scope<AccountKey>;
  readonly global: Scope<GlobalKey>;
  readonly flag: (name: Flag) => string | undefined;
  /** `undefined` removes the flag. Returns the reason if it was not stored. */
  readonly setFlag: (name: Flag, text: string | undefined) => StorageFailure | undefined;
}

const VERSION = 1;

/** The platform's storage. `undefined` if it is disabled: then merely accessing it throws. */
export function findDevice(page: Pick<Window, 'localStorage'>): Device | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Records in local storage, each under its own key as `{version, value}`, so that writing one loses
 * no other (E-47). Nothing throws here. Corrupt records count as empty. Full or blocked storage is
 * reported. A record of a newer version is left unchanged (E-47).
 */
export function openStorages(device: Device | undefined): Storages {
  const unkept = new Map<string, unknown>();
  const scope = (prefix: string): Scope<string> => {
    const nameOf = (key: string, part?: string) =>
      `${prefix}/${key}${part === undefined ? '' : `/${part}`}`;
    return {
      read: (key, part) => {
        const name = nameOf(key, part);
        return unkept.has(name) ? unkept.get(name) : keptValue(device, name);
      },
      write: (key, value, part) => {
        const name = nameOf(key, part);
        const failure = isNewer(recordOf(textOf(device, name)))
          ? 'newer'
          : put(device, name, JSON.stringify({ version: VERSION, value }));
        if (failure) unkept.set(name, value);
        else unkept.delete(name);
        return failure;
      },
      remove: (key, part) => {
        const name = nameOf(key, part);
        unkept.delete(name);
        if (!isNewer(recordOf(textOf(device, name)))) drop(device, name);
      },
    };
  };
  return {
    account: (pubkey) => scope(accountPrefix(pubkey)),
    global: scope(GLOBAL_PREFIX),
    flag: (name) => textOf(device, name),
    setFlag: (name, text) => (text === undefined ? drop(device, name) : put(device, name, text)),
  };
}

/**
 * The name of a tab's own account in its session storage: its key in hex, or an empty text after a
 * sign-out (ACCOUNT-15).
 */
export const TAB_ACCOUNT = 'starling/account';

/** Return the tab's own account: its key in hex, or an empty text after a sign-out. */
export function tabAccount(device: Device | undefined): string | undefined {
  // with storage disabled, accessing it throws
  return textOf(device && sessionStorage, TAB_ACCOUNT);
}

/** Prefix of all names of records that are stored once for this browser. See `Storages`. */
export const GLOBAL_PREFIX = 'starling/global';

/** Prefix of the names of an account's records (its key in hex), or of visitors' records. */
export function accountPrefix(pubkey: string | undefined): string {
  // empty after a sign-out in this tab
  return `starling/${pubkey || 'visitor'}`;
}

/** The value of the record with that full name. `undefined` as in `Scope.read`. */
export function keptValue(device: Device | undefined, name: string): unknown {
  return valueOf(recordOf(textOf(device, name)));
}

function recordOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  const record = parseJson(text ?? '');
  return isRecord(record) ? record : undefined;
}

function isNewer(record: Readonly<Record<string, unknown>> | undefined): boolean {
  const version = record && field(record, 'version');
  return typeof version === 'number' && version > VERSION;
}

function valueOf(record: Readonly<Record<string, unknown>> | undefined): unknown {
  return record && field(record, 'version') === VERSION ? field(record, 'value') : undefined;
}

/** The plain text with that full name. */
export function textOf(device: Device | undefined, name: string): string | undefined {
  try {
    return device?.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Store a plain text under that full name. Returns the reason if it was not stored. */
export function put(
  device: Device | undefined,
  name: string,
  text: string,
): StorageFailure | undefined {
  if (!device) return 'blocked';
  try {
    device.setItem(name, text);
    return undefined;
  } catch (error) {
    return isQuota(error) ? 'full' : 'blocked';
  }
}

export function drop(device: Pick<Device, 'removeItem'> | undefined, name: string): undefined {
  try {
    device?.removeItem(name);
  } catch {
    // if writing fails, removing fails too: a blocked device's records are not read again
  }
}

function isQuota(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')
  );
}
