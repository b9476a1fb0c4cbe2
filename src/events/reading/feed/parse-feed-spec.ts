import { field, isRecord, parseJson } from '../../core/json.ts';
import type { FeedSpec } from './feed-spec.ts';
import { legacyArray, legacySpec } from './legacy-spec.ts';

const MAX_LENGTH = 20_000;

/**
 * Reads a spec: the JSON of one object, or one of the ids of old clients such as `latest;following` (FEED-12), alone or as the id inside
 * such an object. Undefined where it is neither.
 */
export function readFeedSpec(text: string): FeedSpec | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const value = parseJson(text);
  if (Array.isArray(value)) return legacyArray(value);
  if (!isRecord(value)) return legacySpec(text.trim());
  const id = field(value, 'id');
  return (typeof id === 'string' ? legacySpec(id, field(value, 'include_replies') === true) : undefined) ?? value;
}

/** Whether two texts mean the same feed: the order of keys, blanks and old ids make no difference (FEED-03, FEED-06). */
export function sameSpec(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(text: string): string {
  const spec = readFeedSpec(text);
  return spec ? JSON.stringify(Object.entries(spec).toSorted(([a], [b]) => (a < b ? -1 : 1))) : text.trim();
}
