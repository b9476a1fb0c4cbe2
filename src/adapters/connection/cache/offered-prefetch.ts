import { PREFETCH_TIMING, readPrefetch } from '../../../events/connection/prefetch.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';

/**
 * Read which requests the serving service answers by HTTP, before the socket is open. `undefined`
 * if it offers none that can be read. Never throws.
 */
export function offeredPrefetch(
  page: Pick<Performance, 'getEntriesByType'>,
): readonly CacheQuery[] | undefined {
  const { serverTiming = [] }: Partial<PerformanceNavigationTiming> = Object(
    page.getEntriesByType('navigation')[0],
  );
  const offer = serverTiming.find(({ name }) => name === PREFETCH_TIMING);
  return offer && readPrefetch(new URLSearchParams(`ask=${offer.description}`).get('ask') ?? '');
}
