import type { Filter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import type { Seconds } from '../../src/events/core/time.ts';
import type { LongQueryCounts } from '../long-query-turns.ts';
import type { AccountSearch } from './search/account-search.ts';
import type { ArticleFeeds } from './reading/article-feeds.ts';
import type { Backfill } from './write/backfill-decorations.ts';
import type { Ecash } from './money/ecash.ts';
import type { Events } from './reading/events.ts';
import type { Explore } from './reading/explore.ts';
import type { IdAndTime } from './filters/find-events.ts';
import type { Feeds } from './reading/feeds.ts';
import type { Live } from './reading/live.ts';
import type { Media } from './reading/media-links.ts';
import type { Members } from './accounts/members.ts';
import type { Messages } from './accounts/messages.ts';
import type { Moving } from './transfer.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { People } from './reading/people.ts';
import type { PlayMoney } from './money/play-money.ts';
import type { Purchases } from './money/purchases.ts';
import type { Rankings } from './reading/rankings.ts';
import type { Scores } from './reading/scores.ts';
import type { Search } from './search/search.ts';
import type { Settings } from './accounts/settings.ts';
import type { Standings } from './accounts/standings.ts';
import type { StoredEvent } from './stored-event.ts';
import type { Threads } from './reading/threads.ts';
import type { Uploads } from './accounts/uploads.ts';
import type { Zaps } from './reading/zaps.ts';

/**
 * The result of a batch. `older` and `quarantined` events were stored but are not current: a newer
 * version exists, or their time has not come (E-18). `ephemeral` events (NIP-01) go to listeners
 * and are not stored.
 */
export interface Inserted {
  readonly added: readonly VerifiedEvent[];
  readonly older: readonly VerifiedEvent[];
  readonly quarantined: readonly VerifiedEvent[];
  readonly duplicates: readonly VerifiedEvent[];
  readonly ephemeral: readonly VerifiedEvent[];
  readonly refused: readonly { readonly event: VerifiedEvent; readonly reason: string }[];
  /** Accounts whose notifications or messages changed, and quotes of granted purchases. */
  readonly concerned: ReadonlySet<string>;
}

/** The process of a shared store that committed: this one or another. */
export type Where = 'here' | 'elsewhere';

/**
 * The store of the service. All queries return promises, so that the engine may run elsewhere.
 * `insert` keeps derived data (schema.ts) consistent.
 */
export interface Store
  extends Events,
    Feeds,
    ArticleFeeds,
    Rankings,
    Search,
    AccountSearch,
    Threads,
    People,
    Members,
    Scores,
    Zaps,
    Live,
    Explore,
    Settings,
    Notifications,
    Messages,
    Media,
    Uploads,
    PlayMoney,
    Purchases,
    Ecash,
    Standings,
    Moving,
    Backfill {
  now(): Seconds;
  longQueries(): LongQueryCounts;
  /**
   * Call the listener after each commit with changes, in any process. Returns the function that
   * removes it.
   */
  onInserted(listener: (inserted: Inserted, where: Where) => void): () => void;
  /** Resolves when listeners were called for all commits that earlier reads could see. */
  settled(): Promise<void>;
  /**
   * Store events in one transaction, which is on disk when the promise resolves. `relay`: where the
   * events were seen.
   */
  insert(events: readonly VerifiedEvent[], relay?: string): Promise<Inserted>;
  /**
   * Hide at most `most` events of an account from all results without deleting them. Returns their
   * number.
   */
  withhold(pubkey: string, most: number): Promise<number>;
  /** Release at most `most` of them, oldest first. Returns their number. */
  release(pubkey: string, most: number): Promise<number>;
  /**
   * Hide reposts and receipts by others that contain an event with this id or of this account.
   * Without a name: those that contain any removed event or denied author. At most `most` events
   * after a position are checked. Returns the number of hidden events and the next position.
   */
  withholdRepeats(
    name: string | undefined,
    after: number,
    most: number,
  ): Promise<{ readonly count: number; readonly next: number | undefined }>;
  /** Release those that no longer contain a hidden event. */
  releaseRepeats(
    pubkey: string,
    after: number,
    most: number,
  ): Promise<{ readonly count: number; readonly next: number | undefined }>;
  /**
   * Delete an event of any author. Only its id stays, so that it cannot return. Returns false if it
   * does not exist.
   */
  forget(id: string): Promise<boolean>;
  /**
   * Notify listeners of all processes about changes of these accounts or purchases that no event
   * reports.
   */
  concern(pubkeys: readonly string[]): Promise<void>;
  /**
   * True if this process holds the lease for a task for `length` from now. It keeps the lease by
   * asking again. Otherwise another process may get it afterwards.
   */
  onlyHere(name: string, length: Seconds): Promise<boolean>;
  /**
   * NIP-01 and NIP-50 filters: newest first, without duplicates, at most `limit` of each filter or
   * `cap`. If `readers` is given, other accounts' private events are left out.
   */
  query(
    filters: readonly Filter[],
    cap: number,
    readers?: readonly string[],
  ): Promise<StoredEvent[]>;
  /**
   * The same as a stream, for responses that are sent while they are read, with few events in
   * memory. Rejects with the reason of `signal` when aborted.
   */
  walk(
    filters: readonly Filter[],
    cap: number,
    readers?: readonly string[],
    signal?: AbortSignal,
  ): AsyncIterable<StoredEvent>;
  /** Ids and times of the same events, some at a time. */
  walkIds(
    filters: readonly Filter[],
    cap: number,
    readers?: readonly string[],
    signal?: AbortSignal,
  ): AsyncIterable<readonly IdAndTime[]>;
  /** NIP-45; `readers` and `signal` as above. */
  count(
    filters: readonly Filter[],
    readers?: readonly string[],
    signal?: AbortSignal,
  ): Promise<number>;
  /**
   * Delete expired events (NIP-40), fade the day's scores and release quarantined events. Cheap if
   * nothing is due.
   */
  sweep(): Promise<void>;
  /** Resolves if the store answers, however many queries wait. Rejects if it is away. */
  ping(): Promise<void>;
  /** True if no event was ever stored. */
  isEmpty(): Promise<boolean>;
  /** Move the write-ahead log into the file. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}
