import type { CacheQuery } from '../connection/cache-query.ts';
import { firstPage } from '../reading/feed/home.ts';
import { parseSearch } from '../reading/search/search-query.ts';
import {
  CONTENT_PAGE,
  holdsSecret,
  identifierIn,
  isSearchable,
  searchFeedSpec,
  searchTerm,
} from '../reading/search/search-term.ts';

/**
 * Return the first query of a search page: the first page of results. Empty if the text is no
 * search.
 */
export function searchQueries(asked: string, viewer: string): readonly CacheQuery[] {
  const term = searchTerm(asked);
  if (holdsSecret(term) || identifierIn(term) || !isSearchable(term)) return [];
  return [firstPage(searchFeedSpec(parseSearch(term)), viewer, CONTENT_PAGE)];
}
