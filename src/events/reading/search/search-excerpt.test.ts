import { expect, test } from 'vitest';
import { tokenize } from '../content/content.ts';
import { excerptOf } from './search-excerpt.ts';

const excerpt = (content: string, search: string) =>
  excerptOf(tokenize({ content, tags: [] }), search)
    .map(({ text }) => text)
    .join('');

test('SEARCH-01 an excerpt begins shortly before the first search word if that is far away', () => {
  const long = `${'word '.repeat(40)}then the bench is dry`;
  expect(excerpt(long, 'bench')).toBe('…word word word word then the bench is dry');
  expect(excerpt(`${'\n#tag'.repeat(40)} my bench`, 'bench')).toBe('…my bench');
  expect(excerpt('The bench is dry', 'bench')).toBe('The bench is dry');
  expect(excerpt(long, 'boat')).toBe(long);
});
