import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import type { FeedListActor } from '../../../machines/reading/feed/feed-list.machine.ts';
import type { FeedActor } from '../../../machines/reading/feed/feed.machine.ts';
import { useScreen, useScreens } from '../../ui/hooks/app-context.ts';
import { type PageState, pageStateOf } from './page-state.ts';

export type Feed = FeedActor;

const NO_ITEMS: readonly FeedItem[] = [];
const FEW = 5;
const NO_FEEDS: readonly FeedEntry[] = [];

/**
 * Return the feed of that key, started by the first view that requests it. `undefined` for the very
 * first render.
 */
export function useFeed(order: ScreenOrder & { kind: 'feed' }): Feed | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): Feed | undefined => children[order.key]);
}

/**
 * Return the default home feeds for accounts without a list of their own, including disabled ones
 * (FEED-01).
 */
export function useFeedList(): readonly FeedEntry[] {
  const list = useSelector(
    useScreens(),
    ({ children }): FeedListActor | undefined => children.feeds,
  );
  return useSelector(list, (snapshot) => snapshot?.context.feeds ?? NO_FEEDS);
}

/** Return the entries of a feed, and a count of the insertions above them (FEED-04). */
export function useFeedItems(feed: Feed): {
  readonly items: readonly FeedItem[];
  readonly inserted: number;
} {
  return useSelector(
    feed,
    ({ context: { items, inserted } }) => ({ items, inserted }),
    shallowEqual,
  );
}

/** Return the new entries of a feed that are not shown yet. */
export function useNewItems(feed: Feed | undefined): readonly FeedItem[] {
  return useSelector(feed, (snapshot) => snapshot?.context.waiting ?? NO_ITEMS);
}

export function useFeedState(feed: Feed | undefined): PageState {
  return useSelector(feed, pageStateOf);
}

/**
 * True if the first page is loading. Reads nothing else, so that further pages do not re-render the
 * caller.
 */
export function useIsLoading(feed: Feed | undefined): boolean {
  return useSelector(feed, (snapshot) => pageStateOf(snapshot) === 'loading');
}

/**
 * True if a feed has loaded all notes of that spec, and they are so few that they say little. Until
 * the effect of `useSelected`, a feed still has the notes of another spec.
 */
export function useIsSparse(feed: Feed | undefined, spec: string): boolean {
  return useSelector(
    feed,
    (snapshot) =>
      pageStateOf(snapshot) === 'ended' &&
      snapshot?.context.base.payload?.['spec'] === spec &&
      snapshot.context.items.length < FEW,
  );
}

/**
 * Load another query into the same feed: the list is cleared (FEED-03), the actor and its history
 * position stay. `name`: of the query.
 */
export function useSelected(
  feed: Feed | undefined,
  name: string,
  questionOf: (name: string) => CacheQuery,
): void {
  useEffect(
    () => feed?.send({ type: 'feed.select', base: questionOf(name) }),
    [feed, name, questionOf],
  );
}

/**
 * Insert the account's own notes of this page into a feed at once. `ids`: joined by commas, newest
 * first.
 */
export function useOwnIn(feed: Feed | undefined, ids: string): void {
  useEffect(
    () => feed?.send({ type: 'feed.own', ids: ids === '' ? [] : ids.split(',') }),
    [feed, ids],
  );
}

/** Load or retry the next page. Show the waiting entries. */
export const feedIntents = {
  more: (feed: Feed) => feed.send({ type: 'feed.loadMore' }),
  retry: (feed: Feed) => feed.send({ type: 'feed.retry' }),
  showNew: (feed: Feed) => feed.send({ type: 'feed.showNew' }),
};
