import type { FeedEntry } from '../../connection/claims.ts';
import { field, isRecord } from '../../core/json.ts';

/** A feed of a page as an account keeps it (12.4); what only other clients know stands beside these fields and stays. */
export type OwnFeed = Pick<FeedEntry, 'name' | 'spec'> & Partial<FeedEntry>;

/** What is kept of such a list; undefined where it is none. */
export function keptFeeds(value: unknown): readonly OwnFeed[] | undefined {
  return Array.isArray(value) ? value.filter(isOwnFeed) : undefined;
}

export function isOwnFeed(value: unknown): value is OwnFeed {
  return isRecord(value) && ['name', 'spec'].every((name) => typeof field(value, name) === 'string');
}

/**
 * All feeds of a page: the account's list, else the service's. Former versions kept only what was added to it, without a kind. A spec names
 * a feed, so one that a list has twice is there once.
 */
export function wholeList(defaults: readonly OwnFeed[], own: readonly OwnFeed[]): readonly OwnFeed[] {
  return eachOnce(own.some(({ feedkind }) => feedkind) ? own : [...defaults, ...own]);
}

function eachOnce(feeds: readonly OwnFeed[]): readonly OwnFeed[] {
  const firsts = new Map(feeds.toReversed().map((feed) => [feed.spec, feed]));
  return firsts.size === feeds.length ? feeds : feeds.filter((feed) => firsts.get(feed.spec) === feed);
}

/** Those among which one chooses (FEED-01). */
export function enabledFeeds(defaults: readonly OwnFeed[], own: readonly OwnFeed[]): readonly OwnFeed[] {
  return wholeList(defaults, own).filter(({ enabled }) => enabled !== false);
}

/**
 * The feed to show. A service's list arrives while the first page of `asked` is on its way, so it replaces nothing (TRUST-07). Only a list of the
 * account's own can lack `asked` because a person took it away.
 */
export function shownSpec(asked: string, feeds: readonly OwnFeed[], own: readonly OwnFeed[]): string {
  const isRemoved = own.some(({ feedkind }) => feedkind) && !feeds.some(({ spec }) => spec === asked);
  return isRemoved ? (feeds[0]?.spec ?? asked) : asked;
}

/** The entries of a menu of feeds, in which the shown one is never missing. `name`: its name where no list has one. */
export function menuFeeds(feeds: readonly OwnFeed[], spec: string, name: string): readonly OwnFeed[] {
  return feeds.some((feed) => feed.spec === spec) ? feeds : [{ name, spec }, ...feeds];
}
