import { field } from '../../src/events/core/json.ts';
import type { CacheContext } from './cache-context.ts';
import type { Payload } from './payload.ts';
import type { Result } from './results.ts';
import type { StreamAnswer } from './shared-streams.ts';
import { eventIds, events, eventsByTime, rowsByTime } from './verbs/events.ts';
import { search } from './verbs/search.ts';

/** Answer a relay-style filter. One that names only `since` or `idsonly` opens a stream. */
export function answerFilter(context: CacheContext, filter: Payload): StreamAnswer {
  const { streams } = context;
  if (isSilent(filter))
    return {
      results: async () => [],
      open: (push) => streams.inserted((id) => push(eventIds([id]))),
    };
  if (Object.keys(filter).length === 1 && typeof field(filter, 'since') === 'number')
    return streams.followed(
      async () => ({ events: await rowsByTime(context, filter) }),
      async (event) => [JSON.stringify(event)],
    );
  return { results: () => storedResults(context, filter) };
}

function storedResults(context: CacheContext, filter: Payload): Promise<Result[]> {
  if (Array.isArray(field(filter, 'ids')))
    return events(context, { event_ids: field(filter, 'ids') });
  if (typeof field(filter, 'search') === 'string')
    return search(context, { ...filter, query: field(filter, 'search') });
  return eventsByTime(context, filter);
}

/** True if a filter only opens a stream. Then there is not even an EOSE. */
export function isSilent(filter: Payload): boolean {
  return Object.keys(filter).length === 1 && field(filter, 'idsonly') === true;
}
