import { KIND } from '../../src/events/kinds.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored.ts';
import { type Asked, byTime } from './feeds.ts';
import { Refusal } from './payload.ts';
import { eventsOf, type Item, type Page, readItem, type Source } from './range.ts';

/** Which articles a feed holds (4.3). Without an account: everybody's. */
export interface ArticleFeed {
  readonly pubkey?: string | undefined;
  /** With an account: `follows`, `authored` or `zappedbyfollows`. */
  readonly notes: string;
  readonly topic?: string | undefined;
  /** d tag of a kind 30004 list of the account. */
  readonly curation?: string | undefined;
  readonly minWords: number;
}

interface Condition {
  readonly sql: string;
  readonly params: readonly string[];
}

const FOLLOWS = 'a.pubkey in (select followed from follows where follower = ?)';
const ZAPPED = `exists (select 1 from (
    select a.address as target union all select v.id from events v where v.address = a.address
  ) t where t.target in (select z.target from follows f cross join zaps z on z.sender = f.followed where f.follower = ?))`;
const TOPIC = "exists (select 1 from tags t where t.name = 't' and t.value in (?, ?) and t.created_at = e.created_at and t.seq = e.seq)";

/** Articles, last published first; always the newest version. */
export function articleFeed(asked: Asked, feed: ArticleFeed): Page {
  const { store } = asked.context;
  const conditions = [...whose(store, feed), ...about(feed.topic)];
  return byTime(asked, articles(store, conditions, feed.minWords), 'published_at');
}

function whose(store: Store, { pubkey, notes, curation }: ArticleFeed): Condition[] {
  if (pubkey === undefined) return [];
  if (curation !== undefined)
    return [{ sql: 'a.address in (select value from json_each(?))', params: [JSON.stringify(curated(store, pubkey, curation))] }];
  if (notes === 'authored') return [{ sql: 'a.pubkey = ?', params: [pubkey] }];
  if (notes === 'follows') return [{ sql: FOLLOWS, params: [pubkey] }];
  if (notes === 'zappedbyfollows') return [{ sql: ZAPPED, params: [pubkey] }];
  throw new Refusal('unsupported type of notes');
}

function about(topic: string | undefined): Condition[] {
  const tag = topic?.trim().replaceAll(' ', '-');
  return tag ? [{ sql: TOPIC, params: [tag, tag.toLowerCase()] }] : [];
}

function curated(store: Store, pubkey: string, identifier: string): string[] {
  const list = store.latest(`${KIND.CurationSet}:${pubkey}:${identifier}`);
  return list ? parseStored(list).tags.flatMap(([name, value]) => (name === 'a' && value !== undefined ? [value] : [])) : [];
}

function articles(store: Store, conditions: readonly Condition[], minWords: number): Source<Item> {
  const where = conditions.map(({ sql }) => `and ${sql}`).join(' ');
  const page = `select a.seq as seq, a.published_at as key from articles a join events e on e.seq = a.seq
    where a.published_at >= ? and a.published_at <= ? and (a.published_at < ? or a.seq < ?) and a.words >= ? ${where}
    order by 2 desc, 1 desc limit ? offset ?`;
  const params = conditions.flatMap((condition) => condition.params);
  return ({ since, until, before, limit, offset }) =>
    store.all(eventsOf(page), [since, until, until, before, minWords, ...params, limit, offset], readItem);
}
