import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIST_LIMITS } from '../src/events/nostr/event-shape.ts';
import { leastThreadTimeOf } from '../tests/support/service/thread-time.ts';
import { hasTooManyParts, parseUntrustedJson } from './untrusted-json.ts';
import { LIMITS } from './relay/limits.ts';
import { runs } from '../tests/support/runs.ts';

const SIZE = LIMITS.message;
const times = (count: number, part: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => part(n)).join();

test.each([
  ['brackets', '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2)],
  ['empty lists', `[${times(SIZE / 3, () => '[]')}]`],
  ['empty objects', `[${times(SIZE / 3, () => '{}')}]`],
  ['names', `[{${times(SIZE / 12, (n) => `"k${n.toString(36).padStart(6, '0')}":1`)}}]`],
  ['numbers', `[${times(SIZE / 2, () => '1')}]`],
])(
  'TRUST-09 a message of nothing but %s is not read, and holds the thread for less than 50 ms',
  async (_, text) => {
    const parse = async () => expect(parseUntrustedJson(text)).toBeUndefined();
    const { longest } = await leastThreadTimeOf(parse, 50);
    expect(longest).toBeLessThan(50);
  },
);

test('TRUST-09 large lists, long texts and full filters are parsed', () => {
  const tag = ['p', 'x'.repeat(20), '', ''];
  const list = [
    'EVENT',
    { kind: 3, tags: Array.from({ length: LIST_LIMITS.tags }, () => tag), content: '' },
  ];
  const article = ['EVENT', { kind: 30_023, tags: [], content: '[{"\\,:}]'.repeat(60_000) }];
  const filter = [
    'REQ',
    'a',
    { '#e': Array.from({ length: LIMITS.values }, (_, n) => n.toString(16).padStart(64, '0')) },
  ];
  for (const value of [list, article, filter])
    expect(parseUntrustedJson(JSON.stringify(value))).toEqual(value);
});

test('TRUST-09 quotes and backslashes inside strings neither hide nor create parts', () => {
  const rest = ' '.repeat(100_000);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '[', ':', 'a') }), (words) => {
      const text = JSON.stringify(words.repeat(20));
      expect(hasTooManyParts(`[${text},${text}${rest}]`)).toBe(false);
      expect(hasTooManyParts(`[${text},${'['.repeat(101)}${rest}`)).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});
