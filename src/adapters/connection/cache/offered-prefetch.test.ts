import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prefetchQuery } from '../../../events/connection/prefetch.ts';
import { pageQueries } from '../../../events/app/page-queries.ts';
import { offeredPrefetch } from './offered-prefetch.ts';

/** A page that was served with these entries of `Server-Timing`. */
function page(
  ...serverTiming: ReadonlyArray<{ name: string; description: string }>
): Pick<Performance, 'getEntriesByType'> {
  const entry = {
    name: 'document',
    entryType: 'navigation',
    startTime: 0,
    duration: 0,
    serverTiming,
    toJSON: () => ({}),
  };
  return { getEntriesByType: (type) => (type === 'navigation' ? [entry] : []) };
}

test('ROUTE-20 requests that a service answers by HTTP are read from its header', () => {
  const questions = pageQueries(
    `/search/${encodeURIComponent('bröt & "salt" 100%')}`,
    'a'.repeat(64),
  );
  const offer = { name: 'ahead', description: prefetchQuery(questions) };
  expect(questions).toHaveLength(1);
  expect(offeredPrefetch(page({ name: 'db', description: 'x' }, offer))).toEqual(questions);
});

test('nothing is offered without the header, or if it is unreadable', () => {
  expect(offeredPrefetch(page())).toBeUndefined();
  expect(offeredPrefetch({ getEntriesByType: () => [] })).toBeUndefined();
  for (const description of [
    '',
    '[]',
    '%zz',
    '{',
    '[[[',
    encodeURIComponent('[["a"],["b"],["c"],["d"],["e"]]'),
  ])
    expect(offeredPrefetch(page({ name: 'ahead', description }))).toBeUndefined();
  fc.assert(
    fc.property(
      fc.string(),
      (description) => void offeredPrefetch(page({ name: 'ahead', description })),
    ),
  );
});
