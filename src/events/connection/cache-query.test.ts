import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheQueryKey } from './cache-query.ts';

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
      expect(cacheQueryKey({ verb, payload: { ...payload, none: undefined } })).toBe(
        cacheQueryKey({
          verb,
          payload: Object.fromEntries(Object.entries(reversed(payload) ?? {})),
        }),
      );
      expect(cacheQueryKey({ verb, payload })).not.toBe(
        cacheQueryKey({ verb, payload: { ...payload, 'one more': 1 } }),
      );
      expect(cacheQueryKey({ verb: `${verb}!`, payload })).not.toBe(
        cacheQueryKey({ verb, payload }),
      );
    }),
  );
  expect(cacheQueryKey({ verb: 'a', payload: { x: { y: 1 } } })).not.toBe(
    cacheQueryKey({ verb: 'a', payload: { x: [['y', 1]] } }),
  );
  expect(cacheQueryKey({ verb: 'get_home_feeds' })).toBe(
    cacheQueryKey({ verb: 'get_home_feeds', payload: {} }),
  );
});
