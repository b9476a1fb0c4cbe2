import { inMillis } from '../../events/core/time.ts';
import { nowMillis } from './now.ts';
import type { Scope } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

export interface TabPartsDeps {
  /** The parts in which something of an account lies in local storage, of whichever tab. */
  readonly parts: (account: string, key: AccountKey) => readonly string[];
  readonly newId: () => string;
}

interface TabPartsPlace {
  readonly local: Scope<AccountKey>;
  readonly account: string;
  readonly key: AccountKey;
  /** What the names of its parts begin with, where several things have that key. */
  readonly among?: string;
}

/** One part. `name` undefined, or no more than `among`: a former version kept all there, for all tabs. */
export interface TabPart {
  readonly name: string | undefined;
  readonly value: unknown;
}

/**
 * A record of which each tab has a part. A part gets another name whenever it is written, and what stands under a name never changes: so no tab writes over
 * what another one writes meanwhile, and who has put elsewhere what he read may remove it by its name, whatever came since (INV-NO-LOSS).
 */
export interface TabParts {
  /** All parts there are, the one that was written last at the end. */
  readonly all: () => readonly TabPart[];
  /** Puts a value in the place of what was put here before; undefined: nothing. */
  readonly put: (value: unknown) => void;
  readonly has: (part: TabPart) => boolean;
  /** Not of what was put here. */
  readonly drop: (part: TabPart) => void;
}

/** The parts of one record, of which `put` writes one. */
export function tabParts({ parts, newId }: TabPartsDeps, place: TabPartsPlace): TabParts {
  const { local, key, among } = place;
  let own: Pick<TabPart, 'name'> | undefined;
  const write = (value: unknown): Pick<TabPart, 'name'> => {
    const name = `${among === undefined ? '' : `${among}/`}${inMillis(nowMillis())}-${newId()}`;
    if (local.write(key, value, name) === undefined) return { name };
    // what no disk takes is this page's alone, which finds it by the name that it knows
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

/** All parts of one record, the one that was written last at the end. */
export function partsIn({ parts }: Pick<TabPartsDeps, 'parts'>, { local, account, key, among }: TabPartsPlace): readonly TabPart[] {
  const before = among === undefined ? '' : `${among}/`;
  const names = parts(account, key).filter((name) => name.startsWith(before));
  return [among, ...names.toSorted()].flatMap((name) => {
    const value = local.read(key, name);
    return value === undefined ? [] : [{ name, value }];
  });
}
