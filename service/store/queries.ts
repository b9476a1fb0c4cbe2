import { ACCOUNT_SEARCH, type AccountSearch } from './search/account-search.ts';
import { BACKFILL, type Backfill } from './write/backfill-decorations.ts';
import { bindQueries, type RunQuery } from './engine/bind-queries.ts';
import { ARTICLE_FEEDS, type ArticleFeeds } from './reading/article-feeds.ts';
import { type Query, yieldTurn } from './engine/statements.ts';
import type { Database } from './engine/database.ts';
import { ECASH, type Ecash } from './money/ecash.ts';
import { EVENTS, type Events } from './reading/events.ts';
import { EXPLORE, type Explore } from './reading/explore.ts';
import { FEEDS, type Feeds } from './reading/feeds.ts';
import { LIVE, type Live } from './reading/live.ts';
import { type Media, MEDIA_ANSWERS } from './reading/media-links.ts';
import { MEMBERS, type Members } from './accounts/members.ts';
import { MESSAGES, type Messages } from './accounts/messages.ts';
import { MOVING, type Moving } from './transfer.ts';
import { NOTIFICATIONS, type Notifications } from './notifications/notifications.ts';
import { PEOPLE, type People } from './reading/people.ts';
import { PLAY_MONEY, type PlayMoney } from './money/play-money.ts';
import { PURCHASES, type Purchases } from './money/purchases.ts';
import { type FilterQuery, type PackedIds, readEvents, unpackIds } from './filters/find-events.ts';
import { isNear } from './filters/is-near.ts';
import { type AskLong, longQueriesOn } from './long-queries.ts';
import { SCORES, type Scores } from './reading/scores.ts';
import { SETTINGS, type Settings } from './accounts/settings.ts';
import { STANDINGS, type Standings } from './accounts/standings.ts';
import type { LongQueryTurns } from '../long-query-turns.ts';
import { inParts } from './parts.ts';
import type { Store } from './store.ts';
import type { StoredEvent } from './stored-event.ts';
import { THREADS, type Threads } from './reading/threads.ts';
import { UPLOADS, type Uploads } from './accounts/uploads.ts';
import { ZAPS, type Zaps } from './reading/zaps.ts';

/** Number of texts that are read at once, because each can be long. */
const READ_AT_ONCE = 25;
const IDS_AT_ONCE = 1_000;

/**
 * Runs queries on an engine. `runLong` is for long queries: it lets others run in between, and a
 * signal aborts it. `askLong` runs those that may scan many rows elsewhere.
 */
export interface QueryEngine {
  readonly run: RunQuery;
  readonly runLong: RunQuery;
  readonly askLong?: AskLong | undefined;
  readonly turns: LongQueryTurns;
  /** Runs before a relay's filters are answered. */
  readonly sweep: () => Query<void>;
}

/** Return all queries of a store, for any engine. */
export function queriesOn(
  database: Database,
  { run, runLong, askLong, turns, sweep }: QueryEngine,
): Omit<
  Store,
  | 'insert'
  | 'withhold'
  | 'release'
  | 'withholdRepeats'
  | 'releaseRepeats'
  | 'forget'
  | 'concern'
  | 'onlyHere'
  | 'onInserted'
  | 'settled'
  | 'sweep'
  | 'checkpoint'
  | 'ping'
  | 'close'
> {
  const here = longQueriesOn(database, runLong);
  const far = inTurns(askLong ?? here, turns);
  const find = async (asking: FilterQuery, signal?: AbortSignal): Promise<number[]> => {
    await run(sweep());
    return (isNear(asking) ? here : far)('findMatches', [asking], signal);
  };
  const findPacked = async (asking: FilterQuery, signal?: AbortSignal): Promise<PackedIds> => {
    await run(sweep());
    return far('findIds', [asking], signal);
  };
  return {
    ...namedQueries(database, run),
    rankingOf: (...asked) => far('rankingOf', asked),
    bestNotesOf: (...asked) => far('bestNotesOf', asked),
    searchNotes: (...asked) => far('searchNotes', asked),
    now: database.now,
    longQueries: () => turns.counts(),
    async query(filters, cap, readers) {
      return runLong(readAll(database, await find({ filters, cap, readers })));
    },
    async *walk(filters, cap, readers, signal) {
      for (const some of inParts(await find({ filters, cap, readers }, signal), READ_AT_ONCE))
        yield* await runLong(readEvents(database, some), signal);
    },
    async *walkIds(filters, cap, readers, signal) {
      const packed = await findPacked({ filters, cap, readers }, signal);
      for (let from = 0; from < packed.times.length; from += IDS_AT_ONCE) {
        signal?.throwIfAborted();
        yield unpackIds(packed, from, from + IDS_AT_ONCE);
        await new Promise(setImmediate);
      }
    },
    async count(filters, readers, signal) {
      await run(sweep());
      return far('countMatches', [filters, readers], signal);
    },
    async isEmpty() {
      return (
        (await run(database.one('select 1 from events limit 1', [], () => true))) === undefined
      );
    },
  };
}

function inTurns(ask: AskLong, turns: LongQueryTurns): AskLong;
function inTurns(ask: AskLong, turns: LongQueryTurns): object {
  return (...asked: Parameters<AskLong>) => turns.take<unknown>(() => ask(...asked), asked[2]);
}

function* readAll(database: Database, seqs: readonly number[]): Query<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (const some of inParts(seqs, READ_AT_ONCE)) {
    yield* yieldTurn();
    events.push(...(yield* readEvents(database, some)));
  }
  return events;
}

function namedQueries(database: Database, run: RunQuery) {
  return {
    ...bindQueries<Events>(database, run, EVENTS),
    ...bindQueries<Feeds>(database, run, FEEDS),
    ...bindQueries<ArticleFeeds>(database, run, ARTICLE_FEEDS),
    ...bindQueries<AccountSearch>(database, run, ACCOUNT_SEARCH),
    ...bindQueries<Threads>(database, run, THREADS),
    ...bindQueries<People>(database, run, PEOPLE),
    ...bindQueries<Members>(database, run, MEMBERS),
    ...bindQueries<Scores>(database, run, SCORES),
    ...bindQueries<Zaps>(database, run, ZAPS),
    ...bindQueries<Live>(database, run, LIVE),
    ...bindQueries<Explore>(database, run, EXPLORE),
    ...bindQueries<Settings>(database, run, SETTINGS),
    ...bindQueries<Notifications>(database, run, NOTIFICATIONS),
    ...bindQueries<Messages>(database, run, MESSAGES),
    ...bindQueries<Media>(database, run, MEDIA_ANSWERS),
    ...bindQueries<Uploads>(database, run, UPLOADS),
    ...bindQueries<PlayMoney>(database, run, PLAY_MONEY),
    ...bindQueries<Purchases>(database, run, PURCHASES),
    ...bindQueries<Ecash>(database, run, ECASH),
    ...bindQueries<Standings>(database, run, STANDINGS),
    ...bindQueries<Moving>(database, run, MOVING),
    ...bindQueries<Backfill>(database, run, BACKFILL),
  };
}
