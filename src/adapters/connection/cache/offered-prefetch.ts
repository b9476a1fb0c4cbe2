import { AHEAD_TIMING, readAhead } from '../../../events/connection/prefetch.ts';
import type { Question } from '../../../events/connection/cache-query.ts';

/** What the service that served this page says that it answers ahead of its socket; undefined where it says nothing that can be read. Never throws. */
export function offeredAhead(page: Pick<Performance, 'getEntriesByType'>): readonly Question[] | undefined {
  const { serverTiming = [] }: Partial<PerformanceNavigationTiming> = Object(page.getEntriesByType('navigation')[0]);
  const offer = serverTiming.find(({ name }) => name === AHEAD_TIMING);
  return offer && readAhead(new URLSearchParams(`ask=${offer.description}`).get('ask') ?? '');
}
