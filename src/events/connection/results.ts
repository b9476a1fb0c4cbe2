import { isRecord, parseJson } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import type { Claim } from './claims.ts';
import { readFeaturedAuthors, readFeeds, readList, readRecommendedReads } from './result-lists.ts';
import { readHls, readMedia, readPreviews } from './result-media.ts';
import {
  readActions,
  readHints,
  readRange,
  readStats,
  readWords,
  readZapClaim,
} from './result-notes.ts';
import {
  readCohorts,
  readFiltering,
  readFollowers,
  readFollowing,
  readLegendCounts,
  readLegends,
  readNames,
  readNetStats,
  readScores,
  readUserRelays,
  readUserStats,
} from './result-people.ts';

type Reader = (content: unknown, event: Readonly<Record<string, unknown>>) => Claim | undefined;

const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [RESULT.NoteStats, readStats],
  [RESULT.NetStats, readNetStats],
  [RESULT.LegendCounts, readLegendCounts],
  [RESULT.UserStats, readUserStats],
  [RESULT.Referenced, () => undefined],
  [RESULT.UserScores, readScores],
  [RESULT.Range, readRange],
  [RESULT.NoteActions, readActions],
  [RESULT.MediaInfo, readMedia],
  [RESULT.DefaultRelays, readList('defaultRelays')],
  [RESULT.IsUserFollowing, readFollowing],
  [RESULT.LinkMetadata, readPreviews],
  [RESULT.ZapEvent, readZapClaim],
  [RESULT.FilteringReason, readFiltering],
  [RESULT.UserFollowerCounts, readFollowers],
  [RESULT.UserRelays, readUserRelays],
  [RESULT.EventRelays, readHints],
  [RESULT.WordCount, readWords],
  [RESULT.RecommendedReads, readRecommendedReads],
  [RESULT.ReadsTopics, readList('readsTopics')],
  [RESULT.FeaturedAuthors, readFeaturedAuthors],
  [RESULT.ReadsFeeds, readFeeds('reads')],
  [RESULT.HomeFeeds, readFeeds('home')],
  [RESULT.VerifiedUsersDict, readNames],
  [RESULT.LegendCustomization, readLegends],
  [RESULT.MembershipCohorts, readCohorts],
  [RESULT.BlossomServers, readList('blossomServers')],
  [RESULT.HlsVideo, readHls],
]);

/**
 * Parse one object of an answer that is no signed event (kinds from 10000098 upward, EVENT-02; the
 * answer to server_name has none). `undefined` for any other object, for empty content, and for a
 * wrapped event (see `referencedEvent`). Invalid entries are left out and the rest is kept
 * (INV-ISOLATE). Never throws.
 */
export function readResult(value: unknown): Claim | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, content } = value;
  if (kind === undefined && typeof content === 'string' && Object.keys(value).length === 1)
    return { claim: 'serverName', name: content };
  if (typeof kind !== 'number' || !Number.isSafeInteger(kind) || kind < RESULT.Ack)
    return undefined;
  const reader = READERS.get(kind);
  return reader
    ? reader(contentOf(value), value)
    : { claim: 'other', kind, content: otherContent(value) };
}

/**
 * Return the unchecked event in a referenced-event result (10000107); `undefined` for every other
 * object.
 */
export function referencedEvent(value: unknown): unknown {
  return isRecord(value) && value.kind === RESULT.Referenced ? contentOf(value) : undefined;
}

/** Content is a JSON string, but a service may send the value itself by mistake. */
function contentOf(event: Readonly<Record<string, unknown>>): unknown {
  return typeof event.content === 'string' ? parseJson(event.content) : event.content;
}

function otherContent(event: Readonly<Record<string, unknown>>): unknown {
  if (!Object.hasOwn(event, 'content')) return event;
  const parsed = contentOf(event);
  return parsed === undefined ? event.content : parsed;
}
