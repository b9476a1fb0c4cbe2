import type { FeedEntry } from '../connection/claims.ts';

/** FEED-08: whose eyes visitors borrow; the documented key, which a service that knows it not replaces by its own. */
export const DEFAULT_VIEWER = '532d830dffe09c13e75e8b145c825718fc12b0003f61d61e9077721c7fff93cb';

const entry = (name: string, spec: string, description: string): FeedEntry => ({
  name,
  spec,
  description,
  enabled: true,
  feedkind: 'primal',
});

/** Home feeds where the service names none (FEED-08). The first is what a visitor sees first: by time, so that what is new can be seen. */
export const DEFAULT_HOME_FEEDS: readonly FeedEntry[] = [
  entry('Latest', '{"id":"latest","kind":"notes"}', 'Latest notes by your follows'),
  entry('Trending 24h', '{"id":"global-trending","kind":"notes","hours":24}', 'Global trending notes in the past 24 hours'),
  entry('Most zapped 4h', '{"id":"most-zapped","kind":"notes","hours":4}', 'Most zapped notes in the past 4 hours'),
  entry('Everyone', '{"id":"all-notes","kind":"notes"}', 'Latest notes by everyone'),
];

/** The question for a home feed, without paging. Without a choice the first of the list is meant. */
export function homeQuery(spec: string | undefined): { readonly verb: string; readonly payload: { readonly spec: string } } {
  return { verb: 'mega_feed_directive', payload: { spec: spec ?? DEFAULT_HOME_FEEDS[0]?.spec ?? '' } };
}
