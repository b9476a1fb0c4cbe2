import type { Profile } from './account/profile.ts';
import type {
  Claim,
  Cohort,
  Legend,
  LinkPreview,
  MediaInfo,
  NoteActionsClaim,
  NoteStatsClaim,
  UserStatsClaim,
} from './connection/claims.ts';
import type { VerifiedEvent } from './event.ts';
import type { Zap } from './money/zap.ts';
import { foldClaims } from './facts-claims.ts';
import { foldEvents } from './facts-events.ts';
import { emptyTable, foldRows, getRow, rowsOf, type Table, trimRows } from './table.ts';

/** Every version seen of one replaceable or addressable list, newest first (INV-NEWEST, BEYOND-02). */
export interface Versions {
  readonly current: VerifiedEvent;
  readonly older: readonly VerifiedEvent[];
}

/** The read model: signed events folded, and beside them the caching service's claims. Rows are plain and never mutated. */
export interface Facts {
  /** Events that are shown by id: notes, reposts, comments, articles, highlights, live events ... */
  readonly events: Table<VerifiedEvent>;
  /** Newest version of what is addressed by `kind:pubkey:d` and shown as content (30023, 30311 ...). */
  readonly addresses: Table<VerifiedEvent>;
  /** Account to its newest metadata. */
  readonly profiles: Table<Profile>;
  /** Replaceable lists by `kind:pubkey:d` (d empty for kinds below 30000): 3, 10000, 10002, 10003, 10063, 30000 ... */
  readonly lists: Table<Versions>;
  /** Id or address of a note or article to the ids of the direct replies seen, oldest first. */
  readonly replies: Table<readonly string[]>;
  /** Id or address of a note or article to verified zaps of it, largest first, no id twice (NOTE-15). */
  readonly zaps: Table<readonly Zap[]>;
  /** `author:id` or `author:address` to the deletion request by that author (NIP-09). */
  readonly deletions: Table<VerifiedEvent>;
  readonly stats: Table<NoteStatsClaim>;
  readonly actions: Table<NoteActionsClaim>;
  readonly userStats: Table<UserStatsClaim>;
  /** Relay where an event was seen, by event id. */
  readonly hints: Table<string>;
  /** Sizes of pictures and videos, by url. */
  readonly media: Table<MediaInfo>;
  /** What linked pages say of themselves, by url. */
  readonly previews: Table<LinkPreview>;
  /** Address of a video to the address of its stream. */
  readonly hls: Table<string>;
  readonly scores: Table<number>;
  readonly followers: Table<number>;
  /** Names at the provider, by account. */
  readonly names: Table<string>;
  readonly legends: Table<Legend>;
  readonly cohorts: Table<Cohort>;
  /** Words of an article, by event id. */
  readonly words: Table<number>;
}

/** One burst from the caching service or a relay. `now` in seconds is the clock's, for the far-future quarantine. */
export interface Batch {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  readonly now: number;
}

export const emptyFacts: Facts = {
  events: emptyTable(),
  addresses: emptyTable(),
  profiles: emptyTable(),
  lists: emptyTable(),
  replies: emptyTable(),
  zaps: emptyTable(),
  deletions: emptyTable(),
  stats: emptyTable(),
  actions: emptyTable(),
  userStats: emptyTable(),
  hints: emptyTable(),
  media: emptyTable(),
  previews: emptyTable(),
  hls: emptyTable(),
  scores: emptyTable(),
  followers: emptyTable(),
  names: emptyTable(),
  legends: emptyTable(),
  cohorts: emptyTable(),
  words: emptyTable(),
};

/**
 * Folds one burst: one pass, one new root; tables and rows that nothing touched keep their identity, and a burst that says nothing new
 * gives back the same facts.
 */
export function foldFacts(facts: Facts, batch: Batch): Facts {
  return settle(facts, { ...foldEvents(facts, batch.events, batch.now), ...foldClaims(facts, batch.claims) });
}

/** Most rows per table. */
export type FactsLimits = Readonly<Record<keyof Facts, number>>;

/** What a tab may hold: about a day of reading. */
export const FACTS_LIMITS: FactsLimits = {
  events: 20_000,
  addresses: 2_000,
  profiles: 5_000,
  lists: 5_000,
  replies: 10_000,
  zaps: 5_000,
  deletions: 5_000,
  stats: 20_000,
  actions: 20_000,
  userStats: 2_000,
  hints: 20_000,
  media: 20_000,
  previews: 5_000,
  hls: 2_000,
  scores: 20_000,
  followers: 20_000,
  names: 20_000,
  legends: 5_000,
  cohorts: 5_000,
  words: 5_000,
};

/**
 * Brings every table that is more than a tenth over its limit back to it, the longest unwritten rows first. What `keep` names stays: ids,
 * addresses, urls, or public keys (an account's profile, lists and deletions). Cheap while nothing is over.
 */
export function evictFacts(facts: Facts, keep: ReadonlySet<string>, limits: FactsLimits = FACTS_LIMITS): Facts {
  const kept = (key: string) => keep.has(key);
  const keptPart = (key: string) => keep.has(key) || key.split(':').some((part) => keep.has(part));
  const trim = <V>(table: Table<V>, most: number, stays: (key: string) => boolean = kept): Table<V> =>
    table.size > most * 1.1 ? trimRows(table, most, stays) : table;
  const events = trim(facts.events, limits.events);
  const replies = trim(facts.replies, limits.replies);
  return settle(facts, {
    events,
    addresses: trim(facts.addresses, limits.addresses, keptPart),
    profiles: trim(facts.profiles, limits.profiles),
    lists: trim(facts.lists, limits.lists, keptPart),
    replies: events === facts.events ? replies : foldRows(replies, [...rowsOf(replies)], (row) => onlySeen(row, events)),
    zaps: trim(facts.zaps, limits.zaps),
    deletions: trim(facts.deletions, limits.deletions, keptPart),
    stats: trim(facts.stats, limits.stats),
    actions: trim(facts.actions, limits.actions),
    userStats: trim(facts.userStats, limits.userStats),
    hints: trim(facts.hints, limits.hints),
    media: trim(facts.media, limits.media),
    previews: trim(facts.previews, limits.previews),
    hls: trim(facts.hls, limits.hls),
    scores: trim(facts.scores, limits.scores),
    followers: trim(facts.followers, limits.followers),
    names: trim(facts.names, limits.names),
    legends: trim(facts.legends, limits.legends),
    cohorts: trim(facts.cohorts, limits.cohorts),
    words: trim(facts.words, limits.words),
  });
}

/** An index must not name what is gone: where a reply without its event belongs in time cannot be told. */
function onlySeen(row: readonly string[] | undefined, events: Table<VerifiedEvent>): readonly string[] | undefined {
  if (!row || row.every((id) => getRow(events, id))) return row;
  const seen = row.filter((id) => getRow(events, id));
  return seen.length > 0 ? seen : undefined;
}

/** The former facts themselves where every table is the former one. */
function settle(before: Facts, after: Facts): Facts {
  const tables = new Set<unknown>(Object.values(before));
  return Object.values(after).every((table) => tables.has(table)) ? before : after;
}
