/**
 * A query to the caching service: a verb and its payload (`["REQ", id, {"cache": [verb,
 * payload]}]`).
 */
export interface CacheQuery {
  readonly verb: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

/**
 * Return a key that is equal for queries with equal verbs and payloads, regardless of the order of
 * the payload's keys.
 */
export function cacheQueryKey({ verb, payload }: CacheQuery): string {
  return JSON.stringify([verb, sorted(payload ?? {})]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return {
    entries: entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  };
}
