import { KIND } from '../../../src/events/nostr/kinds.ts';
import { inSeconds, minus, plus, type Seconds, seconds } from '../../../src/events/core/time.ts';
import type { Query } from '../engine/statements.ts';
import type { QueryHandlers } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import { cachedQuery } from '../engine/cached-query.ts';
import { int, type Row, text } from '../engine/row.ts';
import { eventsOf, type Item, type Ordered, readItem, type Slice } from './page-slice.ts';

/** One entry of a ranking. Its event is loaded when it is shown. */
export interface Ranked extends Ordered {
  readonly id: string;
}

/**
 * Selection and order of a ranking: by creation time and kind, and by author if the ranking is
 * limited to a network.
 */
export interface Contest {
  readonly rank: 'score' | 'satszapped';
  readonly createdAfter: Seconds;
  readonly kind?: number | undefined;
  readonly circle?: { readonly of: string; readonly tribe: boolean } | undefined;
}

/** Rankings by interactions, best first. */
export interface Rankings {
  /** The ranking, at most ten seconds old, with the best note of each author. */
  rankingOf(contest: Contest): Promise<readonly Ranked[]>;
  /** The best notes of an account; `visual`: only those with a picture or video. */
  bestNotesOf(pubkey: string, visual: boolean, slice: Slice): Promise<Item[]>;
}

export const RANKINGS: QueryHandlers<Rankings> = {
  rankingOf,
  bestNotesOf(database, pubkey, visual, { since, until, before, limit, offset }) {
    const sql = `select e.seq as seq, s.score as key from events e cross join stats s on s.target = e.id
      where e.state = 0 and e.pubkey = ? and e.kind = 1 ${visual ? 'and e.media & 3 <> 0' : ''} and s.score > 0 and s.score >= ? and s.score <= ?
      and (s.score < ? or e.seq < ?) order by 2 desc, 1 desc limit ? offset ?`;
    return database.all(
      eventsOf(sql),
      [pubkey, since, until, until, before, limit, offset],
      readItem,
    );
  },
};

const DAY = seconds(86_400);
const MOST_LEADERS = 2_000;
const ENOUGH = 200;
const MOST_RANKED = 1_000;
// Clocks differ. Events dated further ahead wait (E-18).
const AHEAD = seconds(600);

const kept = cachedQuery<readonly Ranked[]>(seconds(10));

export function rankingOf(database: Database, contest: Contest): Query<readonly Ranked[]> {
  // The start of a period moves with the clock while a client pages, so it is rounded to ten
  // seconds.
  const name = JSON.stringify([
    contest.rank,
    Math.floor(inSeconds(contest.createdAfter) / 10),
    contest.kind,
    contest.circle,
  ]);
  return kept(database, name, () => candidates(database, contest));
}

/**
 * Find ranked notes, the best of each author. The leaders of a counter are read first. For a period
 * of a day or less this is the counter of the last day. If too few of them were written in the
 * period, all notes of the period are read.
 */
function* candidates(database: Database, contest: Contest): Query<readonly Ranked[]> {
  const counted =
    contest.rank === 'score' && contest.createdAfter >= minus(database.now(), DAY)
      ? 'score24h'
      : contest.rank;
  const leaders = `(select target from stats where ${counted} > 0 order by ${counted} desc limit ${MOST_LEADERS}) l
    cross join events e on e.id = l.target cross join stats s on s.target = e.id`;
  const found = yield* contestants(database, contest, leaders);
  if (found.length >= ENOUGH || inSeconds(contest.createdAfter) === 0) return found;
  return yield* contestants(
    database,
    contest,
    'events e indexed by events_kind cross join stats s on s.target = e.id',
  );
}

function contestants(
  database: Database,
  { rank: by, createdAfter, kind = KIND.Text, circle }: Contest,
  from: string,
): Query<readonly Ranked[]> {
  const follows = 'e.pubkey in (select followed from follows where follower = ?)';
  const followers = 'e.pubkey in (select follower from follows where followed = ?)';
  const where = circle
    ? circle.tribe
      ? `and (${follows} or ${followers})`
      : `and ${follows}`
    : '';
  const people = circle ? (circle.tribe ? [circle.of, circle.of] : [circle.of]) : [];
  const sql = `select seq, id, key from (
      select e.seq as seq, e.id as id, s.${by} as key, row_number() over (partition by e.pubkey order by s.${by} desc, e.seq desc) as place
      from ${from} where e.state = 0 and e.kind = ? and e.created_at >= ? and e.created_at <= ? and s.${by} > 0 ${where}
    ) placed where place = 1 order by key desc, seq desc limit ${MOST_RANKED}`;
  return database.all(
    sql,
    [kind, inSeconds(createdAfter), inSeconds(plus(database.now(), AHEAD)), ...people],
    readRanked,
  );
}

function readRanked(row: Row): Ranked {
  return { seq: int(row, 'seq'), id: text(row, 'id'), key: int(row, 'key') };
}
