import { field, isRecord, parseJson } from '../../core/json.ts';
import type { FeedSpec } from './feed-spec.ts';
import { legacyArray, legacySpec } from './legacy-spec.ts';

const MAX_LENGTH = 20_000;

/**
 * Read a spec: the JSON of one object, or an id of an old client such as `latest;following`
 * (FEED-12). The id may also be the id in such an object. `undefined` if it is neither.
 */
export function readFeedSpec(text: string): FeedSpec | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const value = parseJson(text);
  if (Array.isArray(value)) return legacyArray(value);
  if (!isRecord(value)) return legacySpec(text.trim());
  const id = field(value, 'id');
  return (
    (typeof id === 'string'
      ? legacySpec(id, field(value, 'include_replies') === true)
      : undefined) ?? value
  );
}

/**
 * True if two texts mean the same feed. The order of keys, white space and old ids make no
 * difference (FEED-03, FEED-06).
 */
export function sameSpec(a: string, b: string): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(text: string): string {
  const spec = readFeedSpec(text);
  return spec
    ? JSON.stringify(Object.entries(spec).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : text.trim();
}
