import fc from 'fast-check';
import { expect, test } from 'vitest';
import { questionKey } from './cache-query.ts';

test('questions are equal if they differ only in the order of their keys', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, inner]) => [key, reversed(inner)]),
    );
  };
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (verb, payload) => {
      expect(questionKey({ verb, payload: { ...payload, none: undefined } })).toBe(
        questionKey({ verb, payload: Object.fromEntries(Object.entries(reversed(payload) ?? {})) }),
      );
      expect(questionKey({ verb, payload })).not.toBe(questionKey({ verb, payload: { ...payload, 'one more': 1 } }));
      expect(questionKey({ verb: `${verb}!`, payload })).not.toBe(questionKey({ verb, payload }));
    }),
  );
  expect(questionKey({ verb: 'a', payload: { x: { y: 1 } } })).not.toBe(questionKey({ verb: 'a', payload: { x: [['y', 1]] } }));
  expect(questionKey({ verb: 'get_home_feeds' })).toBe(questionKey({ verb: 'get_home_feeds', payload: {} }));
});
