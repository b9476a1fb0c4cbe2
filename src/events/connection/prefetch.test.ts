import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prefetchFrames, prefetchId, prefetchPath, readPrefetch } from './prefetch.ts';

const question = fc.record(
  { verb: fc.string(), payload: fc.dictionary(fc.string(), fc.jsonValue()) },
  { requiredKeys: ['verb'], noNullPrototype: true },
);

test('questions read back from the address that was built for them', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (questions) => {
      const { pathname, searchParams } = new URL(prefetchPath(questions), 'http://here');
      expect(pathname).toBe('/v1');
      expect(readPrefetch(searchParams.get('ask') ?? '')).toEqual(
        JSON.parse(JSON.stringify(questions)),
      );
    }),
  );
});

test('any text in an address gives questions or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const { verb } of readPrefetch(text) ?? []) expect(typeof verb).toBe('string');
    }),
  );
  expect(readPrefetch('[]')).toBeUndefined();
  expect(readPrefetch(JSON.stringify(Array.from({ length: 5 }, () => ['a'])))).toBeUndefined();
  expect(readPrefetch('[7, null]')).toEqual([{ verb: '' }, { verb: '' }]);
});

test('frames count only if every question is answered completely', () => {
  const end = (at: number) => JSON.stringify(['EOSE', prefetchId(at)]);
  const body = `["EVENTS","${prefetchId(0)}",[]]\n${end(0)}\n${end(1)}\n`;
  expect(prefetchFrames(body, 2)).toEqual([`["EVENTS","${prefetchId(0)}",[]]`, end(0), end(1)]);
  expect(prefetchFrames(body, 3)).toBeUndefined();
  expect(prefetchFrames('', 1)).toBeUndefined();
});
