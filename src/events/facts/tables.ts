import { type Profile, readProfile } from './profile.ts';
import { addressOf } from '../nostr/address.ts';
import type { Claim } from '../connection/claims.ts';
import { deletionKeys } from '../nostr/deletion.ts';
import { replaces, type VerifiedEvent } from '../nostr/event.ts';
import {
  addReplies,
  addVersion,
  addZaps,
  keepFirst,
  keepNewest,
  keepNewestProfile,
  type Indexed,
  mergeMedia,
  onlySeen,
  replaceRow,
} from './rows.ts';
import { isReplaceable, KIND } from '../nostr/kinds.ts';
import { readZap } from './zap.ts';
import { replyTarget } from './references.ts';
import { foldRows, getRow, rowsOf, type Table, trimRows } from '../core/table.ts';

/** The key of a row, and a change of that row. */
export type Change<C> = readonly [key: string, change: C];

/**
 * One table `T` of the read model. Its rows are changed by `C`, which is read from a source `S`, an
 * event or a claim.
 */
export interface TableEntry<S, C, T> {
  /** Return the changes of a source. `table`: its state before the batch. */
  readonly read: (source: S, table: T) => Iterable<Change<C>>;
  readonly fold: (table: T, changes: readonly Change<C>[], tables: Indexed) => T;
  /** Drop excess rows, but none that is kept. */
  readonly trim: (table: T, keep: ReadonlySet<string>) => T;
  /** Remove data that depends on dropped rows of other tables. */
  readonly prune?: (table: T, tables: Indexed) => T;
}

/**
 * Definition of a table. `limit`: maximum rows in a tab. All limits together are about a day of
 * reading.
 */
interface Spec<S, C, V> extends Omit<TableEntry<S, C, Table<V>>, 'trim'> {
  readonly limit: number;
  /**
   * A row is kept if its whole key is kept. If this is set, one part of the key between colons is
   * enough, such as the author in an address.
   */
  readonly isKeptByPart?: boolean;
}

type ClaimOf<T> = Extract<Claim, { readonly claim: T }>;
type Sort = 'content' | 'list' | 'profile' | 'deletion';

/**
 * Result of a source without news for a table. If the first of several tables returns it, the
 * source is not read for the others.
 */
export const NOTHING: readonly never[] = [];

/** Maximum events in a tab, and rows about them: 500 pages of notes. */
const MOST_EVENTS = 10_000;

/** Tables of signed events, each with the sort of events that it reads. No claim writes to them. */
const SIGNED = {
  /**
   * Events that are shown by id: notes, reposts, comments, articles, highlights, live events ...
   */
  events: signed<VerifiedEvent, VerifiedEvent>('content', {
    limit: MOST_EVENTS,
    read: (event, table) => (getRow(table, event.id) ? NOTHING : [[event.id, event]]),
    fold: each(keepFirst),
  }),
  /** Newest version at an address (`kind:pubkey:d`) that is shown as content (30023, 30311 ...). */
  addresses: signed('content', {
    limit: 2_000,
    read: (event) => under(addressOf(event), event),
    fold: each(keepNewest),
    isKeptByPart: true,
  }),
  /** Ids of the seen direct replies, oldest first, by id or address of the note or article. */
  replies: signed<VerifiedEvent, readonly string[]>('content', {
    limit: 10_000,
    read: (event) => {
      const answered = replyTarget(event);
      return under(answered?.type === 'external' ? undefined : answered?.key, event);
    },
    fold: together(addReplies),
    prune: (table, { events }) =>
      foldRows(table, [...rowsOf(table)], (row) => onlySeen(row, events)),
  }),
  /**
   * Verified zaps, largest first, without repetitions, by id or address of the note or article
   * (NOTE-15).
   */
  zaps: signed('content', {
    limit: 5_000,
    read: (event) => {
      const zap = event.kind === KIND.Zap ? readZap(event) : undefined;
      return zap ? under(zap.target, zap) : NOTHING;
    },
    fold: together(addZaps),
  }),
  /** Newest metadata of an account. */
  profiles: signed<Profile, Profile>('profile', {
    limit: 5_000,
    fold: each(keepNewestProfile),
    read: (event, table) =>
      replaces(event, getRow(table, event.pubkey)?.source)
        ? [[event.pubkey, readProfile(event)]]
        : NOTHING,
  }),
  /**
   * Replaceable lists by `kind:pubkey:d` (d empty for kinds below 30000): 3, 10000, 10002, 10003,
   * 10063, 30000 ...
   */
  lists: signed('list', {
    limit: 5_000,
    read: (event) => under(addressOf(event), event),
    fold: each(addVersion),
    isKeptByPart: true,
  }),
  /** Deletion request of an author, by `author:id` or `author:address` (NIP-09). */
  deletions: signed('deletion', {
    limit: 5_000,
    read: (event) => deletionKeys(event).map((key): Change<VerifiedEvent> => [key, event]),
    fold: each(keepNewest),
    isKeptByPart: true,
  }),
};

/**
 * Tables of claims of the caching service, each under the name of its claim. No signed event writes
 * to them.
 */
const CLAIMED = {
  stats: claimed('stats', MOST_EVENTS, (claim) => [[claim.id, claim]]),
  actions: claimed('actions', MOST_EVENTS, (claim) => [[claim.id, claim]]),
  userStats: claimed('userStats', 2_000, (claim) => [[claim.pubkey, claim]]),
  /** Relay where an event was seen, by event id. */
  hints: claimed('hints', MOST_EVENTS, (claim) => claim.hints),
  /** Sizes of pictures and videos, by url. */
  media: claimed(
    'media',
    20_000,
    (claim) => claim.media.map((info) => [info.url, info]),
    mergeMedia,
  ),
  /** Metadata of linked pages, by url. */
  previews: claimed('previews', 5_000, (claim) =>
    claim.previews.map((preview) => [preview.url, preview]),
  ),
  /** Address of the stream, by address of the video. */
  hls: claimed('hls', 2_000, (claim) => claim.streams),
  scores: claimed('scores', MOST_EVENTS, (claim) => claim.scores),
  followers: claimed('followers', 20_000, (claim) => claim.followers),
  /** Names at the provider, by account. */
  names: claimed('names', 20_000, (claim) => claim.names),
  legends: claimed('legends', 5_000, (claim) => claim.legends),
  cohorts: claimed('cohorts', 5_000, (claim) => claim.cohorts),
  /** Number of words of an article, by event id. */
  words: claimed('words', 5_000, (claim) => [[claim.id, claim.words]]),
};

/** A source that a reader could not parse, and the error. */
export interface Unreadable {
  readonly source: VerifiedEvent | Claim;
  readonly error: unknown;
}

/**
 * A source that was left out: the kind of an event or the name of a claim, and the text of the
 * error.
 */
interface Dropped {
  readonly of: number | string;
  readonly reason: string;
}

/** Tables of unreadable sources. */
const UNREAD = {
  /** By `event ID` or by name of the claim. The first reason stays. */
  dropped: entryOf<Unreadable, Dropped, Dropped>({
    limit: 1_000,
    read: ({ source, error }) => {
      const reason = error instanceof Error ? error.message : String(error);
      return 'claim' in source
        ? [[source.claim, { of: source.claim, reason }]]
        : [[`event ${source.id}`, { of: source.kind, reason }]];
    },
    fold: each((row, next) => row ?? next),
  }),
};

/**
 * All tables of the read model. A new table needs only an entry above. Its empty state, folding and
 * trimming follow from that.
 */
export const TABLES = { ...SIGNED, ...CLAIMED, ...UNREAD };

export const DIAGNOSTICS = namesIn(UNREAD);

/**
 * Lists of people, articles, emoji ... (NIP-51) and stored settings. They are addressable, but they
 * are lists and not content, like follow packs.
 */
const LISTS: ReadonlySet<number> = new Set([
  30_000, 30_001, 30_002, 30_003, 30_004, 30_005, 30_006, 30_007, 30_015, 30_030, 30_078,
]);

/** Return the tables that read events of this kind. */
export function tablesFor(kind: number): ReadonlyArray<keyof typeof SIGNED> {
  if (kind === KIND.Metadata) return OF_SORT.profile;
  if (isReplaceable(kind) || LISTS.has(kind)) return OF_SORT.list;
  return kind === KIND.EventDeletion ? OF_SORT.deletion : OF_SORT.content;
}

const OF_SORT = {
  content: tablesOf('content'),
  list: tablesOf('list'),
  profile: tablesOf('profile'),
  deletion: tablesOf('deletion'),
};

function tablesOf(sort: Sort): ReadonlyArray<keyof typeof SIGNED> {
  return namesIn(SIGNED).filter((name) => SIGNED[name].sort === sort);
}

/** True if there is a table for the claim. */
export function isTabled(claim: Claim): claim is ClaimOf<keyof typeof CLAIMED> {
  return Object.hasOwn(CLAIMED, claim.claim);
}

/** Return the keys of a record in their order. */
export function namesIn<T extends object>(record: T): ReadonlyArray<Extract<keyof T, string>> {
  const names: Array<Extract<keyof T, string>> = [];
  for (const name in record) names.push(name);
  return names;
}

function signed<C, V>(sort: Sort, spec: Spec<VerifiedEvent, C, V>) {
  return { ...entryOf(spec), sort };
}

/**
 * Define a table of claims. `_claim`: name of the claim. A later row replaces an earlier one,
 * unless `merge` is given. An equal row changes nothing.
 */
function claimed<T extends Claim['claim'], V>(
  _claim: T,
  limit: number,
  read: (claim: ClaimOf<T>) => Iterable<Change<V>>,
  merge: (row: V | undefined, next: V) => V = replaceRow,
): TableEntry<ClaimOf<T>, V, Table<V>> {
  return entryOf({ limit, read, fold: each(merge) });
}

function entryOf<S, C, V>({
  limit,
  isKeptByPart = false,
  ...entry
}: Spec<S, C, V>): TableEntry<S, C, Table<V>> {
  const isKept = (key: string, keep: ReadonlySet<string>) =>
    keep.has(key) || (isKeptByPart && key.split(':').some((part) => keep.has(part)));
  return {
    ...entry,
    trim: (table, keep) =>
      table.size > limit * 1.1 ? trimRows(table, limit, (key) => isKept(key, keep)) : table,
  };
}

/** Fold changes one by one. */
function each<C, V>(fold: (row: V | undefined, change: C) => V) {
  return (table: Table<V>, changes: readonly Change<C>[]): Table<V> =>
    foldRows(table, changes, fold);
}

/** Fold all changes of a row together. */
function together<C, V>(fold: (row: V | undefined, changes: readonly C[], tables: Indexed) => V) {
  return (table: Table<V>, changes: readonly Change<C>[], tables: Indexed): Table<V> => {
    const groups = new Map<string, C[]>();
    for (const [key, change] of changes) {
      const group = groups.get(key);
      if (group) group.push(change);
      else groups.set(key, [change]);
    }
    return foldRows(table, groups, (row: V | undefined, all) => fold(row, all, tables));
  };
}

function under<C>(key: string | undefined, change: C): readonly Change<C>[] {
  return key === undefined ? NOTHING : [[key, change]];
}
