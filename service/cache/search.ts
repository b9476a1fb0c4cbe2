import { KIND } from '../../src/events/kinds.ts';
import { parseSearch } from '../../src/events/reading/search-query.ts';
import type { SearchOrder } from '../store/search.ts';
import { type Asked, byRank, byTime } from './feeds.ts';
import type { Item } from '../store/slice.ts';
import type { Page, Source } from './range.ts';

const ORDERS: readonly SearchOrder[] = ['score', 'likes', 'replies', 'reposts', 'zaps', 'satszapped', 'interactions'];

/**
 * The page of an advanced search (section 13): newest first, articles by when they were published, or by a counter where the search
 * says `orderby:`; the bounds of the page are then values of that counter.
 */
export async function searchFeed(asked: Asked, text: string): Promise<Page> {
  const query = parseSearch(unescaped(text));
  const { orderBy } = query;
  const order = ORDERS.find((each) => each === orderBy);
  const question = { query, viewer: asked.view.viewer, order };
  const source: Source<Item> = (slice) => asked.context.store.searchNotes(question, slice);
  if (orderBy !== undefined) return order === undefined ? { items: [], orderBy } : await byRank(asked, source, orderBy);
  return byTime(asked, source, query.kind === KIND.LongForm ? 'published_at' : 'created_at');
}

/** A well-known client writes angle brackets as entities (6.1). */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
}
