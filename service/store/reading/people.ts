import type { AccountCounts } from '../../../src/events/connection/claims.ts';
import { type Query, type Param, inParallel } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { int, maybeInt, text } from '../engine/row.ts';

/** An account with its number of followers. */
export interface Followed {
  readonly pubkey: string;
  readonly followers: number;
}

/** Counters of an account. */
interface KnownCounts extends AccountCounts {
  /** Zaps of its events, without zaps of the profile. */
  readonly contentZaps: number;
  /** Time of its first event, in seconds. */
  readonly firstAt: number | undefined;
}

/**
 * Sizes of an account's networks: its follows, plus its followers, plus the follows of its follows.
 */
interface Circles {
  readonly follows: number;
  readonly inner: number;
  readonly outer: number;
}

/** Accounts and their follows. */
export interface People {
  countsOf(pubkey: string): Promise<KnownCounts>;
  /** Number of followers of the known accounts among these. */
  followerCounts(pubkeys: readonly string[]): Promise<Map<string, number>>;
  followsOf(pubkey: string): Promise<Set<string>>;
  isFollowing(pubkey: string, other: string): Promise<boolean>;
  /** Followers of an account: mutual follows first, then by number of followers. */
  followersOf(pubkey: string, most: number): Promise<string[]>;
  /** Accounts that `viewer` follows and that follow `pubkey`, best followed first. */
  commonFollowers(pubkey: string, viewer: string, most: number): Promise<string[]>;
  mostFollowed(most: number): Promise<Followed[]>;
  /** The account that follows most others. */
  whoFollowsMost(): Promise<string | undefined>;
  /** Authors of articles, the best followed first. */
  authorsOfArticles(most: number): Promise<string[]>;
  circlesOf(pubkey: string): Promise<Circles>;
  /**
   * Accounts that `pubkey` follows and that liked, answered, reposted or zapped one of these
   * targets (ids or addresses).
   */
  followedActors(pubkey: string, targets: readonly string[], most: number): Promise<string[]>;
}

export const PEOPLE: QueryHandlers<People> = {
  countsOf,
  *followerCounts(database, pubkeys) {
    const sql =
      'select pubkey, followers from accounts where pubkey in (select value from json_each(?))';
    return new Map(
      yield* database.all(
        sql,
        [pubkeys],
        (row) => [text(row, 'pubkey'), int(row, 'followers')] as const,
      ),
    );
  },
  followsOf,
  *isFollowing(database, pubkey, other) {
    return (
      (yield* database.one(
        'select 1 from follows where follower = ? and followed = ?',
        [pubkey, other],
        () => true,
      )) ?? false
    );
  },
  followersOf(database, pubkey, most) {
    const sql = `select f.follower as pubkey from follows f left join accounts a on a.pubkey = f.follower where f.followed = ?
      order by exists (select 1 from follows b where b.follower = f.followed and b.followed = f.follower) desc, coalesce(a.followers, 0) desc limit ?`;
    return keysOf(database, sql, [pubkey, most]);
  },
  commonFollowers(database, pubkey, viewer, most) {
    const sql = `select f.follower as pubkey from follows f join follows mine on mine.follower = ? and mine.followed = f.follower
      left join accounts a on a.pubkey = f.follower where f.followed = ? order by coalesce(a.followers, 0) desc, f.follower limit ?`;
    return keysOf(database, sql, [viewer, pubkey, most]);
  },
  mostFollowed(database, most) {
    const sql =
      'select pubkey, followers from accounts where followers > 0 order by followers desc, pubkey limit ?';
    return database.all(sql, [most], (row) => ({
      pubkey: text(row, 'pubkey'),
      followers: int(row, 'followers'),
    }));
  },
  *whoFollowsMost(database) {
    return (yield* keysOf(
      database,
      'select pubkey from accounts where follows > 0 order by follows desc, pubkey limit 1',
      [],
    ))[0];
  },
  authorsOfArticles: (database, most) =>
    keysOf(
      database,
      'select pubkey from accounts where articles > 0 order by followers desc, articles desc, pubkey limit ?',
      [most],
    ),
  circlesOf,
  followedActors(database, pubkey, targets, most) {
    const sql = `select distinct r.pubkey from json_each(?) j cross join refs r on r.target = j.value
      join follows f on f.follower = ? and f.followed = r.pubkey where r.type <= 4 limit ?`;
    return keysOf(database, sql, [targets, pubkey, most]);
  },
};

const MOST_FOLLOWERS = 10_000;
/**
 * Limit of list entries for the outer network. An account with very many follows would otherwise
 * require a scan of all lists.
 */
const MOST_ENTRIES = 50_000;

/** Return the column `pubkey` of a query. */
export function keysOf(database: Database, sql: string, params: readonly Param[]): Query<string[]> {
  return database.all(sql, params, (row) => text(row, 'pubkey'));
}

export function* followsOf(database: Database, pubkey: string): Query<Set<string>> {
  return new Set(
    yield* database.all('select followed from follows where follower = ?', [pubkey], (row) =>
      text(row, 'followed'),
    ),
  );
}

function* countsOf(database: Database, pubkey: string): Query<KnownCounts> {
  const row =
    (yield* database.one('select * from accounts where pubkey = ?', [pubkey], (each) => each)) ??
    {};
  const contentZaps = 'select count(*) as n from zaps where receiver = ? and target is not null';
  return {
    follows: int(row, 'follows'),
    followers: int(row, 'followers'),
    notes: int(row, 'notes'),
    replies: int(row, 'replies'),
    articles: int(row, 'articles'),
    media: int(row, 'media'),
    zaps: int(row, 'zaps'),
    satszapped: int(row, 'satszapped'),
    contentZaps: (yield* database.one(contentZaps, [pubkey], (each) => int(each, 'n'))) ?? 0,
    firstAt: maybeInt(row, 'first_at'),
  };
}

function* circlesOf(database: Database, pubkey: string): Query<Circles> {
  const mine = 'select followed as who from follows where follower = ?1';
  const theirs = `select * from (select b.followed as who from follows a join follows b on b.follower = a.followed
    where a.follower = ?1 limit ${MOST_ENTRIES}) t`;
  const followers = `select * from (select follower as who from follows where followed = ?1 limit ${MOST_FOLLOWERS}) f`;
  const circles = [mine, `${mine} union ${followers}`, `${mine} union ${theirs}`];
  const counts = circles.map((sql) =>
    database.one(`select count(*) as n from (${sql}) c`, [pubkey], (row) => int(row, 'n')),
  );
  const [follows = 0, inner = 0, outer = 0] = yield* inParallel(counts);
  return { follows, inner, outer };
}
