import type { LegendStyle } from './legend.ts';
import type { Seconds } from '../core/time.ts';

/**
 * What a caching service asserts without a signature (result kinds from 10000098 upward, EVENT-02), parsed.
 * A claim is never shown as somebody's words: the types keep it apart from events (INV-VERIFIED).
 */
export type Claim =
  | NoteStatsClaim
  | NoteActionsClaim
  | RangeClaim
  | UserStatsClaim
  | NetStatsClaim
  | LegendCountsClaim
  | MediaClaim
  | PreviewsClaim
  | HlsClaim
  | HintsClaim
  | ScoresClaim
  | FollowersClaim
  | NamesClaim
  | LegendsClaim
  | CohortsClaim
  | WordsClaim
  | FeedsClaim
  | ZapClaim
  | UserRelaysClaim
  | ListClaim
  | FlagClaim
  | FilteringClaim
  | ServerNameClaim
  | OtherClaim;

/** Counts of one event (10000100). Amounts in sats. */
export interface NoteStatsClaim {
  readonly claim: 'stats';
  readonly id: string;
  readonly likes: number;
  readonly replies: number;
  readonly reposts: number;
  readonly zaps: number;
  readonly satszapped: number;
  readonly score: number;
  readonly score24h: number;
  /** Accounts that keep it in a public list; the public service always says 0. */
  readonly bookmarks: number;
}

/** What the viewer has done to one event (10000115). */
interface NoteActionsClaim {
  readonly claim: 'actions';
  readonly id: string;
  readonly liked: boolean;
  readonly replied: boolean;
  readonly reposted: boolean;
  readonly zapped: boolean;
}

/** The only dependable order of a page, and its cursor (10000113). Undefined bounds: an empty page. */
export interface RangeClaim {
  readonly claim: 'range';
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly orderBy: string;
  readonly elements: readonly string[];
}

/** What is counted of an account; zeros for one that nothing is known of. */
export interface AccountCounts {
  readonly follows: number;
  readonly followers: number;
  /** Notes that answer nothing. */
  readonly notes: number;
  readonly replies: number;
  readonly articles: number;
  /** Notes with pictures or video. */
  readonly media: number;
  /** Received, and what they add up to in sats. */
  readonly zaps: number;
  readonly satszapped: number;
}

/** Counts of one account (10000105 in full; the short form in notifications gives a `followers` claim). */
interface UserStatsClaim extends AccountCounts {
  readonly claim: 'userStats';
  readonly pubkey: string;
  readonly relays: number;
  readonly timeJoined: Seconds | undefined;
}

/** Totals of the network (10000101). */
export interface NetStatsClaim {
  readonly claim: 'netStats';
  readonly users: number;
  readonly pubkeys: number;
  readonly pubnotes: number;
  readonly reactions: number;
  readonly reposts: number;
  readonly any: number;
  readonly zaps: number;
  readonly satszapped: number;
}

/** Sizes of the viewer's networks (10000102). */
interface LegendCountsClaim {
  readonly claim: 'legendCounts';
  readonly pubkey: string;
  readonly follows: number;
  readonly innerNetwork: number;
  readonly outerNetwork: number;
}

/** One stored size of a picture or video. Pixels; `duration` in seconds. */
export interface MediaVariant {
  readonly size: string;
  readonly animated: boolean;
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly duration: number;
  readonly url: string;
}

/** A medium that appears in some event: its sizes and, for videos, a still picture (10000119). */
export interface MediaInfo {
  readonly url: string;
  readonly type: string;
  readonly variants: readonly MediaVariant[];
  readonly thumbnail: string | undefined;
}

interface MediaClaim {
  readonly claim: 'media';
  readonly media: readonly MediaInfo[];
}

/** What a web page says of itself (10000128). Strings are empty where it says nothing. */
export interface LinkPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon: string;
}

interface PreviewsClaim {
  readonly claim: 'previews';
  readonly previews: readonly LinkPreview[];
}

/** Address of a video to the address of its HLS stream (10000178). */
interface HlsClaim {
  readonly claim: 'hls';
  readonly streams: ReadonlyMap<string, string>;
}

/** Event id to the relay where it was seen (10000141). Urls are unchecked. */
interface HintsClaim {
  readonly claim: 'hints';
  readonly hints: ReadonlyMap<string, string>;
}

/** Account to a rank used for sorting people (10000108). */
interface ScoresClaim {
  readonly claim: 'scores';
  readonly scores: ReadonlyMap<string, number>;
}

/** Account to its number of followers (10000133). */
interface FollowersClaim {
  readonly claim: 'followers';
  readonly followers: ReadonlyMap<string, number>;
}

/** Account to its name at the provider, without domain (10000158). */
interface NamesClaim {
  readonly claim: 'names';
  readonly names: ReadonlyMap<string, string>;
}

/** PROFILE-11: how a patron is marked (10000168): a badge beside the name, a ring around the picture, both in his style; without one, not. */
export interface Legend {
  readonly style: LegendStyle | undefined;
  readonly customBadge: boolean;
  readonly avatarGlow: boolean;
}

interface LegendsClaim {
  readonly claim: 'legends';
  readonly legends: ReadonlyMap<string, Legend>;
}

/** Membership of an account (10000169). */
export interface Cohort {
  readonly tier: string;
  readonly cohort1: string;
  readonly cohort2: string;
  readonly legendSince: Seconds | undefined;
  readonly premiumSince: Seconds | undefined;
}

interface CohortsClaim {
  readonly claim: 'cohorts';
  readonly cohorts: ReadonlyMap<string, Cohort>;
}

/** Number of words of an article (10000144). */
interface WordsClaim {
  readonly claim: 'words';
  readonly id: string;
  readonly words: number;
}

/** One entry of a feed list (10000152, 10000153, 10000155). `spec` is JSON in a string. */
export interface FeedEntry {
  readonly name: string;
  readonly spec: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly feedkind: string;
}

export interface FeedsClaim {
  readonly claim: 'feeds';
  readonly list: 'home' | 'reads';
  readonly feeds: readonly FeedEntry[];
}

/** The service's reading of one zap receipt (10000129). */
interface ZapClaim {
  readonly claim: 'zap';
  readonly eventId: string | undefined;
  readonly receiptId: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amountSats: number;
  readonly createdAt: Seconds;
}

/** An account's relays (10000139); a relay with neither flag false is read and write. */
interface UserRelaysClaim {
  readonly claim: 'userRelays';
  readonly pubkey: string;
  readonly relays: readonly { readonly url: string; readonly read: boolean; readonly write: boolean }[];
}

/** Plain lists of strings: default relays, media servers, topics, featured authors, recommended reads as naddr. */
export interface ListClaim {
  readonly claim: 'list';
  readonly list: 'defaultRelays' | 'blossomServers' | 'readsTopics' | 'featuredAuthors' | 'recommendedReads';
  readonly values: readonly string[];
}

/** Whether the subject follows the viewer (10000125). */
interface FlagClaim {
  readonly claim: 'flag';
  readonly flag: 'isFollowing';
  readonly value: boolean;
}

/** Why an account is hidden or allowed (10000131, PROFILE-09, SEARCH-05). */
export interface FilteringClaim {
  readonly claim: 'filtering';
  readonly action: 'block' | 'allow';
  readonly pubkey: string | undefined;
  readonly group: string | undefined;
}

/** What the service calls itself, often with its version; the one answer without a kind (server_name). */
interface ServerNameClaim {
  readonly claim: 'serverName';
  readonly name: string;
}

/**
 * A result kind without a reader of its own: kept whole for the actor that asked for it. `content` is the parsed content; of kinds
 * that carry everything on the object itself (10000112, 10000117, 10000122, 10000123) it is that object.
 */
interface OtherClaim {
  readonly claim: 'other';
  readonly kind: number;
  readonly content: unknown;
}
