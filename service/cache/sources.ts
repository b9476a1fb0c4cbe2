import type { Store } from '../store/store.ts';
import { eventsOf, type Item, readItem, type Slice, type Source } from './range.ts';

/** Which events a feed by time holds. */
export interface TimeFeed {
  readonly kinds: readonly number[];
  /** Only replies, only what answers nothing; undefined: both. */
  readonly replies?: boolean | undefined;
  /** Only what has a picture or video. */
  readonly visual?: boolean | undefined;
}

/** Which index is walked, and what it is asked besides the time. */
interface Walk {
  readonly index: 'events_kind' | 'events_author';
  readonly where: string;
  readonly params: readonly string[];
}

const BOUNDS = 'e.created_at >= ? and e.created_at <= ? and (e.created_at < ? or e.seq < ?)';
const FOLLOWED = 'exists (select 1 from follows f where f.follower = ? and f.followed = e.pubkey) and';
const FOLLOWS = 'e.pubkey in (select followed from follows where follower = ?) and';
const DENSE_ROWS = 3_000;

/** Everybody's events of some kinds, newest first. */
export function everybody(store: Store, feed: TimeFeed): Source<Item> {
  return (slice) => merged(store, feed, slice, { index: 'events_kind', where: 'e.kind = ? and', params: [] });
}

/** One account's events of some kinds, newest first. */
export function authoredBy(store: Store, pubkey: string, feed: TimeFeed): Source<Item> {
  return (slice) => merged(store, feed, slice, { index: 'events_author', where: 'e.kind = ? and e.pubkey = ? and', params: [pubkey] });
}

/**
 * Events of the accounts that `pubkey` follows, newest first. Looks through the newest events first, which fills the page of anybody
 * who follows a good share of the town; who follows few or sleepy accounts is answered from the lists of those.
 */
export function followedBy(store: Store, pubkey: string, feed: TimeFeed): Source<Item> {
  return (slice) => {
    const since = Math.max(slice.since, denseSince(store, feed.kinds, slice.until));
    const near = merged(store, feed, { ...slice, since }, { index: 'events_kind', where: `e.kind = ? and ${FOLLOWED}`, params: [pubkey] });
    if (near.length >= slice.limit || since === slice.since) return near;
    return merged(store, feed, slice, { index: 'events_author', where: `e.kind = ? and ${FOLLOWS}`, params: [pubkey] });
  };
}

/** Time of the event that stands so many rows before `until`; 0 if there are not that many. */
function denseSince(store: Store, kinds: readonly number[], until: number): number {
  const nth =
    'select created_at as key from events where state = 0 and kind = ? and created_at <= ? order by created_at desc limit 1 offset ?';
  return Math.max(0, ...kinds.map((kind) => store.one(nth, [kind, until, DENSE_ROWS], (row) => Number(row['key'])) ?? 0));
}

/** One ordered walk per kind, merged: an index can only be walked in order of time within one kind. */
function merged(store: Store, feed: TimeFeed, slice: Slice, walk: Walk): Item[] {
  const { index, where, params } = walk;
  const replies = feed.replies === undefined ? '' : `and e.reply = ${Number(feed.replies)}`;
  const visual = feed.visual ? 'and e.media & 3 <> 0' : '';
  const one = `select e.seq as seq, e.created_at as key from events e indexed by ${index} where e.state = 0 and ${where} ${BOUNDS} ${replies} ${visual}`;
  const { since, until, before, limit, offset } = slice;
  const page = `${feed.kinds.map(() => one).join(' union all ')} order by 2 desc, 1 desc limit ? offset ?`;
  const bounds = [since, until, until, before];
  return store.all(eventsOf(page), [...feed.kinds.flatMap((kind) => [kind, ...params, ...bounds]), limit, offset], readItem);
}
