import type { OwnFeed } from './own-feeds.ts';
import { sameSpec } from './parse-feed-spec.ts';

/** UTF-16 units. */
const LONGEST_NAME = 100;

/** The feed of that spec, however it is written (FEED-06). */
export function feedWith(feeds: readonly OwnFeed[], spec: string): OwnFeed | undefined {
  return feeds.find((feed) => sameSpec(feed.spec, spec));
}

/** Feeds that the service itself delivers are switched on and off and moved; others can also be renamed and removed (12.4). */
export function isServices({ feedkind }: Pick<OwnFeed, 'feedkind'>): boolean {
  return feedkind === 'primal';
}

/** Gives a feed another name; an empty one changes nothing. */
export function renamedFeed(feeds: readonly OwnFeed[], spec: string, name: string): readonly OwnFeed[] {
  const trimmed = name.trim().slice(0, LONGEST_NAME).toWellFormed();
  return trimmed === '' ? feeds : changed(feeds, spec, { name: trimmed });
}

export function enabledFeed(feeds: readonly OwnFeed[], spec: string, enabled: boolean): readonly OwnFeed[] {
  return changed(feeds, spec, { enabled });
}

/** Puts a feed at a place of the list, from 0; what lies outside means its ends. */
export function movedFeed(feeds: readonly OwnFeed[], spec: string, place: number): readonly OwnFeed[] {
  const feed = feedWith(feeds, spec);
  if (!feed) return feeds;
  const rest = feeds.filter((one) => one !== feed);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, place)), 0, feed);
}

/** Takes a feed out; one of the service's is switched off. */
export function removedFeed(feeds: readonly OwnFeed[], spec: string): readonly OwnFeed[] {
  const feed = feedWith(feeds, spec);
  return feed && isServices(feed) ? enabledFeed(feeds, spec, false) : feeds.filter((one) => one !== feed);
}

/** Adds a feed at the end. One that is there by its name is ignored (FEED-06), and one that is there by its spec is switched on. */
export function addedFeed(feeds: readonly OwnFeed[], feed: OwnFeed): readonly OwnFeed[] {
  if (feedWith(feeds, feed.spec)) return enabledFeed(feeds, feed.spec, true);
  return feeds.some(({ name }) => name === feed.name) ? feeds : [...feeds, feed];
}

function changed(feeds: readonly OwnFeed[], spec: string, change: Partial<OwnFeed>): readonly OwnFeed[] {
  return feeds.map((feed) => (sameSpec(feed.spec, spec) ? { ...feed, ...change } : feed));
}
