import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import { cachedQuery } from '../engine/cached-query.ts';
import { bookmarkCounts } from './bookmarks.ts';
import type { Database } from '../engine/database.ts';
import { int, text } from '../engine/row.ts';
import { type Reference, REFERENCES } from '../schema.ts';

const COUNTERS = [
  'likes',
  'replies',
  'reposts',
  'quotes',
  'zaps',
  'satszapped',
  'score',
  'score24h',
] as const;

/** Interactions with a target, with sats and scores. */
export type Counts = Record<(typeof COUNTERS)[number], number>;

/** An account's interaction with a target. */
interface Action {
  readonly target: string;
  readonly as: Reference;
}

/** Totals of the network. */
type NetTotals = Readonly<
  Record<
    'users' | 'pubkeys' | 'pubnotes' | 'reactions' | 'reposts' | 'any' | 'zaps' | 'satszapped',
    number
  >
>;

/** Interaction counters. A target is an event id, or the address of an article. */
export interface Scores {
  /** Counts by target. Targets without interactions are missing. */
  countsOfTargets(targets: readonly string[]): Promise<Map<string, Counts>>;
  /**
   * Number of accounts with each event in the public part of their bookmarks. `targets` maps each
   * target of an event to its id. An account counts once per event. Events without bookmarks are
   * left out.
   */
  bookmarkCounts(targets: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, number>>;
  /** An account's interactions with these targets: likes, replies, reposts, zaps. */
  actionsOf(pubkey: string, targets: readonly string[]): Promise<Action[]>;
  /** Totals, at most five seconds old. */
  netTotals(): Promise<NetTotals>;
}

export const SCORES: QueryHandlers<Scores> = {
  *countsOfTargets(database, targets) {
    const sql = `select target, ${COUNTERS.join(', ')} from stats where target in (select value from json_each(?))`;
    return new Map(
      yield* database.all(sql, [targets], (row) => {
        const counts = emptyCounts();
        for (const name of COUNTERS) counts[name] = int(row, name);
        return [text(row, 'target'), counts] as const;
      }),
    );
  },
  bookmarkCounts,
  *actionsOf(database, pubkey, targets) {
    const sql =
      'select target, type from refs where pubkey = ? and type <= 4 and target in (select value from json_each(?)) group by target, type';
    return (yield* database.all(sql, [pubkey, targets], (row) => ({
      target: text(row, 'target'),
      as: REFERENCES.get(int(row, 'type')),
    }))).flatMap(({ target, as }) => (as === undefined ? [] : [{ target, as }]));
  },
  netTotals: (database) => kept(database, '', () => netTotals(database)),
};

const kept = cachedQuery<NetTotals>(seconds(5));

// A user has a profile and follows at least one account.
const USERS = `select count(*) as n from accounts a where a.follows > 0
  and exists (select 1 from events e where e.address = '${KIND.Metadata}:' || a.pubkey || ':' and e.address is not null and e.state = 0)`;

export function emptyCounts(): Counts {
  return {
    likes: 0,
    replies: 0,
    reposts: 0,
    quotes: 0,
    zaps: 0,
    satszapped: 0,
    score: 0,
    score24h: 0,
  };
}

function* netTotals(database: Database): Query<NetTotals> {
  const sums = [
    USERS,
    'select count(*) as n from accounts where events > 0',
    'select coalesce(sum(sats), 0) as n from zaps',
  ];
  const [users = 0, pubkeys = 0, satszapped = 0] = yield* inParallel(
    sums.map((sql) => database.one(sql, [], (row) => int(row, 'n'))),
  );
  const kinds = new Map(
    yield* database.all(
      'select kind, n from kinds',
      [],
      (row) => [int(row, 'kind'), int(row, 'n')] as const,
    ),
  );
  const ofKind = (kind: number) => kinds.get(kind) ?? 0;
  return {
    users,
    pubkeys,
    pubnotes: ofKind(KIND.Text),
    reactions: ofKind(KIND.Reaction),
    reposts: ofKind(KIND.Repost) + ofKind(KIND.GenericRepost),
    any: [...kinds.values()].reduce((sum, n) => sum + n, 0),
    zaps: ofKind(KIND.Zap),
    satszapped,
  };
}
