import type { Query, Param } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, text } from '../engine/row.ts';
import { eventsOf, type Item, readItem, type Slice } from './page-slice.ts';
import { parseStored, readStored, STORED, type StoredEvent } from '../stored-event.ts';

/** Conditions of an article feed. All must hold. */
export interface ArticleFeed {
  /** Addresses of the wanted articles. */
  readonly among?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly followsOf?: string | undefined;
  readonly zappedByFollowsOf?: string | undefined;
  /** Only articles with any of these hashtags. */
  readonly topics?: readonly string[] | undefined;
  readonly minWords: number;
}

/** Sums over all versions of an account's articles. */
interface ArticleTotals {
  readonly articles: number;
  readonly satszapped: number;
}

/** Articles (kind 30023), always in their newest version. */
export interface ArticleFeeds {
  /** Articles of a feed, newest first. */
  feedOfArticles(feed: ArticleFeed, slice: Slice): Promise<Item[]>;
  /**
   * Hashtags of the `most` newest articles, most used first, in lower case. Each counts once per
   * article.
   */
  topicsOfArticles(most: number): Promise<string[]>;
  bestZappedArticles(most: number): Promise<string[]>;
  bestArticleOf(
    pubkey: string,
    by: 'satszapped' | 'interactions',
  ): Promise<StoredEvent | undefined>;
  articleTotalsOf(pubkey: string): Promise<ArticleTotals>;
  /** Word counts of the articles among these events. */
  wordsOf(ids: readonly string[]): Promise<{ readonly id: string; readonly words: number }[]>;
}

export const ARTICLE_FEEDS: QueryHandlers<ArticleFeeds> = {
  feedOfArticles,
  topicsOfArticles,
  bestZappedArticles(database, most) {
    const sql = `select a.address from articles a left join stats s on s.target = a.address
      order by coalesce(s.satszapped, 0) desc, a.published_at desc limit ?`;
    return database.all(sql, [most], (row) => text(row, 'address'));
  },
  bestArticleOf(database, pubkey, by) {
    const sql = `select ${STORED} from articles a join events e on e.seq = a.seq where a.pubkey = ? order by (
        select coalesce(sum(${SUMS[by]}), 0) from stats s where s.target in (select a.address union all select v.id from events v where v.address = a.address)
      ) desc, a.published_at desc limit 1`;
    return database.one(sql, [pubkey], readStored);
  },
  *articleTotalsOf(database, pubkey) {
    const articles =
      (yield* database.one('select articles from accounts where pubkey = ?', [pubkey], (row) =>
        int(row, 'articles'),
      )) ?? 0;
    const sats = `select coalesce(sum(s.satszapped), 0) as n from stats s where s.target in (
      select address from articles where pubkey = ?1 union select v.id from articles a join events v on v.address = a.address where a.pubkey = ?1)`;
    return {
      articles,
      satszapped: (yield* database.one(sats, [pubkey], (row) => int(row, 'n'))) ?? 0,
    };
  },
  wordsOf(database, ids) {
    const sql =
      'select id, words from articles where address in (select address from events where id in (select value from json_each(?)))';
    return database.all(sql, [ids], (row) => ({ id: text(row, 'id'), words: int(row, 'words') }));
  },
};

interface Condition {
  readonly sql: string;
  readonly params: readonly Param[];
}

const SUMS = {
  satszapped: 's.satszapped',
  interactions: 's.likes + s.zaps + s.replies + s.reposts + s.quotes',
} as const;
const FOLLOWS = 'a.pubkey in (select followed from follows where follower = ?)';
const ZAPPED = `exists (select 1 from (
    select a.address as target union all select v.id from events v where v.address = a.address
  ) t where t.target in (select z.target from follows f cross join zaps z on z.sender = f.followed where f.follower = ?))`;
const AMONG = 'a.address in (select value from json_each(?))';
const TOPIC = `exists (select 1 from tags t where t.name = 't' and t.value in (select value from json_each(?))
  and t.created_at = e.created_at and t.seq = e.seq)`;

function feedOfArticles(
  database: Database,
  feed: ArticleFeed,
  { since, until, before, limit, offset }: Slice,
): Query<Item[]> {
  const conditions = conditionsOf(feed);
  const where = conditions.map(({ sql }) => `and ${sql}`).join(' ');
  const page = `select a.seq as seq, a.published_at as key from articles a join events e on e.seq = a.seq
    where a.published_at >= ? and a.published_at <= ? and (a.published_at < ? or a.seq < ?) and a.words >= ? ${where}
    order by 2 desc, 1 desc limit ? offset ?`;
  const params = conditions.flatMap((condition) => condition.params);
  return database.all(
    eventsOf(page),
    [since, until, until, before, feed.minWords, ...params, limit, offset],
    readItem,
  );
}

function conditionsOf({
  among,
  author,
  followsOf,
  zappedByFollowsOf,
  topics,
}: ArticleFeed): Condition[] {
  const condition = (sql: string, param: Param | undefined) =>
    param === undefined ? [] : [{ sql, params: [param] }];
  return [
    ...condition(AMONG, among),
    ...condition('a.pubkey = ?', author),
    ...condition(FOLLOWS, followsOf),
    ...condition(ZAPPED, zappedByFollowsOf),
    ...condition(TOPIC, topics),
  ];
}

function* topicsOfArticles(database: Database, most: number): Query<string[]> {
  const sql =
    'select e.raw from articles a join events e on e.seq = a.seq order by a.published_at desc limit ?';
  const uses = new Map<string, number>();
  for (const { tags } of yield* database.all(sql, [most], (row) =>
    parseStored({ raw: text(row, 'raw') }),
  )) {
    const topics = new Set(
      tags.flatMap(([name, value]) => (name === 't' && value ? [value.toLowerCase()] : [])),
    );
    for (const topic of topics) uses.set(topic, (uses.get(topic) ?? 0) + 1);
  }
  const sorted = [...uses].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return sorted.map(([topic]) => topic);
}
