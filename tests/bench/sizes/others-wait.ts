import type { Store } from '../../../service/store/store.ts';
import type { Filter } from '../../../src/events/connection/filter.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import { parseStored, type StoredEvent } from '../../../service/store/stored-event.ts';
import { median, percentile } from '../figures-table.ts';

/** Milliseconds that others wait for one event by its id, beside clients that repeat a query. */
export interface Wait {
  readonly beside: string;
  readonly p50: number;
  readonly p95: number;
  /** Median duration of the repeated query itself; `undefined` beside nothing. */
  readonly own: number | undefined;
}

const CLIENTS = 3;
const SAMPLES = 200;
/** Milliseconds between two samples, and for all of a query. */
const PAUSE = 5;
const LONGEST = 10_000;
/** Stored events from which the popular values are taken. */
const SAMPLE = 5_000;

/** Reports (NIP-56). */
const RARE = 1_984;
const PAGE = { since: 0, until: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER };
const FIRST = { ...PAGE, limit: 20, offset: 0 };

/** Measure how long others wait beside each of the most expensive ordinary queries. */
export async function timeWaits(store: Store, words: readonly string[]): Promise<readonly Wait[]> {
  const sample = await store.query([{ limit: SAMPLE }], SAMPLE);
  const waits: Wait[] = [];
  for (const [beside, ask] of queriesOf(store, sample, words))
    waits.push(await waitBeside(store, sample, beside, ask));
  return waits;
}

type Ask = () => Promise<unknown>;

function queriesOf(
  store: Store,
  sample: readonly StoredEvent[],
  [word = '', other = '']: readonly string[],
): ReadonlyArray<readonly [string, Ask | undefined]> {
  const authors = commonest(sample.map(({ pubkey }) => pubkey));
  const [popular = ''] = commonest(valuesOf(sample, 'p'));
  const topics = commonest(valuesOf(sample, 't')).slice(0, 3);
  const walk = (...filters: readonly Filter[]) => walked(store, filters);
  const search = (text: string, order?: 'score') =>
    store.searchNotes({ query: parseSearch(text), viewer: undefined, order }, FIRST);
  const many = authors.slice(0, 2_000);
  return [
    ['nothing', undefined],
    ['search by score', () => search(word, 'score')],
    ['search by time', () => search(word)],
    ['search for two words', () => search(`${word} ${other}`)],
    ['NIP-50 search', () => walk({ search: word, limit: 20 })],
    ['300 authors', () => walk({ authors: authors.slice(0, 300), kinds: [1, 6, 7], limit: 500 })],
    ['2,000 authors', () => walk({ authors: many, limit: 500 })],
    ['21 kinds', () => walk({ kinds: Array.from({ length: 21 }, (_, n) => 20_000 + n) })],
    ['three topics', () => walk({ '#t': topics, limit: 500 })],
    ['a rare kind of a popular account', () => walk({ '#p': [popular], kinds: [RARE] })],
    ['COUNT of everything', () => store.count([{}], [])],
    ['COUNT of 2,000 authors', () => store.count([{ authors: many }], [])],
    [
      '20 filters',
      () =>
        walk(
          ...Array.from({ length: 20 }, (_, n) => ({
            authors: authors.slice(n * 50, n * 50 + 50),
            kinds: [1, 7],
            limit: 100,
          })),
        ),
    ],
  ];
}

async function waitBeside(
  store: Store,
  sample: readonly StoredEvent[],
  beside: string,
  ask: Ask | undefined,
): Promise<Wait> {
  const own: number[] = [];
  let isOver = false;
  const clients = Array.from({ length: ask ? CLIENTS : 0 }, async () => {
    while (!isOver) {
      const from = performance.now();
      await ask?.();
      own.push(performance.now() - from);
      // a client sends its next query over a socket
      await new Promise(setImmediate);
    }
  });
  const waits: number[] = [];
  const started = performance.now();
  while (waits.length < SAMPLES && performance.now() - started < LONGEST) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const from = performance.now();
    await walked(store, [{ ids: [sample[waits.length % sample.length]?.id ?? ''] }]);
    waits.push(performance.now() - from);
  }
  isOver = true;
  await Promise.all(clients);
  return {
    beside,
    p50: median(waits),
    p95: percentile(waits, 0.95),
    own: ask && median(own),
  };
}

async function walked(store: Store, filters: readonly Filter[]): Promise<void> {
  for await (const _ of store.walk(filters, 500, [])) continue;
}

function valuesOf(sample: readonly StoredEvent[], name: string): string[] {
  return sample
    .flatMap((stored) => parseStored(stored).tags)
    .flatMap(([key, value = '']) => (key === name ? [value] : []));
}

/** Return the distinct values, the most frequent first. */
function commonest(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, two]) => two - one).map(([value]) => value);
}
