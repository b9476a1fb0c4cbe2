import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { previewOf } from './article-preview.ts';

test('FEED-10 the preview of an article is its title, else its first words without Markdown', () => {
  const article = (content: string, ...tags: string[][]) =>
    previewOf(trusted({ kind: KIND.LongForm, content, tags })).content;
  expect(article('*This leaflet*', ['title', 'Lantern *Night*'])).toBe('Lantern *Night*');
  expect(article('text', ['summary', '**In short**'])).toBe('In short');
  expect(article('# Title\n\n*This leaflet* is handed out')).toBe(
    'Title\n\nThis leaflet is handed out',
  );
});

test('the preview of a note is the note as it is', () => {
  const note = trusted({ content: '*not* an article', tags: [['t', 'x']] });
  expect(previewOf(note)).toEqual(note);
});
