import { field, isRecord, parseJson } from '../../events/core/json.ts';
import type { AccountKey, Flag, GlobalKey } from './storage-keys.ts';

/** What of the platform's storage is used. */
export type Device = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Why something will not outlive this page. */
export type StorageFailure = 'full' | 'blocked' | 'newer';

/** Values by logical name. `part` tells apart records of one name, e.g. drafts by what they answer. */
export interface Scope<Key extends string> {
  /** Undefined: nothing is kept, or what is kept is corrupt or of a newer version. */
  readonly read: (key: Key, part?: string) => unknown;
  /** Undefined if it is kept; else it is remembered until the page is closed, and this says why. */
  readonly write: (key: Key, value: unknown, part?: string) => StorageFailure | undefined;
  readonly remove: (key: Key, part?: string) => void;
}

export interface Storages {
  /** What belongs to an account (its key in hex), or to visitors. No other account's values are ever seen here (INV-SCOPE). */
  readonly account: (pubkey: string | undefined) => Scope<AccountKey>;
  readonly global: Scope<GlobalKey>;
  readonly flag: (name: Flag) => string | undefined;
  /** Undefined takes the flag away. Says why it was not kept. */
  readonly setFlag: (name: Flag, text: string | undefined) => StorageFailure | undefined;
}

const VERSION = 1;

/** The platform's storage, or undefined where it is switched off: then merely asking for it throws. */
export function findDevice(page: Pick<Window, 'localStorage'>): Device | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}

/**
 * Records in local storage, each under its own key as `{version, value}`, so that writing one loses no other (C-25). Nothing here throws:
 * corrupt is empty, full and blocked are survived and said, and a record of a newer version is left as it is (E-47).
 */
export function openStorages(device: Device | undefined): Storages {
  const unkept = new Map<string, unknown>();
  const scope = (prefix: string): Scope<string> => {
    const nameOf = (key: string, part?: string) => `${prefix}/${key}${part === undefined ? '' : `/${part}`}`;
    return {
      read: (key, part) => {
        const name = nameOf(key, part);
        return unkept.has(name) ? unkept.get(name) : keptValue(device, name);
      },
      write: (key, value, part) => {
        const name = nameOf(key, part);
        const failure = isNewer(recordOf(textOf(device, name))) ? 'newer' : put(device, name, JSON.stringify({ version: VERSION, value }));
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

/** What the names of everything begin with that is kept once for this browser; see `Storages`. */
export const GLOBAL_PREFIX = 'starling/global';

/** The same for what belongs to an account (its key in hex), or to visitors. */
export function accountPrefix(pubkey: string | undefined): string {
  return `starling/${pubkey ?? 'visitor'}`;
}

/** The value of the record with that full name; undefined as `Scope.read` says. */
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

function put(device: Device | undefined, name: string, text: string): StorageFailure | undefined {
  if (!device) return 'blocked';
  try {
    device.setItem(name, text);
    return undefined;
  } catch (error) {
    return isQuota(error) ? 'full' : 'blocked';
  }
}

function drop(device: Device | undefined, name: string): undefined {
  try {
    device?.removeItem(name);
  } catch {
    // what cannot be written cannot be removed either; nothing of it is read again on a blocked device
  }
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED');
}
