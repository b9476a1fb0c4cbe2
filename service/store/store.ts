import type { Filter } from '../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import type { Seconds } from '../../src/events/core/time.ts';
import type { AccountSearch } from './search/account-search.ts';
import type { ArticleFeeds } from './reading/article-feeds.ts';
import type { Ecash } from './money/ecash.ts';
import type { Events } from './reading/events.ts';
import type { Explore } from './reading/explore.ts';
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
 * What became of a batch. `older` were kept, but a newer version is known already; `quarantined`, too, but their time has not come (E-18);
 * `ephemeral` events (NIP-01) are passed on to listeners and not kept.
 */
export interface Inserted {
  readonly added: readonly VerifiedEvent[];
  readonly older: readonly VerifiedEvent[];
  readonly quarantined: readonly VerifiedEvent[];
  readonly duplicates: readonly VerifiedEvent[];
  readonly ephemeral: readonly VerifiedEvent[];
  readonly refused: readonly { readonly event: VerifiedEvent; readonly reason: string }[];
  /** Accounts whose notifications or messages changed by it; purchases that were given, by their quote. */
  readonly concerned: ReadonlySet<string>;
}

/** Which process of those that share a store committed something: this one, or another. */
export type Where = 'here' | 'elsewhere';

/**
 * The one store of the service. It answers named questions and keeps what it is given; every question gives a promise, so that the engine
 * behind it may be another one, or stand in another thread. What is derived from events (schema.ts) is kept true inside `insert`.
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
    Moving {
  /** The service's clock. */
  now(): Seconds;
  /** Called after each commit that brought something, in whichever process. Returns the way to stop. */
  onInserted(listener: (inserted: Inserted, where: Where) => void): () => void;
  /** One transaction; committed to the disk when it is answered. `relay`: where the events were seen. */
  insert(events: readonly VerifiedEvent[], relay?: string): Promise<Inserted>;
  /** Takes at most so many events of an account out of all answers, and keeps them; gives how many there were. */
  withhold(pubkey: string, most: number): Promise<number>;
  /** Puts at most so many of them back, the oldest first; gives how many there were. */
  release(pubkey: string, most: number): Promise<number>;
  /**
   * Takes reposts and receipts of others out of all answers that repeat an event of that id, or of that account; without a name, any that is
   * forgotten or denied. At most so many that come after a place are looked at. Gives how many there were, and the place to go on at.
   */
  withholdRepeats(
    name: string | undefined,
    after: number,
    most: number,
  ): Promise<{ readonly count: number; readonly next: number | undefined }>;
  /** Puts those back that repeat nothing any more that is not given out. */
  releaseRepeats(pubkey: string, after: number, most: number): Promise<{ readonly count: number; readonly next: number | undefined }>;
  /** Forgets an event, whosever it is: nothing of it stays but its id, so that it does not come back. False where there is none. */
  forget(id: string): Promise<boolean>;
  /** Tells listeners of all processes that something of these accounts, or purchases, changed which no event tells. */
  concern(pubkeys: readonly string[]): Promise<void>;
  /**
   * Whether this process is the one that does what only one is to do, for some seconds from now: it is until then, unless it does not ask again,
   * and another one asks after that.
   */
  onlyHere(name: string, length: Seconds): Promise<boolean>;
  /**
   * NIP-01 and NIP-50 filters: newest first, no event twice, at most `limit` of each filter's own or of the cap. Where `readers` are
   * named, private events are left out but for theirs.
   */
  query(filters: readonly Filter[], cap: number, readers?: readonly string[]): Promise<StoredEvent[]>;
  /**
   * The same one after another, for answers that are sent as they are read: only some are in memory at a time. Rejects with the reason of
   * `signal` when that calls it off.
   */
  walk(filters: readonly Filter[], cap: number, readers?: readonly string[], signal?: AbortSignal): AsyncIterable<StoredEvent>;
  /** NIP-45; `readers` and `signal` as above. */
  count(filters: readonly Filter[], readers?: readonly string[], signal?: AbortSignal): Promise<number>;
  /** Forgets what expired (NIP-40), lets the day's scores fade, releases what was quarantined. Cheap when nothing is due. */
  sweep(): Promise<void>;
  /** Whether no event was ever stored. */
  isEmpty(): Promise<boolean>;
  /** Moves the write-ahead log into the file. */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}
