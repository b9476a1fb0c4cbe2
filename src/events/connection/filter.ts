import type { SignedEvent } from '../nostr/event.ts';
import { isHex } from '../core/hex.ts';
import { field, isRecord } from '../core/json.ts';
import { type Seconds, seconds } from '../core/time.ts';

type TagKey = `#${string}`;

/**
 * A query to a relay in its wire form (NIP-01). A list matches any of its values, and all fields
 * must match. `since` and `until` are inclusive.
 */
export interface Filter {
  readonly ids?: readonly string[];
  readonly authors?: readonly string[];
  readonly kinds?: readonly number[];
  readonly since?: Seconds;
  readonly until?: Seconds;
  readonly limit?: number;
  /** NIP-50. Matching ignores it. */
  readonly search?: string;
  readonly [tag: TagKey]: readonly string[] | undefined;
}

/** Maximum number of values in all lists of one filter, and of its tag names. */
export const MOST_FILTER_VALUES = 20_000;
export const MOST_FILTER_TAGS = 16;

/** The highest kind of an event (NIP-01). A filter for a higher one matches nothing. */
const LAST_KIND = 65_535;

/**
 * Read a filter from the wire. `undefined` if a known field has a wrong type or too many values.
 * Unknown fields are ignored.
 */
export function readFilter(value: unknown): Filter | undefined {
  if (!isRecord(value)) return undefined;
  const ids = listAt(value, 'ids', isHexText);
  const authors = listAt(value, 'authors', isHexText);
  const kinds = listAt(value, 'kinds', isWhole);
  const since = seconds(numberAt(value, 'since'));
  const until = seconds(numberAt(value, 'until'));
  const limit = numberAt(value, 'limit');
  const search = field(value, 'search');
  const tags = readTags(value);
  if (ids === null || authors === null || kinds === null || tags === null) return undefined;
  if (
    since === null ||
    until === null ||
    limit === null ||
    (search !== undefined && typeof search !== 'string')
  )
    return undefined;
  // some clients ask for an impossible kind to see if the relay still answers
  const possible = kinds?.filter((kind) => kind <= LAST_KIND);
  const filter = assemble({ ids, authors, kinds: possible, since, until, limit, search, tags });
  return valuesOf(filter) > MOST_FILTER_VALUES ? undefined : filter;
}

/**
 * True if an event matches a filter, ignoring `limit` and `search`. An empty list matches nothing.
 */
export function matchFilter(filter: Filter, event: SignedEvent): boolean {
  if (filter.ids && !filter.ids.includes(event.id)) return false;
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false;
  if (filter.authors && !filter.authors.includes(event.pubkey)) return false;
  if (filter.since !== undefined && event.created_at < filter.since) return false;
  if (filter.until !== undefined && event.created_at > filter.until) return false;
  return tagKeysOf(filter).every((key) => {
    const name = key.slice(1);
    const values = filter[key];
    return (
      !values ||
      event.tags.some((tag) => tag[0] === name && tag[1] !== undefined && values.includes(tag[1]))
    );
  });
}

/** True if an event matches any of several filters (a REQ). */
export function matchFilters(filters: readonly Filter[], event: SignedEvent): boolean {
  return filters.some((filter) => matchFilter(filter, event));
}

interface Parts {
  ids: readonly string[] | undefined;
  authors: readonly string[] | undefined;
  kinds: readonly number[] | undefined;
  since: Seconds | undefined;
  until: Seconds | undefined;
  limit: number | undefined;
  search: string | undefined;
  tags: ReadonlyArray<readonly [TagKey, readonly string[]]>;
}

/** Build a filter without keys for missing fields, because it is sent unchanged. */
function assemble(parts: Parts): Filter {
  return {
    ...(parts.ids && { ids: parts.ids }),
    ...(parts.authors && { authors: parts.authors }),
    ...(parts.kinds && { kinds: parts.kinds }),
    ...(parts.since !== undefined && { since: parts.since }),
    ...(parts.until !== undefined && { until: parts.until }),
    ...(parts.limit !== undefined && { limit: parts.limit }),
    ...(parts.search !== undefined && { search: parts.search }),
    ...Object.fromEntries(parts.tags),
  };
}

function tagKeysOf(filter: Filter): readonly TagKey[] {
  return Object.keys(filter).filter(isTagKey);
}

function isTagKey(key: string): key is TagKey {
  return key.startsWith('#') && key.length > 1;
}

/** Return the number of values in all lists of a filter. */
export function valuesOf(filter: Filter): number {
  const lists = [
    filter.ids,
    filter.authors,
    filter.kinds,
    ...tagKeysOf(filter).map((key) => filter[key]),
  ];
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
}

/** Null if the field exists and is no such list. */
function listAt<T>(
  record: Readonly<Record<string, unknown>>,
  name: string,
  is: (item: unknown) => item is T,
): readonly T[] | undefined | null {
  const value = field(record, name);
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > MOST_FILTER_VALUES) return null;
  const items: readonly unknown[] = value;
  return items.every(is) ? items : null;
}

function numberAt(
  record: Readonly<Record<string, unknown>>,
  name: string,
): number | undefined | null {
  const value = field(record, name);
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
}

function readTags(record: Readonly<Record<string, unknown>>): Parts['tags'] | null {
  const tags: Array<readonly [TagKey, readonly string[]]> = [];
  for (const key of Object.keys(record).filter(isTagKey)) {
    const values = listAt(record, key, isText);
    if (!values || tags.length === MOST_FILTER_TAGS) return null;
    tags.push([key, values]);
  }
  return tags;
}

function isHexText(item: unknown): item is string {
  return typeof item === 'string' && isHex(item, 64);
}

function isWhole(item: unknown): item is number {
  return typeof item === 'number' && Number.isInteger(item) && item >= 0;
}

function isText(item: unknown): item is string {
  return typeof item === 'string';
}
