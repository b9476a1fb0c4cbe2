import { expect, test } from 'vitest';
import { listOf } from './format-list.ts';

test('ACCESS-05 a list is written with the punctuation of its language', () => {
  expect(listOf([], 'en-us')).toBe('');
  expect(listOf(['Ada', 'Bo', 'Cy'], 'en-us')).toBe('Ada, Bo, Cy');
  expect(listOf(['Ada', 'Bo'], 'en-us')).toBe('Ada, Bo');
  expect(listOf(['Ada', 'Bo', 'Cy'], 'ar')).not.toContain(',');
});
