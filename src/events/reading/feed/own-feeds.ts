import type { FeedEntry } from '../../connection/claims.ts';
import { field, isRecord } from '../../core/json.ts';

/** A feed of a page as an account stores it. Fields of other clients are kept beside these. */
export type OwnFeed = Pick<FeedEntry, 'name' | 'spec'> & Partial<FeedEntry>;

/** Read a stored list. `undefined` if it is not a list. */
export function keptFeeds(value: unknown): readonly OwnFeed[] | undefined {
  return Array.isArray(value) ? value.filter(isOwnFeed) : undefined;
}

export function isOwnFeed(value: unknown): value is OwnFeed {
  return (
    isRecord(value) && ['name', 'spec'].every((name) => typeof field(value, name) === 'string')
  );
}

/**
 * Return all feeds of a page: the account's list, else the service's. Former versions stored only
 * the additions, without a kind. A spec identifies a feed, so duplicates are removed.
 */
export function wholeList(
  defaults: readonly OwnFeed[],
  own: readonly OwnFeed[],
): readonly OwnFeed[] {
  return eachOnce(own.some(({ feedkind }) => feedkind) ? own : [...defaults, ...own]);
}

function eachOnce(feeds: readonly OwnFeed[]): readonly OwnFeed[] {
  const firsts = new Map(feeds.toReversed().map((feed) => [feed.spec, feed]));
  return firsts.size === feeds.length
    ? feeds
    : feeds.filter((feed) => firsts.get(feed.spec) === feed);
}

/** Return the feeds to choose from (FEED-01). */
export function enabledFeeds(
  defaults: readonly OwnFeed[],
  own: readonly OwnFeed[],
): readonly OwnFeed[] {
  return wholeList(defaults, own).filter(({ enabled }) => enabled !== false);
}

/**
 * Return the feed to show. A service's list arrives while the first page of `asked` is loading, so
 * it replaces nothing (TRUST-07). Only in the account's own list a missing `asked` means that the
 * user removed it.
 */
export function shownSpec(
  asked: string,
  feeds: readonly OwnFeed[],
  own: readonly OwnFeed[],
): string {
  const isRemoved =
    own.some(({ feedkind }) => feedkind) && !feeds.some(({ spec }) => spec === asked);
  return isRemoved ? (feeds[0]?.spec ?? asked) : asked;
}

/**
 * Return the entries of a menu of feeds, including the shown one. `name`: its name if no list has
 * one.
 */
export function menuFeeds(
  feeds: readonly OwnFeed[],
  spec: string,
  name: string,
): readonly OwnFeed[] {
  return feeds.some((feed) => feed.spec === spec) ? feeds : [{ name, spec }, ...feeds];
}
