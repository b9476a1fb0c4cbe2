import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis } from '../core/time.ts';
import { BLANK } from '../publish/writing/writing.ts';
import { attached, splitText, withTyped } from './attachments.ts';

const urls = ['a', 'b'].map((name) => `https://media.example/${name}.png`);
const holding = (typed: string, count: number) =>
  urls
    .slice(0, count)
    .reduce((writing, url) => attached(writing, { url, tag: ['imeta', `url ${url}`] }, millis(1)), {
      ...BLANK,
      text: typed,
    });

test('COMPOSE-01 addresses of files stay apart from the typed words', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n') });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 2 }), (before, after, count) => {
      const writing = holding(before, count);
      const later = { ...writing, text: withTyped(writing, after) };
      expect([splitText(writing).typed, splitText(later).typed]).toEqual([before, after]);
      expect(later.text.split('\n').filter((line) => urls.includes(line))).toEqual(
        urls.slice(0, count),
      );
    }),
  );
});
