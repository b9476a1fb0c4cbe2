import { expect, test } from 'vitest';
import { formatList } from './format-list.ts';

test('ACCESS-05 a list is written with the punctuation of its language', () => {
  expect(formatList([], 'en-us')).toBe('');
  expect(formatList(['Ada', 'Bo', 'Cy'], 'en-us')).toBe('Ada, Bo, Cy');
  expect(formatList(['Ada', 'Bo'], 'en-us')).toBe('Ada, Bo');
  expect(formatList(['Ada', 'Bo', 'Cy'], 'ar')).not.toContain(',');
});
