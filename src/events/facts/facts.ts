import type { Claim } from '../connection/claims.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import {
  type Change,
  DIAGNOSTICS,
  isTabled,
  namesIn,
  NOTHING,
  type TableEntry,
  TABLES,
  tablesFor,
  type Unreadable,
} from './tables.ts';
import { isEphemeral } from '../nostr/kinds.ts';
import { emptyTable, type Table } from '../core/table.ts';
import { isFarFuture, type Seconds } from '../core/time.ts';

type Name = keyof typeof TABLES;
type Sources = {
  [K in Name]: (typeof TABLES)[K] extends TableEntry<infer S, infer _C, infer _T> ? S : never;
};
type Changes = {
  [K in Name]: (typeof TABLES)[K] extends TableEntry<infer _S, infer C, infer _T> ? C : never;
};
type Tables = {
  [K in Name]: (typeof TABLES)[K] extends TableEntry<infer _S, infer _C, infer T> ? T : never;
};

/**
 * The read model: folded signed events, and the caching service's claims in separate tables. Rows
 * are plain data and never mutated.
 */
export type Facts = Readonly<Tables>;

/**
 * One batch from the caching service or a relay. `now` is the clock in seconds, for the far-future
 * quarantine.
 */
export interface Batch {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  readonly now: Seconds;
}

const ENTRIES: { readonly [K in Name]: TableEntry<Sources[K], Changes[K], Tables[K]> } = TABLES;
const NAMES = namesIn(TABLES);

export const emptyFacts: Facts = nothingKnown();

/**
 * Fold one batch in one pass into new facts. Unchanged tables and rows keep their identity, and a
 * batch without news returns the same facts. Order and repetition of events make no difference
 * (E-18). A later claim replaces an earlier one. Ephemeral events are left out. So are events dated
 * more than ten minutes ahead of `now`, until they arrive again in their time.
 */
export function foldFacts(facts: Facts, { events, claims, now }: Batch): Facts {
  const isLeftOut = ({ kind, created_at }: VerifiedEvent) =>
    isEphemeral(kind) || isFarFuture(created_at, now);
  const unread: Unreadable[] = [];
  const drop = (source: Unreadable['source'], error: unknown) => unread.push({ source, error });
  return renewed(facts, (draft) => {
    const told = Map.groupBy(events, (event) =>
      isLeftOut(event) ? NOTHING : tablesFor(event.kind),
    );
    for (const [names, some] of told) fold(draft, names, some, drop);
    for (const [name, some] of Map.groupBy(claims.filter(isTabled), ({ claim }) => claim))
      fold(draft, [name], some, drop);
    fold(draft, DIAGNOSTICS, unread, () => {});
  });
}

/**
 * Trim every table that is more than a tenth over its limit, the longest unwritten rows first. Rows
 * that `keep` names stay: ids, addresses, urls, or public keys (an account's profile, lists and
 * deletions). Cheap while no table is over its limit.
 */
export function evictFacts(facts: Facts, keep: ReadonlySet<string>): Facts {
  const trimmed = renewed(facts, (draft) => NAMES.forEach((name) => trim(draft, name, keep)));
  return trimmed === facts
    ? facts
    : renewed(trimmed, (draft) => NAMES.forEach((name) => prune(draft, name, draft)));
}

/**
 * Fold sources into tables, in the order of the tables. A source that a reader cannot parse is left
 * out of all tables and passed to `drop` (INV-ISOLATE). The rest is folded as if the source had not
 * come.
 */
function fold<K extends Name>(
  draft: Tables,
  into: readonly K[],
  sources: readonly Sources[K][],
  drop: (source: Sources[K], error: unknown) => void,
): void {
  const open = into.map((name) => openTable(name, draft[name]));
  for (const source of sources) {
    try {
      readAll(open, source);
    } catch (error) {
      drop(source, error);
      continue;
    }
    for (const { found, changes } of open)
      if (found !== NOTHING) for (const change of found) changes.push(change);
  }
  for (const { name, entry, table, changes } of open)
    draft[name] = entry.fold(table, changes, draft);
}

/**
 * Open a table for a batch. `found`: changes of the last source. `changes`: changes of all sources.
 */
function openTable<K extends Name>(name: K, table: Tables[K]) {
  const found: Iterable<Change<Changes[K]>> = NOTHING;
  const changes: Array<Change<Changes[K]>> = [];
  return { name, entry: ENTRIES[name], table, found, changes };
}

/**
 * Read a source for several tables. If it has no news for the first table, it is not read for the
 * others.
 */
function readAll<K extends Name>(
  open: ReadonlyArray<ReturnType<typeof openTable<K>>>,
  source: Sources[K],
): void {
  let isNew: boolean | undefined;
  for (const one of open) {
    one.found = isNew === false ? NOTHING : one.entry.read(source, one.table);
    isNew ??= one.found !== NOTHING;
  }
}

function trim<K extends Name>(draft: Pick<Tables, K>, name: K, keep: ReadonlySet<string>): void {
  draft[name] = ENTRIES[name].trim(draft[name], keep);
}

function prune<K extends Name>(draft: Pick<Tables, K>, name: K, tables: Tables): void {
  draft[name] = ENTRIES[name].prune?.(draft[name], tables) ?? draft[name];
}

/** Apply a function to a draft of the facts. Returns the old facts if no table changed. */
function renewed(facts: Facts, renew: (draft: Tables) => void): Facts {
  const draft = { ...facts };
  renew(draft);
  return NAMES.every((name) => draft[name] === facts[name]) ? facts : draft;
}

function nothingKnown(): Facts {
  const tables = Object.fromEntries(NAMES.map((name) => [name, emptyTable<never>()]));
  if (!isWhole(tables)) throw new Error('a table is missing');
  return tables;
}

function isWhole(
  tables: Readonly<Record<string, Table<never>>>,
): tables is Record<Name, Table<never>> {
  return NAMES.every((name) => Object.hasOwn(tables, name));
}
