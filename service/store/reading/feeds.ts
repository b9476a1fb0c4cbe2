import { type Query, inParallel } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { PUBLIC_CONDITION } from '../filters/private-kinds.ts';
import { int } from '../engine/row.ts';
import { eventsOf, type Item, readItem, type Slice } from './page-slice.ts';
import { readStored, STORED, type StoredEvent } from '../stored-event.ts';

interface TimeFeed {
  readonly kinds: readonly number[];
  /** True: only replies. False: only events that are no reply. `undefined`: both. */
  readonly replies?: boolean | undefined;
  /** True if only events with a picture or video are wanted. */
  readonly visual?: boolean | undefined;
}

/** A time range of all stored events. Seconds, both bounds inclusive. */
interface Stretch {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly offset: number;
}

/** Feeds by time, newest first, without private events. */
export interface Feeds {
  feedOfEverybody(feed: TimeFeed, slice: Slice): Promise<Item[]>;
  feedOfAuthor(pubkey: string, feed: TimeFeed, slice: Slice): Promise<Item[]>;
  /** Events of the accounts that `pubkey` follows, and of `pubkey`. */
  feedOfFollows(pubkey: string, feed: TimeFeed, slice: Slice): Promise<Item[]>;
  /** Current events of any kind, from the newest or from the oldest on. */
  eventsByTime(stretch: Stretch, from: 'newest' | 'oldest'): Promise<StoredEvent[]>;
}

export const FEEDS: QueryHandlers<Feeds> = {
  feedOfEverybody: (database, feed, slice) =>
    merged(database, feed, slice, { index: 'events_kind', where: 'e.kind = ? and', params: [] }),
  feedOfAuthor: (database, pubkey, feed, slice) =>
    merged(database, feed, slice, {
      index: 'events_author',
      where: 'e.kind = ? and e.pubkey = ? and',
      params: [pubkey],
    }),
  feedOfFollows,
  eventsByTime(database, { since, until, limit, offset }, from) {
    const sql = `select ${STORED} from events e where state = 0 and ${PUBLIC_CONDITION} and created_at >= ? and created_at <= ?
      order by created_at ${from === 'newest' ? 'desc' : 'asc'} limit ? offset ?`;
    return database.all(sql, [since, until, limit, offset], readStored);
  },
};

/** The index that is scanned in order of time, and the conditions besides time. */
interface Walk {
  readonly index: 'events_kind' | 'events_author';
  readonly where: string;
  readonly params: readonly string[];
}

const boundsOf = (at: string) => `${at} >= ? and ${at} <= ? and (${at} < ? or e.seq < ?)`;
const BOUNDS = boundsOf('e.created_at');
// `+` hides the time from PostgreSQL, which would otherwise scan by time and search for the authors
// there.
const UNORDERED_BOUNDS = boundsOf('+e.created_at');
const FOLLOWS =
  'e.pubkey in (select followed from follows where follower = ? union all select ?) and';
const DENSE_ROWS = 3_000;

/**
 * Scan the newest events first, which fills the page of an account that follows many active
 * authors. For other accounts, scan each followed author.
 */
function* feedOfFollows(
  database: Database,
  pubkey: string,
  feed: TimeFeed,
  slice: Slice,
): Query<Item[]> {
  const since = Math.max(slice.since, yield* denseSince(database, feed.kinds, slice.until));
  const near = yield* merged(
    database,
    feed,
    { ...slice, since },
    {
      index: 'events_kind',
      where: `e.kind = ? and (e.pubkey = ? or ${database.dialect.followed}) and`,
      params: [pubkey, pubkey],
    },
  );
  if (near.length >= slice.limit || since === slice.since) return near;
  return yield* ofAuthors(database, feed, slice, pubkey);
}

/** Return the time of the event this many rows before `until`, or 0 if there are fewer. */
function* denseSince(database: Database, kinds: readonly number[], until: number): Query<number> {
  const nth =
    'select created_at as key from events where state = 0 and kind = ? and created_at <= ? order by created_at desc limit 1 offset ?';
  const starts = yield* inParallel(
    kinds.map((kind) => database.one(nth, [kind, until, DENSE_ROWS], (row) => int(row, 'key'))),
  );
  return Math.max(0, ...starts.map((start) => start ?? 0));
}

/**
 * Scan author by author. All events of an author, of all kinds, must be read before they can be
 * sorted.
 */
function ofAuthors(
  database: Database,
  feed: TimeFeed,
  slice: Slice,
  pubkey: string,
): Query<Item[]> {
  const { since, until, before, limit, offset } = slice;
  const page = `select e.seq as seq, e.created_at as key from events e indexed by events_author
    where e.state = 0 and ${FOLLOWS} e.kind in (select value from json_each(?)) and ${UNORDERED_BOUNDS} ${restOf(feed)}
    order by 2 desc, 1 desc limit ? offset ?`;
  return database.all(
    eventsOf(page),
    [pubkey, pubkey, feed.kinds, since, until, until, before, limit, offset],
    readItem,
  );
}

function restOf({ replies, visual }: TimeFeed): string {
  return `${replies === undefined ? '' : `and e.reply = ${Number(replies)}`} ${visual ? 'and e.media & 3 <> 0' : ''}`;
}

/**
 * Merge one scan per kind, because an index is in order of time only within one kind. No scan goes
 * beyond the length of the page.
 */
function merged(
  database: Database,
  feed: TimeFeed,
  slice: Slice,
  { index, where, params }: Walk,
): Query<Item[]> {
  const one = `select e.seq as seq, e.created_at as key from events e indexed by ${index} where e.state = 0 and ${where} ${BOUNDS} ${restOf(feed)}`;
  const { since, until, before, limit, offset } = slice;
  const walk = `select * from (${one} order by 2 desc, 1 desc limit ?) k`;
  const page = `${feed.kinds.map(() => walk).join(' union all ')} order by 2 desc, 1 desc limit ? offset ?`;
  const bounds = [since, until, until, before, limit + offset];
  return database.all(
    eventsOf(page),
    [...feed.kinds.flatMap((kind) => [kind, ...params, ...bounds]), limit, offset],
    readItem,
  );
}
