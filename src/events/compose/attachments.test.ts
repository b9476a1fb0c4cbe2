import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis } from '../core/time.ts';
import { BLANK } from '../publish/writing/writing.ts';
import { attached, nameInUrl, splitText, withTyped } from './attachments.ts';

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

test('COMPOSE-01 a file is called by the name in its address, never by its hash', () => {
  const hash = 'a1'.repeat(32);
  for (const [url, name] of [
    [`https://media.example/${hash}.png`, undefined],
    [`https://media.example/${hash}`, undefined],
    [`https://media.example/x/${hash.toUpperCase()}.webp?w=40#x`, undefined],
    ['https://media.example/', undefined],
    ['https://media.example/quay.jpg?w=40', 'quay.jpg'],
  ] as const)
    expect(nameInUrl(url), url).toBe(name);
});
