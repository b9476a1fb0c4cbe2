import { expect, test } from 'vitest';
import { parseSearch } from './search-query.ts';
import { soughtMutes } from './sought-mutes.ts';

test('SEARCH-04 ACCOUNT-10 words, phrases and hashtags of a search may be muted, each once', () => {
  const search = parseSearch('lamp lamp "two words" #bench -stone from:jun');
  expect(soughtMutes(search)).toEqual([
    { text: 'lamp', muted: { type: 'word', word: 'lamp' } },
    { text: 'two words', muted: { type: 'word', word: 'two words' } },
    { text: '#bench', muted: { type: 'hashtag', hashtag: 'bench' } },
  ]);
});
