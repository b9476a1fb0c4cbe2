import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RangeClaim } from '../../connection/claims.ts';
import { seconds } from '../../core/time.ts';
import { type Cursor, newerThan, nextCursor } from './paging.ts';

interface Item {
  readonly id: string;
  readonly value: number;
  /**
   * True if the page includes the item's event with its value. Hidden items are named in the range
   * only.
   */
  readonly known: boolean;
}

const range = (fields: Partial<RangeClaim>): RangeClaim => ({
  claim: 'range',
  since: undefined,
  until: undefined,
  orderBy: 'created_at',
  elements: [],
  ...fields,
});

/**
 * A service with the paging of the protocol: bounds are inclusive, and ties are skipped by offset.
 */
function serve(
  items: readonly Item[],
  orderBy: string,
  limit: number,
  { until = Number.POSITIVE_INFINITY, offset }: Cursor,
): RangeClaim {
  const page = items.filter(({ value }) => value <= until).slice(offset, offset + limit);
  return range({
    orderBy,
    since: page.at(-1)?.value,
    until: page[0]?.value,
    elements: page.map(({ id }) => id),
  });
}

function readAll(
  items: readonly Item[],
  orderBy: string,
  limit: number,
): { seen: string[]; pages: number } {
  const values = new Map(items.filter(({ known }) => known).map(({ id, value }) => [id, value]));
  const seen = new Set<string>();
  let cursor: Cursor | undefined = { offset: 0 };
  let pages = 0;
  for (; cursor; pages++) {
    if (pages > items.length + 2) throw new Error('paging does not end');
    const page: RangeClaim = serve(items, orderBy, limit, cursor);
    for (const id of page.elements) seen.add(id);
    cursor = nextCursor(page, cursor, (id) => values.get(id));
  }
  return { seen: [...seen], pages };
}

const lists = (known: fc.Arbitrary<boolean>) =>
  fc
    .array(fc.record({ value: fc.integer({ min: 1, max: 9 }), known }), { maxLength: 60 })
    .map((rows) =>
      rows.toSorted((a, b) => b.value - a.value).map((row, i) => ({ ...row, id: `id${i}` })),
    );

test('FEED-02 pages reach every item in order without gaps, with any ties and hidden items', () => {
  fc.assert(
    fc.property(
      lists(fc.boolean()),
      fc.constantFrom('created_at', 'published_at', 'score', 'satszapped'),
      fc.integer({ min: 1, max: 9 }),
      (items, orderBy, limit) => {
        expect(readAll(items, orderBy, limit).seen).toEqual(items.map(({ id }) => id));
      },
    ),
    { numRuns: 500 },
  );
});

test('FEED-02 no item is sent twice if the values are known', () => {
  fc.assert(
    fc.property(
      lists(fc.constant(true)),
      fc.constantFrom('created_at', 'score'),
      fc.integer({ min: 1, max: 9 }),
      (items, orderBy, limit) => {
        expect(readAll(items, orderBy, limit).pages).toBe(Math.ceil(items.length / limit) + 1);
      },
    ),
  );
});

test('FEED-02 the cursor is the smallest value of the range, with the number of ties at its end', () => {
  const values: Record<string, number> = { a: 9, b: 7, c: 5, d: 5 };
  const page = range({ since: 5, until: 9, elements: ['a', 'b', 'c', 'd'] });
  expect(nextCursor(page, undefined, (id) => values[id])).toEqual({ until: 5, offset: 2 });
  expect(nextCursor(page, { until: 5, offset: 2 }, (id) => values[id])).toEqual({
    until: 5,
    offset: 4,
  });
  expect(nextCursor(page, undefined, () => undefined)).toEqual({ until: 5, offset: 1 });
  expect(nextCursor({ ...page, orderBy: 'likes' }, { offset: 20 }, () => undefined)).toEqual({
    offset: 24,
  });
});

test('a list ends without a range, with an empty one, or without a smallest value', () => {
  expect(nextCursor(undefined, undefined, () => 1)).toBeUndefined();
  expect(nextCursor(range({}), { offset: 20 }, () => 1)).toBeUndefined();
  for (const since of [0, undefined])
    expect(nextCursor(range({ since, elements: ['a'] }), undefined, () => 1)).toBeUndefined();
});

test('FEED-04 newer items are queried from the newest value on, and only if the order is by creation', () => {
  expect(newerThan(range({ since: 5, until: 9 }))).toEqual({ since: 9 });
  expect(newerThan(range({ since: 5, until: 9_000 }), seconds(10))).toEqual({ since: 10 });
  expect(newerThan(range({ since: 5, until: 9, orderBy: 'score' }))).toBeUndefined();
  expect(newerThan(range({ orderBy: 'published_at', until: 9 }))).toBeUndefined();
  expect(newerThan(range({}))).toBeUndefined();
  expect(newerThan(undefined)).toBeUndefined();
});
