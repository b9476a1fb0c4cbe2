import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aheadAsk } from '../../../events/connection/prefetch.ts';
import { pageAsks } from '../../../events/app/page-queries.ts';
import { offeredAhead } from './offered-prefetch.ts';

/** A page that was served with these entries of `Server-Timing`. */
function page(...serverTiming: ReadonlyArray<{ name: string; description: string }>): Pick<Performance, 'getEntriesByType'> {
  const entry = { name: 'document', entryType: 'navigation', startTime: 0, duration: 0, serverTiming, toJSON: () => ({}) };
  return { getEntriesByType: (type) => (type === 'navigation' ? [entry] : []) };
}

test('ROUTE-20 requests that a service answers by HTTP are read from its header', () => {
  const questions = pageAsks(`/search/${encodeURIComponent('bröt & "salt" 100%')}`, 'a'.repeat(64));
  const offer = { name: 'ahead', description: aheadAsk(questions) };
  expect(questions).toHaveLength(1);
  expect(offeredAhead(page({ name: 'db', description: 'x' }, offer))).toEqual(questions);
});

test('nothing is offered without the header, or if it is unreadable', () => {
  expect(offeredAhead(page())).toBeUndefined();
  expect(offeredAhead({ getEntriesByType: () => [] })).toBeUndefined();
  for (const description of ['', '[]', '%zz', '{', '[[[', encodeURIComponent('[["a"],["b"],["c"],["d"],["e"]]')])
    expect(offeredAhead(page({ name: 'ahead', description }))).toBeUndefined();
  fc.assert(fc.property(fc.string(), (description) => void offeredAhead(page({ name: 'ahead', description }))));
});
