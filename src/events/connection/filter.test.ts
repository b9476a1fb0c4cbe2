import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { SignedEvent } from '../nostr/event.ts';
import { seconds } from '../core/time.ts';
import { type Filter, MOST_FILTER_TAGS, matchFilter, matchFilters, readFilter } from './filter.ts';
import { runs } from '../../../tests/support/runs.ts';

const key = (digit: string) => digit.repeat(64);
const event = trusted({
  pubkey: key('a'),
  kind: 1,
  created_at: 150,
  tags: [['e', key('1')], ['t', 'nostr', 'x'], ['t'], []],
});

test('RELAY-05 E-17 an event matches if every field of the filter matches', () => {
  const holds: Filter[] = [
    {},
    { ids: [event.id] },
    { authors: [key('b'), key('a')], kinds: [1, 7] },
    { since: seconds(150), until: seconds(150) },
    { '#t': ['nostr'], '#e': [key('2'), key('1')] },
    { limit: 0, search: 'nothing' },
  ];
  const fails: Filter[] = [
    { ids: [key('0')] },
    { authors: [key('a').slice(0, 8)] },
    { kinds: [7] },
    { kinds: [1], authors: [key('b')] },
    { since: seconds(151) },
    { until: seconds(149) },
    { '#t': ['x'] },
    { '#t': [''] },
    { '#p': [key('1')] },
    { '#e': [key('1')], '#t': ['other'] },
    { ids: [] },
    { kinds: [] },
    { authors: [] },
    { '#t': [] },
  ];
  expect(holds.filter((filter) => !matchFilter(filter, event))).toEqual([]);
  expect(fails.filter((filter) => matchFilter(filter, event))).toEqual([]);
  expect(matchFilters(fails, event)).toBe(false);
  expect(matchFilters([...fails, { kinds: [1] }], event)).toBe(true);
  expect(matchFilters([], event)).toBe(false);
});

test('readFilter accepts a filter from the wire unchanged, without unknown fields', () => {
  const filter = {
    ids: [key('1')],
    authors: [key('2')],
    kinds: [0, 65_535],
    since: 0,
    until: 9,
    limit: 20,
    search: 'x y',
    '#e': [key('3')],
    '#t': ['A'],
  };
  expect(readFilter(filter)).toEqual(filter);
  expect(readFilter({ ...filter, cache: ['feed'], '#': ['x'], '&t': ['x'] })).toEqual(filter);
  expect(Object.keys(readFilter({}) ?? { no: 1 })).toEqual([]);
});

test('NIP-01 a filter for a kind that no event can have is read, and matches nothing', () => {
  expect(readFilter({ kinds: [99_999], limit: 0 })).toEqual({ kinds: [], limit: 0 });
  expect(readFilter({ kinds: [1, 65_535, 65_536] })).toEqual({ kinds: [1, 65_535] });
});

test('E-14 a filter with a field of another type is refused as a whole', () => {
  const wrong = [
    null,
    [],
    'x',
    7,
    { ids: key('1') },
    { ids: [7] },
    { ids: ['abc'] },
    { authors: [key('A')] },
    { kinds: ['1'] },
    { kinds: [1.5] },
    { kinds: [-1] },
    { kinds: {} },
    { since: '1' },
    { since: -1 },
    { until: 1.5 },
    { limit: null },
    { limit: Number.NaN },
    { search: 7 },
    { '#e': 'x' },
    { '#e': [1] },
    { '#e': null },
    { ids: null },
  ];
  expect(wrong.filter(readFilter)).toEqual([]);
});

test('E-28 a filter with too many values or too many tag names is refused', () => {
  expect(readFilter({ kinds: Array.from({ length: 20_001 }, () => 1) })).toBeUndefined();
  expect(
    readFilter({
      kinds: Array.from({ length: 15_000 }, () => 1),
      '#t': Array.from({ length: 15_000 }, () => 'x'),
    }),
  ).toBeUndefined();
  expect(
    readFilter(
      Object.fromEntries(Array.from({ length: MOST_FILTER_TAGS + 1 }, (_, i) => [`#${i}`, ['x']])),
    ),
  ).toBeUndefined();
  expect(
    readFilter({ authors: Array.from({ length: 5_000 }, () => key('a')) })?.authors,
  ).toHaveLength(5_000);
});

test('E-13 odd tag names are treated as plain names', () => {
  const filter = readFilter(
    JSON.parse('{"#__proto__":["x"],"#constructor":["y"],"__proto__":{"kinds":[1]}}'),
  );
  expect(filter && Object.keys(filter)).toEqual(['#__proto__', '#constructor']);
  expect(filter?.kinds).toBeUndefined();
  expect(
    filter &&
      matchFilter(filter, {
        ...event,
        tags: [
          ['__proto__', 'x'],
          ['constructor', 'y'],
        ],
      }),
  ).toBe(true);
});

test('INV-ISOLATE any JSON is a filter or refused, and reading it again changes nothing', () => {
  const names = fc.constantFrom(
    'ids',
    'authors',
    'kinds',
    'since',
    'until',
    'limit',
    'search',
    '#e',
    '#t',
    'x',
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true })),
      (value) => {
        const filter = readFilter(value);
        if (filter) expect(readFilter(JSON.parse(JSON.stringify(filter)))).toEqual(filter);
      },
    ),
    // JSON has a negative zero
    { numRuns: runs(1_000), examples: [[{ until: -0 }]] },
  );
});

interface Matching {
  cases: ReadonlyArray<{
    group: string;
    args: readonly [Filter | readonly Filter[], SignedEvent];
    result: unknown;
  }>;
}

test('vectors: matching as a peer matches', () => {
  const cases = vectors<Matching>('peer-filter.json').cases.filter((each) =>
    each.group.startsWith('filter.match'),
  );
  expect(cases.length).toBeGreaterThan(3);
  expect(cases.map(({ args: [filter, each] }) => matchFilters([filter].flat(), each))).toEqual(
    cases.map(({ result }) => result),
  );
});
