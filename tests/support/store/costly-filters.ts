import fc from 'fast-check';
import type { Filter } from '../../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';

/** Values that occur in a store's events, the most frequent first. */
export interface KnownValues {
  readonly p: readonly string[];
  readonly e: readonly string[];
  readonly t: readonly string[];
  readonly authors: readonly string[];
  readonly kinds: readonly number[];
  readonly ids: readonly string[];
  readonly words: readonly string[];
  readonly from: number;
  readonly to: number;
}

export type Asked = readonly [name: string, filters: readonly Filter[]];

export function valuesOfAll(events: readonly VerifiedEvent[]): KnownValues {
  const tag = (name: string) =>
    byCount(
      events.flatMap(({ tags }) =>
        tags.flatMap(([key, value = '']) => (key === name ? [value] : [])),
      ),
    );
  const times = events.map(({ created_at }) => inSeconds(created_at));
  return {
    p: tag('p'),
    e: tag('e'),
    t: tag('t'),
    authors: byCount(events.map(({ pubkey }) => pubkey)),
    kinds: byCount(events.map(({ kind }) => kind)),
    ids: events.map(({ id }) => id),
    words: byCount(
      events.flatMap(({ kind, content }) => (kind === 1 ? [...wordsOf(content)] : [])),
    ),
    from: times.reduce((least, time) => Math.min(least, time)),
    to: times.reduce((most, time) => Math.max(most, time)),
  };
}

function byCount<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
}

function wordsOf(content: string): ReadonlySet<string> {
  return new Set(content.toLowerCase().match(/[a-z]+/g));
}

/** Return keys that no event contains. */
function madeUp(count: number, salt: number): string[] {
  return Array.from({ length: count }, (_, n) =>
    (n * 7_919 + salt * 104_729 + 1).toString(16).padStart(64, '9'),
  );
}

const each = (count: number, filter: (n: number) => Filter): Filter[] =>
  Array.from({ length: count }, (_, n) => filter(n));

/** Return the most expensive known filters. */
export function worstFilters({ p, e, t, authors, ids, words, to }: KnownValues): Asked[] {
  const [popular = '', word = '', topic = ''] = [p[0], words[0], t[0]];
  const many = { p: p.slice(0, 2_000), e: e.slice(0, 4_000), authors: authors.slice(0, 2_000) };
  const letters = 'abcdfghijklmnoq'.split('');
  return [
    [
      'a popular account and thousands of made-up events',
      [{ '#p': [popular], '#e': madeUp(4_000, 1) }],
    ],
    ['a popular account and 19,000 made-up events', [{ '#p': [popular], '#e': madeUp(19_000, 2) }]],
    ['two long lists of tags', [{ '#p': many.p, '#e': many.e }]],
    ['two long lists of tags and a kind', [{ '#p': many.p, '#e': many.e, kinds: [1] }]],
    ['a popular account and a topic', [{ '#p': [popular], '#t': [topic] }]],
    ['a popular account and a topic that nobody has', [{ '#p': [popular], '#t': ['nothing'] }]],
    ['many accounts', [{ '#p': many.p }]],
    ['contact lists that name any of many accounts', [{ '#p': many.p, kinds: [3] }]],
    [
      'contact lists that name any of many accounts, by topic',
      [{ '#p': many.p, '#t': t.slice(0, 50), kinds: [3] }],
    ],
    ['many authors', [{ authors: many.authors }]],
    ['many authors of a rare kind', [{ authors: many.authors, kinds: [30_023] }]],
    [
      'many authors and thousands of made-up events',
      [{ authors: many.authors, '#e': madeUp(4_000, 3) }],
    ],
    [
      'twenty crowds',
      each(20, (n) => ({
        authors: authors.slice(n * 20, n * 20 + 20),
        kinds: [0, 1, 6, 7, 9_735],
      })),
    ],
    [
      'a thousand kinds that nobody uses',
      [{ kinds: Array.from({ length: 1_000 }, (_, n) => 20_000 + n) }],
    ],
    [
      'twenty times everything',
      each(20, (n) => ({ limit: 1_000, until: seconds(to - n * 1_000) })),
    ],
    ['twenty popular accounts', each(20, (n) => ({ '#p': [p[n] ?? ''] }))],
    [
      'twenty accounts and thousands of made-up events',
      each(20, (n) => ({ '#p': [p[n] ?? ''], '#e': madeUp(900, n) })),
    ],
    ['60,000 ids', each(3, (n) => ({ ids: [...ids.slice(0, 8_000), ...madeUp(12_000, n)] }))],
    ['ids and thousands of made-up events', [{ ids: ids.slice(0, 8_000), '#e': madeUp(9_000, 4) }]],
    ['ids and a long list of accounts', [{ ids: ids.slice(0, 8_000), '#p': many.p }]],
    ['the commonest word', [{ search: word, kinds: [1] }]],
    [
      'twenty times the commonest word',
      each(20, (n) => ({ search: word, kinds: [1], until: seconds(to - n) })),
    ],
    [
      'the commonest word and a long list of accounts',
      [{ search: word, kinds: [1], '#p': many.p }],
    ],
    [
      'the commonest word and thousands of made-up events',
      [{ search: word, kinds: [1], '#e': madeUp(4_000, 5) }],
    ],
    [
      'sixteen tags',
      [
        {
          '#p': [popular],
          ...Object.fromEntries(letters.map((letter) => [`#${letter}`, madeUp(500, 6)])),
        },
      ],
    ],
    [
      'sixteen tags with two values',
      [
        {
          '#p': [popular],
          ...Object.fromEntries(letters.map((letter) => [`#${letter}`, ['v', 'w']])),
        },
      ],
    ],
  ];
}

/** Return filters of all shapes, with values that occur and others. The same for the same seed. */
export function randomFilters(
  { p, e, t, authors, kinds, ids, from, to }: KnownValues,
  count: number,
  seed: number,
): Asked[] {
  const some = (values: readonly string[], salt: number) =>
    fc
      .tuple(
        fc.nat({ max: Math.max(0, values.length - 1) }),
        fc.constantFrom(1, 2, 5, 40, 1_000),
        fc.constantFrom(0, 3, 2_000),
      )
      .map(([start, known, unknown]) => [
        ...values.slice(start, start + known),
        ...madeUp(unknown, salt),
      ]);
  const time = fc.integer({ min: from - 10, max: to + 10 }).map(seconds);
  const filter: fc.Arbitrary<Filter> = fc.record(
    {
      '#p': some(p, 11),
      '#e': some(e, 12),
      '#t': some(t, 13),
      authors: some(authors, 14),
      kinds: fc.subarray([...kinds], { minLength: 1 }),
      ids: some(ids, 15),
      since: time,
      until: time,
      limit: fc.constantFrom(1, 20, 500),
    },
    { requiredKeys: [] },
  );
  // most filters have few conditions at once
  const sparse = fc.tuple(
    filter,
    fc.subarray(['#p', '#e', '#t', 'authors', 'kinds', 'ids', 'since', 'until', 'limit'], {
      maxLength: 4,
    }),
  );
  const kept = sparse.map(
    ([whole, names]): Filter =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name))),
  );
  return fc
    .sample(fc.array(kept, { minLength: 1, maxLength: 3 }), { numRuns: count, seed })
    .map((filters, n): Asked => [`random ${n}: ${JSON.stringify(filters).slice(0, 200)}`, filters]);
}

/**
 * Answer filters according to NIP-01 by comparing them with every event. Words match whole words of
 * the content.
 */
export function naively(events: readonly VerifiedEvent[]): {
  readonly find: (filters: readonly Filter[], cap: number) => string[];
  readonly count: (filters: readonly Filter[]) => number;
} {
  const rows = events
    .map((event) => ({
      event,
      time: inSeconds(event.created_at),
      tags: tagsOf(event),
      words: wordsOf(event.content),
    }))
    .toSorted((one, other) => other.time - one.time || (one.event.id < other.event.id ? -1 : 1));
  type Known = (typeof rows)[number];
  const answers = (filter: Filter): ((row: Known) => boolean) => {
    const sets = new Map(
      Object.entries(filter).flatMap(([name, list]) =>
        Array.isArray(list) ? [[name, new Set<unknown>(list)] as const] : [],
      ),
    );
    const has = (name: string, value: unknown) => sets.get(name)?.has(value) ?? true;
    const tags = [...sets].filter(([name]) => name.startsWith('#'));
    const [since, until] = [
      filter.since ?? seconds(0),
      filter.until ?? seconds(Number.MAX_SAFE_INTEGER),
    ];
    return ({ event, time, tags: own, words }) =>
      has('ids', event.id) &&
      has('kinds', event.kind) &&
      has('authors', event.pubkey) &&
      time >= inSeconds(since) &&
      time <= inSeconds(until) &&
      (filter.search === undefined || words.has(filter.search)) &&
      tags.every(([name, wanted]) =>
        own.some(([key, value]) => key === name.slice(1) && wanted.has(value)),
      );
  };
  return {
    find(filters, cap) {
      const found = filters.flatMap((filter) =>
        rows.filter(answers(filter)).slice(0, Math.min(filter.limit ?? cap, cap)),
      );
      const asked = new Set(found);
      return rows.filter((row) => asked.has(row)).map(({ event }) => event.id);
    },
    count(filters) {
      const each = filters.map(answers);
      return rows.filter((row) => each.some((matches) => matches(row))).length;
    },
  };
}

function tagsOf({ tags }: VerifiedEvent): (readonly [string, string])[] {
  return tags.flatMap(([name, value]) =>
    name !== undefined && value !== undefined ? [[name, value] as const] : [],
  );
}
