import type { Claim } from './claims.ts';
import { type Fields, isFields, parseJson } from './json.ts';
import { readFeaturedAuthors, readFeeds, readList, readRecommendedReads } from './result-lists.ts';
import { readHls, readMedia, readPreviews } from './result-media.ts';
import { readActions, readHints, readRange, readStats, readWords, readZapClaim } from './result-notes.ts';
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

type Reader = (content: unknown, event: Fields) => Claim | undefined;

const FIRST = 10_000_098;
const REFERENCED = 10_000_107;

const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [10_000_100, readStats],
  [10_000_101, readNetStats],
  [10_000_102, readLegendCounts],
  [10_000_105, readUserStats],
  [REFERENCED, () => undefined],
  [10_000_108, readScores],
  [10_000_113, readRange],
  [10_000_115, readActions],
  [10_000_119, readMedia],
  [10_000_124, readList('defaultRelays')],
  [10_000_125, readFollowing],
  [10_000_128, readPreviews],
  [10_000_129, readZapClaim],
  [10_000_131, readFiltering],
  [10_000_133, readFollowers],
  [10_000_139, readUserRelays],
  [10_000_141, readHints],
  [10_000_144, readWords],
  [10_000_145, readRecommendedReads],
  [10_000_146, readList('readsTopics')],
  [10_000_148, readFeaturedAuthors],
  [10_000_152, readFeeds('reads')],
  [10_000_153, readFeeds('home')],
  [10_000_158, readNames],
  [10_000_168, readLegends],
  [10_000_169, readCohorts],
  [10_000_175, readList('blossomServers')],
  [10_000_178, readHls],
]);

/**
 * Parses one object of an answer that is not a signed event (kinds from 10000098 upward, EVENT-02). Undefined for what is no such
 * object, for a wrapped event (`referencedEvent` unwraps it), and for content that says nothing. Bad entries are left out and the
 * rest kept (INV-ISOLATE). Never throws.
 */
export function readResult(value: unknown): Claim | undefined {
  if (!isFields(value)) return undefined;
  const { kind } = value;
  if (typeof kind !== 'number' || !Number.isSafeInteger(kind) || kind < FIRST) return undefined;
  const reader = READERS.get(kind);
  return reader ? reader(contentOf(value), value) : { claim: 'other', kind, content: otherContent(value) };
}

/** The event wrapped in a referenced-event result (10000107), not yet checked by anybody; undefined for every other object. */
export function referencedEvent(value: unknown): unknown {
  return isFields(value) && value.kind === REFERENCED ? contentOf(value) : undefined;
}

/** Content is a string of JSON; a service that slips and sends the value itself is understood as well. */
function contentOf(event: Fields): unknown {
  return typeof event.content === 'string' ? parseJson(event.content) : event.content;
}

function otherContent(event: Fields): unknown {
  if (!Object.hasOwn(event, 'content')) return event;
  const parsed = contentOf(event);
  return parsed === undefined ? event.content : parsed;
}
