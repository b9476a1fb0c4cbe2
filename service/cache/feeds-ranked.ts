import { KIND } from '../../src/events/kinds.ts';
import { int, text } from '../store/row.ts';
import type { Row, Store } from '../store/store.ts';
import { type Asked, byRank, byTime, type Ranked, rankedSource } from './feeds.ts';
import { keepFor } from './keep.ts';
import { everybody, followedBy } from './sources.ts';
import type { Page } from './range.ts';

/** What notes are ranked by. */
type Rank = 'score' | 'satszapped';

/** Which notes compete: by time of writing (seconds), kind, and author where an account's circle is meant. */
export interface Contest {
  readonly rank: Rank;
  readonly createdAfter: number;
  readonly kind?: number | undefined;
  readonly circle?: { readonly of: string; readonly tribe: boolean } | undefined;
}

const DAY = 86_400;
const WEEK = 7 * DAY;
const MOST_LEADERS = 2_000;
const ENOUGH = 200;
const MOST_RANKED = 1_000;

const ranking = keepFor<readonly Ranked[]>(10);

/** Best notes first, of each author the best one. */
export function rankedNotes(asked: Asked, contest: Contest): Page {
  const { store } = asked.context;
  return byRank(asked, rankedSource(store, rank(store, contest)), contest.rank);
}

/** The order of a contest, at most ten seconds old. */
export function rank(store: Store, contest: Contest): readonly Ranked[] {
  // paging moves the start of a period along with the clock: ten seconds are one
  const name = JSON.stringify([contest.rank, Math.floor(contest.createdAfter / 10), contest.kind, contest.circle]);
  return ranking(store, name, () => candidates(store, contest));
}

/** Verb `explore` (6.3). Undefined for an unknown scope or one that needs an account that is not there. */
export function explore(asked: Asked, query: { timeframe: string; scope: string; createdAfter: number }): Page | undefined {
  const { store } = asked.context;
  const { viewer } = asked.view;
  const { timeframe, scope } = query;
  const personal = scope === 'follows' || scope === 'tribe';
  if (!personal && scope !== 'global' && scope !== 'network') return undefined;
  if (scope !== 'global' && viewer === undefined) return undefined;
  if (timeframe === 'latest') {
    const feed = { kinds: [KIND.Text], replies: false };
    return byTime(asked, personal && viewer !== undefined ? followedBy(store, viewer, feed) : everybody(store, feed));
  }
  const circle = personal && viewer !== undefined ? { of: viewer, tribe: scope === 'tribe' } : undefined;
  const createdAfter = timeframe === 'popular' ? query.createdAfter : Math.max(query.createdAfter, store.now() - WEEK);
  return rankedNotes(asked, { rank: timeframe === 'mostzapped' ? 'satszapped' : 'score', createdAfter, circle });
}

/**
 * Notes with a rank, the best of each author. The leaders of all counters are looked at first, of the last day's where the period is no
 * longer than a day; if too few of them were written in the period, the period's notes are.
 */
function candidates(store: Store, contest: Contest): readonly Ranked[] {
  const counted = contest.rank === 'score' && contest.createdAfter >= store.now() - DAY ? 'score24h' : contest.rank;
  const leaders = `(select target from stats where ${counted} > 0 order by ${counted} desc limit ${MOST_LEADERS}) l
    cross join events e on e.id = l.target cross join stats s on s.target = e.id`;
  const found = contestants(store, contest, leaders);
  if (found.length >= ENOUGH || contest.createdAfter === 0) return found;
  return contestants(store, contest, 'events e indexed by events_kind cross join stats s on s.target = e.id');
}

function contestants(store: Store, { rank: by, createdAfter, kind = KIND.Text, circle }: Contest, from: string): readonly Ranked[] {
  const follows = 'e.pubkey in (select followed from follows where follower = ?)';
  const followers = 'e.pubkey in (select follower from follows where followed = ?)';
  const where = circle ? (circle.tribe ? `and (${follows} or ${followers})` : `and ${follows}`) : '';
  const people = circle ? (circle.tribe ? [circle.of, circle.of] : [circle.of]) : [];
  const sql = `select seq, id, key from (
      select e.seq as seq, e.id as id, s.${by} as key, row_number() over (partition by e.pubkey order by s.${by} desc, e.seq desc) as place
      from ${from} where e.state = 0 and e.kind = ? and e.created_at >= ? and e.created_at <= ? and s.${by} > 0 ${where}
    ) where place = 1 order by key desc, seq desc limit ${MOST_RANKED}`;
  return store.all(sql, [kind, createdAfter, store.now() + 600, ...people], readRanked);
}

function readRanked(row: Row): Ranked {
  return { seq: int(row, 'seq'), id: text(row, 'id'), key: int(row, 'key') };
}
