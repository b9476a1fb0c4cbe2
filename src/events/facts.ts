import type { Profile } from './account/profile.ts';
import type {
  Claim,
  Cohort,
  Legend,
  LinkPreview,
  MediaInfo,
  NoteActionsClaim,
  NoteStatsClaim,
  UserStatsClaim,
} from './connection/claims.ts';
import type { VerifiedEvent } from './event.ts';
import type { Zap } from './money/zap.ts';
import type { Table } from './table.ts';

/** Every version seen of one replaceable or addressable list, newest first (INV-NEWEST, BEYOND-02). */
export interface Versions {
  readonly current: VerifiedEvent;
  readonly older: readonly VerifiedEvent[];
}

/** The read model: signed events folded, and beside them the caching service's claims. Rows are plain and never mutated. */
export interface Facts {
  /** Events that are shown by id: notes, reposts, comments, articles, highlights, live events ... */
  readonly events: Table<VerifiedEvent>;
  /** Newest version of what is addressed by `kind:pubkey:d` and shown as content (30023, 30311 ...). */
  readonly addresses: Table<VerifiedEvent>;
  /** Account to its newest metadata. */
  readonly profiles: Table<Profile>;
  /** Replaceable lists by `kind:pubkey:d` (d empty for kinds below 30000): 3, 10000, 10002, 10003, 10063, 30000 ... */
  readonly lists: Table<Versions>;
  /** Id or address of a note or article to the ids of the direct replies seen, oldest first. */
  readonly replies: Table<readonly string[]>;
  /** Id or address of a note or article to verified zaps of it, largest first, no id twice (NOTE-15). */
  readonly zaps: Table<readonly Zap[]>;
  /** `author:id` or `author:address` to the deletion request by that author (NIP-09). */
  readonly deletions: Table<VerifiedEvent>;
  readonly stats: Table<NoteStatsClaim>;
  readonly actions: Table<NoteActionsClaim>;
  readonly userStats: Table<UserStatsClaim>;
  /** Relay where an event was seen, by event id. */
  readonly hints: Table<string>;
  /** Sizes of pictures and videos, by url. */
  readonly media: Table<MediaInfo>;
  /** What linked pages say of themselves, by url. */
  readonly previews: Table<LinkPreview>;
  /** Address of a video to the address of its stream. */
  readonly hls: Table<string>;
  readonly scores: Table<number>;
  readonly followers: Table<number>;
  /** Names at the provider, by account. */
  readonly names: Table<string>;
  readonly legends: Table<Legend>;
  readonly cohorts: Table<Cohort>;
  /** Words of an article, by event id. */
  readonly words: Table<number>;
}

/** One burst from the caching service or a relay. `now` in seconds is the clock's, for the far-future quarantine. */
export interface Batch {
  readonly events: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  readonly now: number;
}
