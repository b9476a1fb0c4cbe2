import type { LegendStyle } from './legend.ts';
import type { Seconds } from '../core/time.ts';

/**
 * A parsed claim of a caching service, which is unsigned (result kinds from 10000098 upward,
 * EVENT-02). A claim is never shown as the words of an account. Its type differs from that of
 * events (INV-VERIFIED).
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
  /** Accounts that have it in a public list. The public service always reports 0. */
  readonly bookmarks: number;
}

/** The viewer's own actions on one event (10000115). */
interface NoteActionsClaim {
  readonly claim: 'actions';
  readonly id: string;
  readonly liked: boolean;
  readonly replied: boolean;
  readonly reposted: boolean;
  readonly zapped: boolean;
}

/**
 * The only reliable order of a page, and its cursor (10000113). The bounds are `undefined` for an
 * empty page.
 */
export interface RangeClaim {
  readonly claim: 'range';
  readonly since: number | undefined;
  readonly until: number | undefined;
  readonly orderBy: string;
  readonly elements: readonly string[];
}

/** Counts of an account; zeros if it is unknown. */
export interface AccountCounts {
  readonly follows: number;
  readonly followers: number;
  /** Notes that are not replies. */
  readonly notes: number;
  readonly replies: number;
  readonly articles: number;
  /** Notes with pictures or video. */
  readonly media: number;
  /** Number of received zaps, and their sum in sats. */
  readonly zaps: number;
  readonly satszapped: number;
}

/**
 * Counts of one account (10000105 in full). The short form in notifications becomes a `followers`
 * claim.
 */
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

/** One stored size of a picture or video, in pixels. `duration` in seconds. */
export interface MediaVariant {
  readonly size: string;
  readonly animated: boolean;
  readonly width: number;
  readonly height: number;
  readonly type: string;
  readonly duration: number;
  readonly url: string;
}

/** A medium of an event: its sizes and, for videos, a thumbnail (10000119). */
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

/** Metadata of a web page (10000128). Missing texts are empty. */
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

/** Addresses of HLS streams by the address of the video (10000178). */
interface HlsClaim {
  readonly claim: 'hls';
  readonly streams: ReadonlyMap<string, string>;
}

/** Relay where each event was seen, by event id (10000141). Urls are unchecked. */
interface HintsClaim {
  readonly claim: 'hints';
  readonly hints: ReadonlyMap<string, string>;
}

/** Rank of each account, for sorting people (10000108). */
interface ScoresClaim {
  readonly claim: 'scores';
  readonly scores: ReadonlyMap<string, number>;
}

/** Number of followers of each account (10000133). */
interface FollowersClaim {
  readonly claim: 'followers';
  readonly followers: ReadonlyMap<string, number>;
}

/** Name of each account at the provider, without domain (10000158). */
interface NamesClaim {
  readonly claim: 'names';
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The look of a patron (PROFILE-11, 10000168): a badge beside the name and a ring around the
 * picture, both in the chosen style. Without a style, neither is shown.
 */
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

/** One zap receipt as the service reads it (10000129). */
interface ZapClaim {
  readonly claim: 'zap';
  readonly eventId: string | undefined;
  readonly receiptId: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amountSats: number;
  readonly createdAt: Seconds;
}

/** Relays of an account (10000139). A relay without a false flag is for reading and writing. */
interface UserRelaysClaim {
  readonly claim: 'userRelays';
  readonly pubkey: string;
  readonly relays: readonly {
    readonly url: string;
    readonly read: boolean;
    readonly write: boolean;
  }[];
}

/**
 * Plain lists of strings: default relays, media servers, topics, featured authors, and recommended
 * reads as naddr.
 */
export interface ListClaim {
  readonly claim: 'list';
  readonly list:
    | 'defaultRelays'
    | 'blossomServers'
    | 'readsTopics'
    | 'featuredAuthors'
    | 'recommendedReads';
  readonly values: readonly string[];
}

/** True if the subject follows the viewer (10000125). */
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

/** Name of the service, often with its version (server_name). The only answer without a kind. */
interface ServerNameClaim {
  readonly claim: 'serverName';
  readonly name: string;
}

/**
 * A result kind without its own reader, kept whole for the actor that asked for it. `content` is
 * the parsed content. Some kinds (10000112, 10000117, 10000122, 10000123) have all data on the
 * object itself; then it is that object.
 */
interface OtherClaim {
  readonly claim: 'other';
  readonly kind: number;
  readonly content: unknown;
}
