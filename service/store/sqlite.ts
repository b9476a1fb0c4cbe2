import type { VerifiedEvent } from '../../src/events/event.ts';
import { inSeconds, millis, minus, plus, seconds, type Seconds, toSeconds } from '../../src/events/time.ts';
import { type Verify, verifyWith } from '../../src/events/verify.ts';
import { checkPure } from '../../src/events/verify-pure.ts';
import { ACCOUNT_SEARCH, type AccountSearch } from './account-search.ts';
import { answering } from './answers.ts';
import { ARTICLE_FEEDS, type ArticleFeeds } from './article-feeds.ts';
import { type Database, openDatabase } from './database.ts';
import { ECASH, type Ecash } from './ecash.ts';
import { EVENTS, type Events } from './events.ts';
import { EXPLORE, type Explore } from './explore.ts';
import { FEEDS, type Feeds } from './feeds.ts';
import { insertEvent, sweepEvents } from './insert.ts';
import { isDiskFull } from '../trouble.ts';
import { LIVE, type Live } from './live.ts';
import { type Media, MEDIA_ANSWERS } from './media-table.ts';
import { MEMBERS, type Members } from './members.ts';
import { MESSAGES, type Messages } from './messages.ts';
import { MOVING, type Moving } from './moving.ts';
import { noteRest, startNoting } from './notices.ts';
import { NOTIFICATIONS, type Notifications } from './notifications.ts';
import { PEOPLE, type People } from './people.ts';
import { PLAY_MONEY, type PlayMoney, sweepInvoices } from './play-money.ts';
import { endMemberships, PURCHASES, type Purchases } from './purchases.ts';
import { countMatches, findMatches } from './query.ts';
import { RANKINGS, type Rankings } from './rankings.ts';
import { fadeRefs } from './refs.ts';
import { int } from './row.ts';
import type { Work } from './rows.ts';
import { SCORES, type Scores } from './scores.ts';
import { SEARCH, type Search } from './search.ts';
import { SETTINGS, type Settings } from './settings.ts';
import { openTally } from './tally.ts';
import { THREADS, type Threads } from './threads.ts';
import { upgrade } from './upgrade.ts';
import { UPLOADS, type Uploads } from './uploads.ts';
import { ZAPS, type Zaps } from './zaps.ts';
import type { Inserted, Store } from './store.ts';

/** The store on SQLite. Whoever opens it may look into its tables. */
export interface SqliteStore extends Store {
  readonly database: Database;
}

const DAY = seconds(86_400);
const SWEEP_EVERY = seconds(60);
/** How late a sweep may come. */
const LATE = seconds(600);

interface StoreOptions {
  /** The clock. */
  readonly now?: () => Seconds;
  /** Checks the request inside a zap receipt; plain JavaScript unless a faster one is given. */
  readonly verify?: Verify;
  /** Told when the disk is full: reading goes on, each change fails and leaves nothing behind. */
  readonly onFull?: () => void;
}

/** Opens (or makes) the store in a file, or a passing one with `:memory:`. */
export function openStore(path: string, options: StoreOptions = {}): SqliteStore {
  const { now = systemSeconds, verify = verifyWith(checkPure), onFull } = options;
  const database = openDatabase(path, now, onFull);
  upgrade(database);
  const listeners = new Set<(inserted: Inserted) => void>();
  const workNow = () => startWork(database, verify, now());
  const sweep = sweeper(database, now, workNow);
  sweep();
  return {
    ...questionsOf(database),
    database,
    now,
    sweep: async () => sweep(),
    async insert(events, relay) {
      sweep();
      const inserted = insertBatch(workNow(), events, relay);
      if (inserted.added.length > 0 || inserted.ephemeral.length > 0) for (const listener of listeners) listener(inserted);
      return inserted;
    },
    onInserted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async query(filters, cap, readers) {
      sweep();
      return [...findMatches(database, filters, cap, readers)];
    },
    async *walk(filters, cap, readers) {
      sweep();
      yield* findMatches(database, filters, cap, readers);
    },
    async count(filters, readers) {
      sweep();
      return countMatches(database, filters, readers);
    },
    isEmpty: async () => database.one('select 1 from events limit 1', [], () => true) === undefined,
    checkpoint: async () => checkpoint(database),
    close: async () => database.db.close(),
  };
}

function questionsOf(database: Database) {
  return {
    ...answering<Events>(database, EVENTS),
    ...answering<Feeds>(database, FEEDS),
    ...answering<ArticleFeeds>(database, ARTICLE_FEEDS),
    ...answering<Rankings>(database, RANKINGS),
    ...answering<Search>(database, SEARCH),
    ...answering<AccountSearch>(database, ACCOUNT_SEARCH),
    ...answering<Threads>(database, THREADS),
    ...answering<People>(database, PEOPLE),
    ...answering<Members>(database, MEMBERS),
    ...answering<Scores>(database, SCORES),
    ...answering<Zaps>(database, ZAPS),
    ...answering<Live>(database, LIVE),
    ...answering<Explore>(database, EXPLORE),
    ...answering<Settings>(database, SETTINGS),
    ...answering<Notifications>(database, NOTIFICATIONS),
    ...answering<Messages>(database, MESSAGES),
    ...answering<Media>(database, MEDIA_ANSWERS),
    ...answering<Uploads>(database, UPLOADS),
    ...answering<PlayMoney>(database, PLAY_MONEY),
    ...answering<Purchases>(database, PURCHASES),
    ...answering<Ecash>(database, ECASH),
    ...answering<Moving>(database, MOVING),
  };
}

function checkpoint({ db }: Database): void {
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch (error) {
    // without room in the file all that was stored stays in the log, and is read from there
    if (!isDiskFull(error)) throw error;
  }
}

function systemSeconds(): Seconds {
  return toSeconds(millis(Date.now()));
}

function startWork(database: Database, verify: Verify, now: Seconds): Work {
  return { ...startNoting(database), verify, tally: openTally(database), now, day: { from: minus(now, DAY), to: plus(now, LATE) } };
}

function insertBatch(work: Work, events: readonly VerifiedEvent[], relay: string | undefined): Inserted {
  const added: VerifiedEvent[] = [];
  const older: VerifiedEvent[] = [];
  const quarantined: VerifiedEvent[] = [];
  const duplicates: VerifiedEvent[] = [];
  const ephemeral: VerifiedEvent[] = [];
  const refused: { event: VerifiedEvent; reason: string }[] = [];
  work.database.transaction(() => {
    for (const event of events) {
      const outcome = insertEvent(work, event, relay);
      if (outcome === 'added') added.push(event);
      else if (outcome === 'older') older.push(event);
      else if (outcome === 'quarantined') quarantined.push(event);
      else if (outcome === 'duplicate') duplicates.push(event);
      else if (outcome === 'ephemeral') ephemeral.push(event);
      else refused.push({ event, reason: outcome.reason });
    }
    noteRest(work);
    work.tally.flush();
  });
  return { added, older, quarantined, duplicates, ephemeral, refused, concerned: work.concerned };
}

/** Does what time asks for when something is due: expiry to the second, the day's scores once a minute. */
function sweeper(database: Database, now: () => Seconds, workNow: () => Work): () => void {
  let faded = seconds(0);
  return () => {
    const time = now();
    const fades = time >= plus(faded, SWEEP_EVERY) || time < faded;
    const due = database.one(
      'select exists (select 1 from events where expires_at <= ?1 and state < 2) or exists (select 1 from events where state = 3 and created_at <= ?1) as due',
      [inSeconds(time)],
      (row) => int(row, 'due') === 1,
    );
    if (!fades && !due) return;
    faded = time;
    try {
      database.transaction(() => {
        const work = workNow();
        sweepEvents(work);
        noteRest(work);
        fadeRefs(database, work.tally, work.day);
        endMemberships(database);
        sweepInvoices(database);
        work.tally.flush();
      });
    } catch (error) {
      // it waits until there is room; nobody who only reads is to be turned away for it
      if (!isDiskFull(error)) throw error;
    }
  };
}
