import type { FeedEntry } from '../../connection/claims.ts';
import { type FeedSpec, printFeedSpec } from './feed-spec.ts';

/**
 * Home feeds to use if the service names none (FEED-08, SETTINGS-01), without descriptions. A
 * visitor starts with the first one.
 */
export const HOME_FEEDS: readonly FeedEntry[] = [
  feedEntry('Everyone', { id: 'all-notes', kind: 'notes' }),
  feedEntry('Following', { id: 'latest', kind: 'notes' }),
  feedEntry('Following with replies', { id: 'latest', include_replies: true, kind: 'notes' }),
  trending(24, true),
  trending(168, true),
  trending(48, false),
  trending(12, false),
  trending(4, false),
  trending(1, false),
  feedEntry('Most zapped 24h', { id: 'most-zapped', kind: 'notes', hours: 24 }),
  feedEntry('Most zapped 4h', { id: 'most-zapped', kind: 'notes', hours: 4 }, false),
];

function trending(hours: number, enabled: boolean): FeedEntry {
  return feedEntry(
    hours === 168 ? 'Trending 7d' : `Trending ${hours}h`,
    { id: 'global-trending', kind: 'notes', hours },
    enabled,
  );
}

export function feedEntry(name: string, spec: FeedSpec, enabled = true): FeedEntry {
  return { name, spec: printFeedSpec(spec), description: '', enabled, feedkind: 'primal' };
}
