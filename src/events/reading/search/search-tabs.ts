import { kindOf, type SearchKind, withKind } from './search-form.ts';
import { cleanSearch } from './search-print.ts';
import { parseSearch, type SearchQuery } from './search-query.ts';

/** The tabs above results, and the kind of a search that each sets. */
export const SEARCH_TABS = ['top', 'people', 'notes', 'reads'] as const;
export type SearchTab = (typeof SEARCH_TABS)[number];

const KINDS = { top: 'any', people: 'people', notes: 'notes', reads: 'reads' } as const satisfies {
  readonly [T in SearchTab]: SearchKind;
};

/** Return the tab of a search, or `undefined` if it is for a kind without a tab. */
export function tabOf(search: SearchQuery): SearchTab | undefined {
  const kind = kindOf(search);
  return SEARCH_TABS.find((tab) => KINDS[tab] === kind);
}

/** Return the term of the same search in another tab. */
export function termIn(search: SearchQuery, tab: SearchTab): string {
  return cleanSearch(withKind(search, KINDS[tab]));
}

/** Return the text of the search field: the term without the kind that its tab shows. */
export function fieldText(term: string): string {
  const search = parseSearch(term);
  const tab = tabOf(search);
  return tab === undefined || tab === 'top' ? term : termIn(search, 'top');
}
