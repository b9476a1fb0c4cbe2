import { expect, test } from 'vitest';
import { formatList } from './format-list.ts';

test('ACCESS-05 a list is written with the punctuation of its language', () => {
  expect(formatList([], 'en-us')).toBe('');
  expect(formatList(['Ada', 'Bo', 'Cy'], 'en-us')).toBe('Ada, Bo, Cy');
  expect(formatList(['Ada', 'Bo'], 'en-us')).toBe('Ada, Bo');
  expect(formatList(['Ada', 'Bo', 'Cy'], 'ar')).not.toContain(',');
  // the first name comes first, also between names of the other direction
  expect(formatList(['Ada', 'Bo'], 'ar')).toMatch(/^\u2068Ada\u2069.*\u2068Bo\u2069$/);
});
