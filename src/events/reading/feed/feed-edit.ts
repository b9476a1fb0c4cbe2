import type { OwnFeed } from './own-feeds.ts';
import { sameSpec } from './parse-feed-spec.ts';

/** In UTF-16 units. */
const LONGEST_NAME = 100;

/** Return the feed with an equivalent spec (FEED-06). */
export function feedWith(feeds: readonly OwnFeed[], spec: string): OwnFeed | undefined {
  return feeds.find((feed) => sameSpec(feed.spec, spec));
}

/** The service's own feeds can be switched and moved. Others can also be renamed and removed. */
export function isServices({ feedkind }: Pick<OwnFeed, 'feedkind'>): boolean {
  return feedkind === 'primal';
}

/** Rename a feed. An empty name changes nothing. */
export function renamedFeed(
  feeds: readonly OwnFeed[],
  spec: string,
  name: string,
): readonly OwnFeed[] {
  const trimmed = name.trim().slice(0, LONGEST_NAME).toWellFormed();
  return trimmed === '' ? feeds : changed(feeds, spec, { name: trimmed });
}

export function enabledFeed(
  feeds: readonly OwnFeed[],
  spec: string,
  enabled: boolean,
): readonly OwnFeed[] {
  return changed(feeds, spec, { enabled });
}

/**
 * Move a feed to a position in the list, from 0. A position outside of the list means its start or
 * end.
 */
export function movedFeed(
  feeds: readonly OwnFeed[],
  spec: string,
  place: number,
): readonly OwnFeed[] {
  const feed = feedWith(feeds, spec);
  if (!feed) return feeds;
  const rest = feeds.filter((one) => one !== feed);
  return rest.toSpliced(Math.max(0, Math.min(rest.length, place)), 0, feed);
}

/** Remove a feed. A feed of the service is switched off. */
export function removedFeed(feeds: readonly OwnFeed[], spec: string): readonly OwnFeed[] {
  const feed = feedWith(feeds, spec);
  return feed && isServices(feed)
    ? enabledFeed(feeds, spec, false)
    : feeds.filter((one) => one !== feed);
}

/**
 * Add a feed at the end. A feed with a known name is ignored, and a feed with a known spec is
 * switched on (FEED-06).
 */
export function addedFeed(feeds: readonly OwnFeed[], feed: OwnFeed): readonly OwnFeed[] {
  if (feedWith(feeds, feed.spec)) return enabledFeed(feeds, feed.spec, true);
  return feeds.some(({ name }) => name === feed.name) ? feeds : [...feeds, feed];
}

function changed(
  feeds: readonly OwnFeed[],
  spec: string,
  change: Partial<OwnFeed>,
): readonly OwnFeed[] {
  return feeds.map((feed) => (sameSpec(feed.spec, spec) ? { ...feed, ...change } : feed));
}
