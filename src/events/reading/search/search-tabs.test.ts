import { expect, test } from 'vitest';
import { parseSearch } from './search-query.ts';
import { fieldText, SEARCH_TABS, tabOf, termIn } from './search-tabs.ts';

test('SEARCH-04 each tab is a search of its own, and the field shows it without the kind', () => {
  const search = parseSearch('bench from:ann "by the sea"');
  for (const tab of SEARCH_TABS) {
    const term = termIn(search, tab);
    expect(tabOf(parseSearch(term))).toBe(tab);
    expect(fieldText(term)).toBe('bench "by the sea" from:ann');
  }
  expect(termIn(search, 'people')).toBe('kind:0 bench "by the sea" from:ann');
});

test('SEARCH-04 a search for another kind has no tab, and the field keeps it', () => {
  const term = 'bench filter:image';
  expect(tabOf(parseSearch(term))).toBeUndefined();
  expect(fieldText(term)).toBe(term);
});
