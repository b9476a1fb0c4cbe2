import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { FeedEntry } from '../../../events/connection/claims.ts';
import type { FeedItem } from '../../../events/facts/feed-items.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import type { Query } from '../../../machines/core/cache-protocol.ts';
import type { FeedListActor } from '../../../machines/reading/feed/feed-list.machine.ts';
import type { FeedActor } from '../../../machines/reading/feed/feed.machine.ts';
import { useScreen, useScreens } from '../../ui/hooks/app-context.ts';
import { type PageState, pageStateOf } from './page-state.ts';

/** A feed that runs, as components hand it on. */
export type Feed = FeedActor;

const NO_ITEMS: readonly FeedItem[] = [];
const NO_FEEDS: readonly FeedEntry[] = [];

/** The feed of that key, started with the view that first asks for it; undefined for the very first render. */
export function useFeed(order: ScreenOrder & { kind: 'feed' }): Feed | undefined {
  useScreen(order);
  return useSelector(useScreens(), ({ children }): Feed | undefined => children[order.key]);
}

/** Home feeds of who has no list of their own, also those that are switched off (FEED-01). */
export function useFeedList(): readonly FeedEntry[] {
  const list = useSelector(useScreens(), ({ children }): FeedListActor | undefined => children.feeds);
  return useSelector(list, (snapshot) => snapshot?.context.feeds ?? NO_FEEDS);
}

/** What a feed lists; and how often rows were put in above (FEED-04). */
export function useFeedItems(feed: Feed): { readonly items: readonly FeedItem[]; readonly inserted: number } {
  return useSelector(feed, ({ context: { items, inserted } }) => ({ items, inserted }), shallowEqual);
}

/** What is newer than all that a feed lists, and not shown yet. */
export function useNewItems(feed: Feed | undefined): readonly FeedItem[] {
  return useSelector(feed, (snapshot) => snapshot?.context.waiting ?? NO_ITEMS);
}

export function useFeedState(feed: Feed | undefined): PageState {
  return useSelector(feed, pageStateOf);
}

/** Whether its first page is on its way: whoever asks no more is not drawn anew with every further page. */
export function useIsLoading(feed: Feed | undefined): boolean {
  return useSelector(feed, (snapshot) => pageStateOf(snapshot) === 'loading');
}

/** Choosing another question clears the list (FEED-03); the actor itself stays, and so does its place in the history. `name`: of the question. */
export function useSelected(feed: Feed | undefined, name: string, questionOf: (name: string) => Query): void {
  useEffect(() => feed?.send({ type: 'feed.select', base: questionOf(name) }), [feed, name, questionOf]);
}

/** Own notes of this page stand in a feed at once. `ids`: joined by commas, newest first. */
export function useOwnIn(feed: Feed | undefined, ids: string): void {
  useEffect(() => feed?.send({ type: 'feed.own', ids: ids === '' ? [] : ids.split(',') }), [feed, ids]);
}

/** Asks for the next page, or once more for one that failed; shows what waits. */
export const feedIntents = {
  more: (feed: Feed) => feed.send({ type: 'feed.more' }),
  retry: (feed: Feed) => feed.send({ type: 'feed.retry' }),
  showNew: (feed: Feed) => feed.send({ type: 'feed.showNew' }),
};
