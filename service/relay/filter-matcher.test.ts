import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Filter,
  MOST_FILTER_VALUES,
  matchFilters,
} from '../../src/events/connection/filter.ts';
import { EVENT_LIMITS } from '../../src/events/nostr/event-shape.ts';
import { seconds } from '../../src/events/core/time.ts';
import { cpuTimeOf } from '../../tests/support/cpu-time.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { indexEvent, matcherOf } from './filter-matcher.ts';
import { runs } from '../../tests/support/runs.ts';

const KEYS = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(64));
const VALUES = ['a', 'b', '', 'constructor', ...KEYS.slice(0, 2)];
const name = fc.constantFrom('t', 'p', '__proto__', 'constructor', 'word');
const tag = fc.oneof(
  fc.tuple(name, fc.constantFrom(...VALUES), fc.constantFrom('', 'a')),
  fc.tuple(name),
  fc.constant([]),
);

const event = fc
  .record({
    pubkey: fc.constantFrom(...KEYS),
    kind: fc.constantFrom(0, 1, 7, 20_000),
    created_at: fc.nat({ max: 20 }),
    tags: fc.array(tag, { maxLength: 8 }),
  })
  .map((fields) => trusted(fields));

const filter: fc.Arbitrary<Filter> = fc.record(
  {
    ids: fc.subarray(KEYS),
    authors: fc.subarray(KEYS),
    kinds: fc.subarray([0, 1, 7, 20_000]),
    since: fc.nat({ max: 20 }).map(seconds),
    until: fc.nat({ max: 20 }).map(seconds),
    limit: fc.nat({ max: 3 }),
    '#t': fc.subarray(VALUES),
    '#p': fc.subarray(VALUES),
    '#word': fc.subarray(VALUES),
    '#__proto__': fc.subarray(VALUES),
  },
  { requiredKeys: [] },
);

test('RELAY-05 a matcher of filters agrees with matchFilters about any event', () => {
  fc.assert(
    fc.property(event, fc.array(filter, { maxLength: 3 }), (one, filters) => {
      const known = filters.map((each) =>
        each.ids?.includes(KEYS[0] ?? '') ? { ...each, ids: [...each.ids, one.id] } : each,
      );
      expect(matcherOf(known)(indexEvent(one))).toBe(matchFilters(known, one));
    }),
    { numRuns: runs(2_000) },
  );
});

test('RELAY-05 NIP-01 every field of a filter has to match, and any filter of several', () => {
  const one = trusted({
    kind: 7,
    pubkey: '1'.repeat(64),
    created_at: 10,
    tags: [['t', 'a'], ['t', 'b'], ['p']],
  });
  const is = (...filters: readonly Filter[]) => matcherOf(filters)(indexEvent(one));
  const at = seconds;
  const matching: readonly Filter[] = [
    {},
    { ids: [one.id] },
    { authors: [KEYS[1] ?? ''] },
    { kinds: [1, 7] },
    { since: at(10) },
    { until: at(10) },
    { '#t': ['x', 'y', 'b'] },
    { '#t': ['a'], kinds: [7], limit: 0, search: 'x' },
  ];
  const other: readonly Filter[] = [
    { ids: [KEYS[0] ?? ''] },
    { ids: [] },
    { authors: [KEYS[0] ?? ''] },
    { kinds: [1] },
    { since: at(11) },
    { until: at(9) },
    { '#t': ['x'] },
    { '#t': [] },
    { '#p': [''] },
    { '#e': ['a'] },
    { '#t': ['a'], '#p': ['a'] },
  ];
  for (const filter of matching) expect([filter, is(filter)]).toEqual([filter, true]);
  for (const filter of other) expect([filter, is(filter)]).toEqual([filter, false]);
  expect([is(), is(...other), is(...other, {})]).toEqual([false, false, true]);
});

test('TRUST-09 the largest event is compared with twenty filters of the largest size in linear time', () => {
  const values = (count: number, salt: string) =>
    Array.from({ length: count }, (_, n) => `${salt}${n}`);
  const large = trusted({
    kind: 20_000,
    tags: values(EVENT_LIMITS.tags, 'own').map((value) => ['x', value]),
  });
  const matchers = Array.from({ length: 20 }, (_, n) =>
    matcherOf([{ '#x': values(MOST_FILTER_VALUES, `${n}-`) }]),
  );
  const found: boolean[] = [];
  const best = Math.min(
    ...[1, 2, 3].map(() =>
      cpuTimeOf(() => {
        const indexed = indexEvent(large);
        for (const matches of matchers) found.push(matches(indexed));
      }),
    ),
  );
  expect(found).not.toContain(true);
  // List by list it takes several seconds.
  expect(best).toBeLessThan(100);
});
