import type { Question } from '../connection/question.ts';
import { firstPage } from './home.ts';
import { parseSearch } from './search-query.ts';
import { CONTENT_PAGE, holdsSecret, identifierIn, isSearchable, searchFeedSpec, searchTerm } from './search-term.ts';

/** What a search asks first: the first page of what is searched for, where it is a search. */
export function searchAsks(asked: string, viewer: string): readonly Question[] {
  const term = searchTerm(asked);
  if (holdsSecret(term) || identifierIn(term) || !isSearchable(term)) return [];
  return [firstPage(searchFeedSpec(parseSearch(term)), viewer, CONTENT_PAGE)];
}
