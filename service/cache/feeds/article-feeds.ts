import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { ArticleFeed as StoredFeed } from '../../store/reading/article-feeds.ts';
import type { Store } from '../../store/store.ts';
import { parseStored } from '../../store/stored-event.ts';
import { type FeedRequest, byTime, openedBy } from './feed-page.ts';
import { Refusal } from '../payload.ts';
import type { Page } from './page-range.ts';

/** Filter of an article feed. Without an account: all articles. */
export interface ArticleFeed {
  readonly pubkey?: string | undefined;
  /** With an account: `follows`, `authored` or `zappedbyfollows`. */
  readonly notes: string;
  readonly topic?: string | undefined;
  /** d tag of a kind 30004 list of the account. */
  readonly curation?: string | undefined;
  readonly minWords: number;
}

/** Return articles by first publication, newest first, always in their newest version. */
export async function articleFeed(asked: FeedRequest, feed: ArticleFeed): Promise<Page> {
  const { store } = asked.context;
  const wanted: StoredFeed = {
    ...(await whose(store, feed)),
    topics: topicsOf(feed.topic),
    minWords: feed.minWords,
  };
  const { pubkey, notes } = feed;
  const opened =
    pubkey !== undefined && notes === 'authored' ? await openedBy(asked, pubkey) : asked;
  return byTime(opened, (slice) => store.feedOfArticles(wanted, slice), 'published_at');
}

async function whose(
  store: Store,
  { pubkey, notes, curation }: ArticleFeed,
): Promise<Omit<StoredFeed, 'minWords'>> {
  if (pubkey === undefined) return {};
  if (curation !== undefined) return { among: await curated(store, pubkey, curation) };
  if (notes === 'authored') return { author: pubkey };
  if (notes === 'follows') return { followsOf: pubkey };
  if (notes === 'zappedbyfollows') return { zappedByFollowsOf: pubkey };
  throw new Refusal('unsupported type of notes');
}

function topicsOf(topic: string | undefined): string[] | undefined {
  const tag = topic?.trim().replaceAll(' ', '-');
  return tag ? [tag, tag.toLowerCase()] : undefined;
}

async function curated(store: Store, pubkey: string, identifier: string): Promise<string[]> {
  const list = await store.latest(`${KIND.CurationSet}:${pubkey}:${identifier}`);
  return list
    ? parseStored(list).tags.flatMap(([name, value]) =>
        name === 'a' && value !== undefined ? [value] : [],
      )
    : [];
}
