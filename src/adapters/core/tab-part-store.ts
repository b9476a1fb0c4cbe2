import { inMillis } from '../../events/core/time.ts';
import { nowMillis } from './now.ts';
import type { Scope } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

export interface TabPartsDeps {
  /** The names of an account's parts in local storage, of all tabs. */
  readonly parts: (account: string, key: AccountKey) => readonly string[];
  readonly newId: () => string;
}

interface TabPartsPlace {
  readonly local: Scope<AccountKey>;
  readonly account: string;
  readonly key: AccountKey;
  /** Prefix of its parts, if several records have that key. */
  readonly among?: string;
}

/**
 * One part. `name` undefined, or equal to `among`: a record of an earlier version, shared by all
 * tabs.
 */
export interface TabPart {
  readonly name: string | undefined;
  readonly value: unknown;
}

/**
 * A record of which each tab has a part. Each write uses a new name and never changes an existing
 * one. Tabs therefore cannot overwrite each other, and a tab that has copied a part can delete
 * exactly that part (INV-NO-LOSS).
 */
export interface TabParts {
  /** All existing parts, the last written one at the end. */
  readonly all: () => readonly TabPart[];
  /** Replaces the value that this tab has put before. `undefined` removes it. */
  readonly put: (value: unknown) => void;
  readonly has: (part: TabPart) => boolean;
  /** Only for parts of other tabs or pages. */
  readonly drop: (part: TabPart) => void;
}

/** The parts of one record, of which `put` writes one. */
export function tabParts({ parts, newId }: TabPartsDeps, place: TabPartsPlace): TabParts {
  const { local, key, among } = place;
  let own: Pick<TabPart, 'name'> | undefined;
  const write = (value: unknown): Pick<TabPart, 'name'> => {
    const name = `${among === undefined ? '' : `${among}/`}${inMillis(nowMillis())}-${newId()}`;
    if (local.write(key, value, name) === undefined) return { name };
    // a value that cannot be stored exists in this page only, which finds it by its name
    local.remove(key, name);
    local.write(key, value, among);
    return { name: among };
  };
  return {
    all: () => partsIn({ parts }, place),
    put: (value) => {
      const last = own;
      own = value === undefined ? undefined : write(value);
      if (last && last.name !== own?.name) local.remove(key, last.name);
    },
    has: ({ name }) => local.read(key, name) !== undefined,
    drop: ({ name }) => {
      if (!own || name !== own.name) local.remove(key, name);
    },
  };
}

/** All parts of one record, the last written one at the end. */
export function partsIn(
  { parts }: Pick<TabPartsDeps, 'parts'>,
  { local, account, key, among }: TabPartsPlace,
): readonly TabPart[] {
  const before = among === undefined ? '' : `${among}/`;
  const names = parts(account, key).filter((name) => name.startsWith(before));
  return [among, ...names.toSorted()].flatMap((name) => {
    const value = local.read(key, name);
    return value === undefined ? [] : [{ name, value }];
  });
}
