import type { Claim } from '../connection/claims.ts';
import type { VerifiedEvent } from '../nostr/event.ts';
import { type Change, DIAGNOSTICS, isTabled, namesIn, NOTHING, type TableEntry, TABLES, tablesFor, type Unreadable } from './tables.ts';
import { isEphemeral } from '../nostr/kinds.ts';
import { emptyTable, type Table } from '../core/table.ts';
import { isFarFuture, type Seconds } from '../core/time.ts';

type Name = keyof typeof TABLES;
type Sources = { [K in Name]: (typeof TABLES)[K] extends TableEntry<infer S, infer _C, infer _T> ? S : never };
type Changes = { [K in Name]: (typeof TABLES)[K] extends TableEntry<infer _S, infer C, infer _T> ? C : never };
type Tables = { [K in Name]: (typeof TABLES)[K] extends TableEntry<infer _S, infer _C, infer T> ? T : never };

/** The read model: signed events folded, and beside them the caching service's claims. Rows are plain and never mutated. */
export type Facts = Readonly<Tables>;

/** One burst from the caching service or a relay. `now` in seconds is the clock's, for the far-future quarantine. */
export interface Batch {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  readonly now: Seconds;
}

const ENTRIES: { readonly [K in Name]: TableEntry<Sources[K], Changes[K], Tables[K]> } = TABLES;
const NAMES = namesIn(TABLES);

export const emptyFacts: Facts = nothingKnown();

/**
 * Folds one burst: one pass, one new root; tables and rows that nothing touched keep their identity, and a burst that says nothing new
 * gives back the same facts. Order and repetition of events do not matter (E-18); of claims, a later one replaces an earlier one.
 * Left out: ephemeral events, and events dated more than ten minutes ahead of `now`, which stay out of every table until they arrive again in
 * their time.
 */
export function foldFacts(facts: Facts, { events, claims, now }: Batch): Facts {
  const isLeftOut = ({ kind, created_at }: VerifiedEvent) => isEphemeral(kind) || isFarFuture(created_at, now);
  const unread: Unreadable[] = [];
  const drop = (source: Unreadable['source'], error: unknown) => unread.push({ source, error });
  return renewed(facts, (draft) => {
    const told = Map.groupBy(events, (event) => (isLeftOut(event) ? NOTHING : tablesFor(event.kind)));
    for (const [names, some] of told) fold(draft, names, some, drop);
    for (const [name, some] of Map.groupBy(claims.filter(isTabled), ({ claim }) => claim)) fold(draft, [name], some, drop);
    fold(draft, DIAGNOSTICS, unread, () => {});
  });
}

/**
 * Brings every table that is more than a tenth over its limit back to it, the longest unwritten rows first. What `keep` names stays: ids,
 * addresses, urls, or public keys (an account's profile, lists and deletions). Cheap while nothing is over.
 */
export function evictFacts(facts: Facts, keep: ReadonlySet<string>): Facts {
  const trimmed = renewed(facts, (draft) => NAMES.forEach((name) => trim(draft, name, keep)));
  return trimmed === facts ? facts : renewed(trimmed, (draft) => NAMES.forEach((name) => prune(draft, name, draft)));
}

/**
 * Folds what some sources say to some tables, in the order of these.
 * INV-ISOLATE: what a reader cannot cope with is left out of all of them, and told to `drop`; the rest is folded as if it had not come.
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
    for (const { found, changes } of open) if (found !== NOTHING) for (const change of found) changes.push(change);
  }
  for (const { name, entry, table, changes } of open) draft[name] = entry.fold(table, changes, draft);
}

/** A table while a burst is read for it: `found` is what the last source says, `changes` what all of them do. */
function openTable<K extends Name>(name: K, table: Tables[K]) {
  const found: Iterable<Change<Changes[K]>> = NOTHING;
  const changes: Array<Change<Changes[K]>> = [];
  return { name, entry: ENTRIES[name], table, found, changes };
}

/** Reads a source for several tables; what says nothing new to the first of them is not read for the others. */
function readAll<K extends Name>(open: ReadonlyArray<ReturnType<typeof openTable<K>>>, source: Sources[K]): void {
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

/** Facts after something was done to a draft of them; the former ones themselves where every table stayed the former one. */
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

function isWhole(tables: Readonly<Record<string, Table<never>>>): tables is Record<Name, Table<never>> {
  return NAMES.every((name) => Object.hasOwn(tables, name));
}
