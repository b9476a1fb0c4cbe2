import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { parseSearch } from '../../src/events/reading/search/search-query.ts';
import { verifyWith } from '../../src/events/nostr/verify.ts';
import {
  type Asked,
  type KnownValues,
  naively,
  randomFilters,
  valuesOfAll,
  worstFilters,
} from '../../tests/support/store/costly-filters.ts';
import { openSqlite, type OpenTried, type TriedStore } from '../../tests/support/store/engines.ts';
import { leastThreadTimeOf } from '../../tests/support/service/thread-time.ts';
import { noPostgres, postgresEngine } from '../../tests/support/store/postgres.ts';
import { network } from '../../tests/network/network.ts';
import { isLong } from '../../tests/support/runs.ts';
import { isReadableBy } from './filters/private-kinds.ts';
import { text } from './engine/row.ts';

const NOW = 1_760_000_000;
const CAP = 1_000;
const [EVENTS, RANDOMS] = [100_000, 100];
const BATCH = 2_000;
/** The longest time in milliseconds that a query may block this thread. */
const LONGEST = 50;
/**
 * The longest time of a whole query in milliseconds. The worst one took half a minute at 100,000
 * events.
 */
const ALL_TURNS = 10_000;
const FILLING = 600_000;

const EVER = Number.MAX_SAFE_INTEGER;
const PAGE = { since: 0, until: EVER, before: EVER, limit: 20, offset: 0 };

const verify = verifyWith(() => true);

/** `isHere`: the engine answers in this thread. */
function costsOn(open: OpenTried, isHere: boolean): void {
  let store: TriedStore;
  let known: VerifiedEvent[];
  let asked: Asked[];
  let searches: string[];

  beforeAll(async () => {
    store = await open({ now: () => seconds(NOW), verify });
    const events: VerifiedEvent[] = [];
    for (const event of network({ count: EVENTS, seed: 7, until: NOW }))
      events.push(...[verify(event)].flatMap((each) => each ?? []));
    for (let start = 0; start < events.length; start += BATCH)
      await store.insert(events.slice(start, start + BATCH));
    // PostgreSQL does so by itself within a minute.
    await store.rows('analyze');
    const current = new Set(
      (await store.rows('select id from events where state = 0')).map((row) => text(row, 'id')),
    );
    known = events.filter(({ id }) => current.has(id));
    const values = valuesOfAll(known);
    searches = searchesOf(values);
    asked = [...worstFilters(values), ...randomFilters(values, RANDOMS, 11)];
  }, FILLING);

  afterAll(() => store.close());

  test(
    'TRUST-09 the worst filters and random ones find the same as a comparison with every event',
    async () => {
      const [naive, publicly] = [
        naively(known),
        naively(known.filter((event) => isReadableBy([], event))),
      ];
      const wrong: unknown[] = [];
      for (const [name, filters] of asked) {
        const found = (await store.query(filters, CAP)).map(({ id }) => id);
        const expected = naive.find(filters, CAP);
        if (found.join() !== expected.join()) wrong.push([name, found.length, expected.length]);
        const shown = (await store.query(filters, 50, [])).map(({ id }) => id);
        if (shown.join() !== publicly.find(filters, 50).join()) wrong.push([name, 'to strangers']);
      }
      expect(wrong).toEqual([]);
    },
    FILLING,
  );

  test(
    'TRUST-09 the worst filters and random ones count the same as a comparison with every event',
    async () => {
      const naive = naively(known);
      const wrong: unknown[] = [];
      for (const [name, filters] of asked) {
        const [counted, expected] = [await store.count(filters), naive.count(filters)];
        if (counted !== expected) wrong.push([name, counted, expected]);
      }
      expect(wrong).toEqual([]);
    },
    FILLING,
  );

  test.runIf(isHere)(
    'TRUST-09 no filter, count, search or walk blocks the thread for longer than 50 ms',
    async () => {
      const slow: unknown[] = [];
      for (const [name, filters] of asked) {
        const ways = {
          query: () => store.query(filters, CAP),
          count: () => store.count(filters),
        };
        for (const [way, ask] of Object.entries(ways)) {
          const { all, longest } = await leastThreadTimeOf(ask, LONGEST);
          if (longest > LONGEST || all > ALL_TURNS)
            slow.push([way, name, Math.round(all), Math.round(longest)]);
        }
      }
      for (const search of searches) {
        for (const order of [undefined, 'score', 'interactions'] as const) {
          const question = { query: parseSearch(search), viewer: known[0]?.pubkey, order };
          const { longest } = await leastThreadTimeOf(
            () => store.searchNotes(question, PAGE),
            LONGEST,
          );
          if (longest > LONGEST) slow.push([search, order, Math.round(longest)]);
        }
      }
      const everything = async () => {
        for await (const _ of store.walk([{}], 100_001)) continue;
      };
      const { longest } = await leastThreadTimeOf(everything, LONGEST);
      if (longest > LONGEST) slow.push(['walk', Math.round(longest)]);
      expect(slow).toEqual([]);
    },
    FILLING,
  );
}

/** The most expensive advanced searches that are known. */
function searchesOf({ authors, p, words }: KnownValues): string[] {
  const [popular = '', word = '', other = ''] = [p[0], words[0], words[1]];
  return [
    word,
    `${word} ${other}`,
    `-${word} -${other}`,
    `to:${popular}`,
    `to:${popular} ${word}`,
    `mentions:${popular} ${word}`,
    `following:${popular} filter:video`,
    `from:${authors[0]} filter:video`,
    `(${word} OR ${other}) filter:video`,
    'minlikes:100000',
    'scope:mynetworkinteractions filter:video',
    'minlongreplies:3',
    'filter:summary',
    eitherOf(20, (n) => `url:nowhere${n}`),
    `${word} ${eitherOf(15, (n) => `url:nowhere${n}`)}`,
    eitherOf(6, (n) => `(to:${p[n]} minlikes:1)`),
    `${eitherOf(30, (n) => words[n] ?? '')} filter:video`,
    words
      .slice(0, 40)
      .map((each) => `-${each}`)
      .join(' '),
    `scope:mynetworkinteractions ${eitherOf(6, (n) => `(${words[n]} minlikes:1)`)}`,
  ];
}

function eitherOf(count: number, part: (n: number) => string): string {
  return `(${Array.from({ length: count }, (_, n) => part(n)).join(' OR ')})`;
}

describe.runIf(isLong)('SQLite', () => costsOn(openSqlite, true));

describe.skipIf(noPostgres ?? !isLong)(noPostgres ?? 'PostgreSQL', () => {
  const engine = postgresEngine();
  afterAll(() => engine.drop());
  costsOn(engine.open, false);
});
