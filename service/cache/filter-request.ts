import { field } from '../../src/events/core/json.ts';
import type { CacheContext } from './cache-context.ts';
import type { Payload } from './payload.ts';
import type { Result } from './results.ts';
import type { Push } from './shared-streams.ts';
import { eventIds, events, eventsByTime } from './verbs/events.ts';
import { search } from './verbs/search.ts';

/** Answer a relay-style filter. */
export function answerFilter(context: CacheContext, filter: Payload): Promise<Result[]> {
  if (Array.isArray(field(filter, 'ids')))
    return events(context, { event_ids: field(filter, 'ids') });
  if (typeof field(filter, 'search') === 'string')
    return search(context, { ...filter, query: field(filter, 'search') });
  return eventsByTime(context, filter);
}

/** Open the stream for a filter if it requests one. Returns the function that stops it. */
export function openFilter(
  context: CacheContext,
  filter: Payload,
  push: Push,
): (() => void) | undefined {
  if (isSilent(filter)) return context.streams.inserted((id) => push(eventIds([id])));
  const keys = Object.keys(filter);
  if (keys.length === 1 && typeof field(filter, 'since') === 'number')
    return context.streams.inserted((_, event) => push(event));
  return undefined;
}

/** True if a filter only opens a stream. Then there is not even an EOSE. */
export function isSilent(filter: Payload): boolean {
  return Object.keys(filter).length === 1 && field(filter, 'idsonly') === true;
}
