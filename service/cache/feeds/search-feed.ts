import { KIND } from '../../../src/events/nostr/kinds.ts';
import { kindOf, timeOf } from '../../../src/events/reading/search/search-form.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import { WORDS_A_MINUTE } from '../../../src/events/reading/article/article.ts';
import type { SearchOrder } from '../../store/search/search.ts';
import { MOST_PARTS, partsOf } from '../../../src/events/reading/search/search-parts.ts';
import { Refusal } from '../payload.ts';
import { type FeedRequest, byRank, byTime } from './feed-page.ts';
import type { Item } from '../../store/reading/page-slice.ts';
import type { Page, Source } from './page-range.ts';

const ORDERS: readonly SearchOrder[] = [
  'score',
  'likes',
  'replies',
  'reposts',
  'zaps',
  'satszapped',
  'interactions',
];

/**
 * Return the page of an advanced search. It is ordered by time, newest first, and articles by first
 * publication. With `orderby:` it is ordered by a counter, and the bounds of the page are values of
 * that counter.
 */
export async function searchFeed(asked: FeedRequest, text: string): Promise<Page> {
  const query = parseSearch(unescaped(text));
  if (partsOf(query) > MOST_PARTS)
    throw new Refusal(`the search has more than ${MOST_PARTS} parts`);
  const { orderBy } = query;
  const order = ORDERS.find((each) => each === orderBy);
  const question = { query, viewer: asked.view.viewer, order };
  const source: Source<Item> = (slice) => asked.context.store.searchNotes(question, slice);
  if (orderBy !== undefined)
    return order === undefined ? { items: [], orderBy } : await byRank(asked, source, orderBy);
  return byTime(asked, source, query.kind === KIND.LongForm ? 'published_at' : 'created_at');
}

/** Return the form fields that produce a search. Reading times in minutes. */
export function searchForm(text: string): Readonly<Record<string, unknown>> {
  const query = parseSearch(unescaped(text));
  const { minWords, maxWords } = query;
  const custom = timeOf(query) === 'custom';
  const minutes = (words: number | undefined) =>
    words === undefined ? 0 : Math.round(words / WORDS_A_MINUTE);
  return {
    includes: [...query.includes, ...query.phrases].join(' '),
    excludes: query.excludes.join(' '),
    hashtags: query.hashtags.map((tag) => `#${tag}`).join(' '),
    postedBy: query.from,
    replingTo: query.to,
    zappedBy: query.zappedBy,
    userMentions: query.mentions,
    following: query.following,
    timeframe: timeOf(query),
    customTimeframe: {
      since: custom ? (query.since ?? '') : '',
      until: custom ? (query.until ?? '') : '',
    },
    sentiment: query.sentiment ?? 'neutral',
    scope: query.scope ?? 'global',
    sortBy: query.orderBy ?? 'time',
    kind: kindOf(query),
    orientation: query.orientation ?? 'any',
    minDuration: query.minDuration ?? 0,
    maxDuration: query.maxDuration ?? 0,
    minWords: minutes(minWords),
    maxWords: minutes(maxWords),
    minScore: query.minScore ?? 0,
    minInteractions: query.minInteractions ?? 0,
    minLikes: query.minLikes ?? 0,
    minZaps: query.minZaps ?? 0,
    minReplies: query.minReplies ?? 0,
    minReposts: query.minReposts ?? 0,
  };
}

/** A well-known client sends angle brackets as entities. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
