import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';
import { key, openVillage } from '../../../tests/support/service/village.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import { parseSearch } from '../../../src/events/reading/search/search-query.ts';
import type { Ordered, Slice } from '../../store/reading/page-slice.ts';
import { openStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { type CacheContext, openCache } from '../cache-context.ts';
import { listSource, type Source, readPage } from './page-range.ts';
import { answer } from '../answer-verb.ts';
import { runs } from '../../../tests/support/runs.ts';

const NOW = 1_760_000_000;
const who = (n: number) => n.toString(16).padStart(64, '0');
/** One mutes account 5, the other has no mutes. Filtering takes another path through the lists. */
const VIEWERS = [who(99), who(98)] as const;
const [MUTING, PLAIN] = VIEWERS;

/** An event with its sort keys. Few distinct values, so that most are ties. */
interface Made {
  readonly author: number;
  readonly time: number;
  readonly likes: number;
  readonly zaps: readonly number[];
}

const made: fc.Arbitrary<readonly Made[]> = fc.array(
  fc.record({
    author: fc.nat(5),
    time: fc.integer({ min: NOW - 4, max: NOW }),
    likes: fc.nat(3),
    zaps: fc.array(fc.constantFrom(1, 21, 42), { maxLength: 3 }),
  }),
  { maxLength: 30 },
);

/** A paged list: its request, and the expected membership of an event. */
interface List {
  readonly name: string;
  readonly verb: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly holds: (each: Made) => boolean;
  readonly onePerAuthor?: boolean;
}

const spec = (fields: Record<string, unknown>) => ({ spec: JSON.stringify(fields) });
const search = (query: string) => spec({ id: 'advsearch', query });

const LISTS: readonly List[] = [
  {
    name: 'all-notes',
    verb: 'mega_feed_directive',
    payload: spec({ id: 'all-notes', kind: 'notes' }),
    holds: () => true,
  },
  {
    name: 'latest',
    verb: 'mega_feed_directive',
    payload: spec({ id: 'latest', kind: 'notes' }),
    holds: ({ author }) => author < 3 || author === 5,
  },
  {
    name: 'authored',
    verb: 'feed',
    payload: { pubkey: who(1), notes: 'authored' },
    holds: ({ author }) => author === 1,
  },
  { name: 'search', verb: 'advanced_search', payload: { query: 'word' }, holds: () => true },
  {
    name: 'search by likes',
    verb: 'advanced_search',
    payload: { query: 'orderby:likes' },
    holds: ({ likes }) => likes > 0,
  },
  {
    name: 'search by sats',
    verb: 'mega_feed_directive',
    payload: search('word orderby:satszapped'),
    holds: ({ zaps }) => zaps.length > 0,
  },
  {
    name: 'trending',
    verb: 'mega_feed_directive',
    payload: spec({
      id: 'global-trending',
      kind: 'notes',
      hours: 24,
    }),
    holds: ({ likes, zaps }) => likes + zaps.length > 0,
    onePerAuthor: true,
  },
  {
    name: 'most zapped',
    verb: 'mega_feed_directive',
    payload: spec({
      id: 'most-zapped',
      kind: 'notes',
      hours: 24,
    }),
    holds: ({ zaps }) => zaps.length > 0,
    onePerAuthor: true,
  },
];

async function fill(rows: readonly Made[]) {
  const store = openStore(':memory:', { now: () => seconds(NOW), verify: verifyWith(() => true) });
  const context = openCache(store, { verify: () => undefined });
  const notes = rows.map(({ author, time }, n) =>
    trusted({ pubkey: who(author), created_at: time, content: `word ${n}` }),
  );
  const acts = rows.flatMap(({ likes, zaps }, n) => {
    const note = notes[n];
    if (!note) return [];
    const tags = [
      ['e', note.id],
      ['p', note.pubkey],
    ];
    const liked = Array.from({ length: likes }, (_, k) =>
      trusted({
        kind: KIND.Reaction,
        pubkey: who(40 + k),
        created_at: seconds(NOW),
        content: '+',
        tags,
      }),
    );
    return [...liked, ...zaps.map((sats, k) => zapOf(note, sats, 60 + k))];
  });
  await store.insert([
    ...VIEWERS.map((pubkey) =>
      trusted({
        kind: KIND.Contacts,
        pubkey,
        created_at: seconds(1),
        tags: [0, 1, 2, 5].map((n) => ['p', who(n)]),
      }),
    ),
    trusted({ kind: KIND.MuteList, pubkey: MUTING, created_at: seconds(1), tags: [['p', who(5)]] }),
    ...notes,
    ...acts,
  ]);
  return { store, context, notes };
}

function zapOf(note: VerifiedEvent, sats: number, sender: number): VerifiedEvent {
  const tags = [
    ['p', note.pubkey],
    ['e', note.id],
  ];
  const request = trusted({
    kind: KIND.ZapRequest,
    pubkey: who(sender),
    created_at: seconds(NOW),
    tags: [...tags, ['amount', String(sats * 1_000)]],
  });
  return trusted({
    kind: KIND.Zap,
    pubkey: who(80),
    created_at: seconds(NOW),
    tags: [...tags, ['description', JSON.stringify(request)]],
  });
}

interface Range {
  readonly since: number | undefined;
  readonly elements: readonly string[];
}

async function ask(
  context: CacheContext,
  verb: string,
  payload: Record<string, unknown>,
): Promise<Range> {
  const range = (await rangesOf(context, verb, payload)).at(-1);
  if (!range) throw new Error('no RANGE');
  return range;
}

async function rangesOf(
  context: CacheContext,
  verb: string,
  payload: Record<string, unknown>,
): Promise<Range[]> {
  const reply = await answer(context, verb, payload);
  if ('notice' in reply) throw new Error(`${verb}: ${reply.notice}`);
  return reply.results.flatMap((text) => {
    const range = parseJson(text);
    const content =
      isRecord(range) && range['kind'] === RESULT.Range
        ? parseJson(String(range['content']))
        : undefined;
    if (!isRecord(content) || !Array.isArray(content['elements'])) return [];
    return [
      {
        since: typeof content['since'] === 'number' ? content['since'] : undefined,
        elements: content['elements'].map(String),
      },
    ];
  });
}

/**
 * Fetch all pages by the rules of the protocol: `until` is the smallest key so far, `offset` the
 * number of entries with it.
 */
async function walk(
  context: CacheContext,
  list: List,
  limit: number,
  viewer: string = PLAIN,
): Promise<string[]> {
  const found: string[] = [];
  let cursor: { until?: number; offset: number } = { offset: 0 };
  for (let pages = 0; pages < 100; pages++) {
    const asked = { ...list.payload, user_pubkey: viewer, limit, ...cursor };
    const { since, elements } = await ask(context, list.verb, asked);
    if (since === undefined || elements.length === 0) return found;
    found.push(...elements);
    // Number of entries of this page with its smallest key: those that a request for only that key
    // returns.
    const tied = new Set(
      (
        await ask(context, list.verb, {
          ...list.payload,
          user_pubkey: viewer,
          limit: 100,
          since,
          until: since,
        })
      ).elements,
    );
    cursor = { until: since, offset: found.filter((id) => tied.has(id)).length };
  }
  return found;
}

test.each(LISTS)(
  'FEED-02 paging through $name gives every entry once and in order, with ties or hidden entries',
  async (list) => {
    await fc.assert(
      fc.asyncProperty(
        made,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(...VIEWERS),
        async (rows, limit, viewer) => {
          const { store, context, notes } = await fill(rows);
          const whole = (
            await ask(context, list.verb, { ...list.payload, user_pubkey: viewer, limit: 100 })
          ).elements;
          expect(await walk(context, list, limit, viewer)).toEqual(whole);
          const held = rows.flatMap((each, n) =>
            list.holds(each) && (viewer === PLAIN || each.author !== 5)
              ? [{ id: notes[n]?.id, author: each.author }]
              : [],
          );
          // Two equal notes are stored once.
          const ids = new Set(held.map(({ id }) => id));
          if (list.onePerAuthor)
            expect(whole).toHaveLength(new Set(held.map(({ author }) => author)).size);
          else expect(new Set(whole)).toEqual(ids);
          expect(new Set(whole).size).toBe(whole.length);
          await store.close();
        },
      ),
      { numRuns: runs(25) },
    );
  },
);

test('TRUST-09 a page starts after 5,000 entries at most, because all before it are scanned', async () => {
  const village = openVillage();
  const payload = { pubkey: key(1), notes: 'authored', limit: 20 };
  expect(await village.notice('feed', { ...payload, offset: 5_001 })).toBe('offset too big');
  expect(await village.notice('feed', { ...payload, offset: 5_000 })).toBeUndefined();
});

test('entries since the first page are returned without those already received, even with ties', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(3), { maxLength: 8 }),
      async (before, after) => {
        const { store, context } = await fill([]);
        const post = async (times: readonly number[], base: number, name: string) => {
          const notes = times.map((time, n) =>
            trusted({ pubkey: who(10 + n), created_at: base + time, content: `${name} ${n}` }),
          );
          await store.insert(notes);
          return notes;
        };
        const held = await post(before, NOW - 10, 'held');
        const { verb, payload } = {
          verb: 'mega_feed_directive',
          payload: spec({ id: 'all-notes', kind: 'notes' }),
        };
        const since = Math.max(...held.map((note) => inSeconds(note.created_at)));
        const fresh = await post(after, since, 'fresh');
        const offset = held.filter((note) => inSeconds(note.created_at) === since).length;
        expect(
          new Set((await ask(context, verb, { ...payload, since, offset, limit: 100 })).elements),
        ).toEqual(new Set(fresh.map(({ id }) => id)));
        await store.close();
      },
    ),
    { numRuns: runs(25) },
  );
});

test('articles are paged by first publication, zaps by amount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(3), fc.constantFrom(1, 21, 42)), { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 1, max: 4 }),
      async (rows, limit) => {
        const { store, context } = await fill([]);
        const articles = rows.map(([day], n) =>
          trusted({
            kind: KIND.LongForm,
            pubkey: who(10 + n),
            created_at: NOW - n,
            tags: [
              ['d', `${n}`],
              ['published_at', `${NOW - day}`],
            ],
          }),
        );
        const note = trusted({ content: 'zapped' });
        await store.insert([
          ...articles,
          note,
          ...rows.map(([, sats], n) => zapOf(note, sats, 10 + n)),
        ]);
        const reads: List = {
          name: 'reads',
          verb: 'long_form_content_feed',
          payload: {},
          holds: () => true,
        };
        expect((await walk(context, reads, limit)).toSorted()).toEqual(
          articles.map(({ id }) => id).toSorted(),
        );
        const zaps: List = {
          name: 'zaps',
          verb: 'event_zaps_by_satszapped',
          payload: { event_id: note.id },
          holds: () => true,
        };
        expect(new Set(await walk(context, zaps, limit)).size).toBe(rows.length);
        await store.close();
      },
    ),
    { numRuns: runs(20) },
  );
});

test('replies of a thread are paged by their time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(3), { maxLength: 20 }),
      fc.integer({ min: 1, max: 5 }),
      async (times, limit) => {
        const { store, context } = await fill([]);
        const note = trusted({ content: 'root' });
        const replies = times.map((time, n) =>
          trusted({
            pubkey: who(10 + n),
            created_at: NOW - time,
            content: `${n}`,
            tags: [['e', note.id, '', 'root']],
          }),
        );
        await store.insert([note, ...replies]);
        const timeOf = (id: string) =>
          inSeconds(replies.find((reply) => reply.id === id)?.created_at ?? seconds(0));
        const found: string[] = [];
        for (let pages = 0; pages < 30; pages++) {
          const until = found.length === 0 ? NOW : Math.min(...found.map(timeOf));
          const offset = found.filter((id) => timeOf(id) === until).length;
          const [first, second] = await rangesOf(context, 'thread_view', {
            event_id: note.id,
            limit,
            until,
            offset,
          });
          expect(second?.elements).toEqual([note.id]);
          if (!first || first.elements.length === 0) break;
          found.push(...first.elements);
        }
        expect(found).toHaveLength(replies.length);
        expect(new Set(found)).toEqual(new Set(replies.map(({ id }) => id)));
        await store.close();
      },
    ),
    { numRuns: runs(20) },
  );
});

test.each([
  ['everybody', (store: Store, slice: Slice) => store.feedOfEverybody({ kinds: [1, 7] }, slice)],
  [
    'one account',
    (store: Store, slice: Slice) =>
      store.feedOfAuthor(who(1), { kinds: [1, 6, 7], replies: false }, slice),
  ],
  [
    'whom one follows',
    (store: Store, slice: Slice) => store.feedOfFollows(PLAIN, { kinds: [1] }, slice),
  ],
  ['zaps by amount', (store: Store, slice: Slice) => store.zapsSince(seconds(0), slice)],
  [
    'search',
    (store: Store, slice: Slice) =>
      store.searchNotes({ query: parseSearch('word'), viewer: PLAIN, order: undefined }, slice),
  ],
  [
    'search by likes',
    (store: Store, slice: Slice) =>
      store.searchNotes({ query: parseSearch(''), viewer: PLAIN, order: 'likes' }, slice),
  ],
] as const)('a list read in stretches of any length is the list: %s', async (_, list) => {
  await fc.assert(
    fc.asyncProperty(made, fc.integer({ min: 1, max: 5 }), async (rows, limit) => {
      const { store } = await fill(rows);
      const source: Source<Ordered> = (slice) => list(store, slice);
      const all = {
        since: 0,
        until: Number.MAX_SAFE_INTEGER,
        before: Number.MAX_SAFE_INTEGER,
        offset: 0,
      };
      const whole = await source({ ...all, limit: 1_000 });
      const found: Ordered[] = [];
      for (
        let part = await source({ ...all, limit });
        part.length > 0 && found.length <= whole.length;
      ) {
        found.push(...part);
        const last = part.at(-1);
        part = await source({ ...all, limit, until: last?.key ?? 0, before: last?.seq ?? 0 });
      }
      expect(found.map(({ seq }) => seq)).toEqual(whole.map(({ seq }) => seq));
      expect(whole).toEqual(whole.toSorted((a, b) => b.key - a.key || b.seq - a.seq));
      await store.close();
    }),
    { numRuns: runs(15) },
  );
});

test('a list in memory with a filter gives the same pages as slicing the filtered list', async () => {
  const rows = fc.array(fc.record({ key: fc.nat(4), seq: fc.nat(1_000) }), { maxLength: 600 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.nat(20),
      fc.nat(30),
      fc.integer({ min: 1, max: 5 }),
      async (all, offset, limit, every) => {
        const list = [...new Map(all.map((row) => [row.seq, row])).values()].sort(
          (a, b) => b.key - a.key || b.seq - a.seq,
        );
        const keeps = ({ seq }: { seq: number }) => seq % every === 0;
        const page = await readPage(
          listSource(list),
          { since: 0, until: 9, offset, limit },
          async (part) => part.filter(keeps),
        );
        expect(page).toEqual(list.filter(keeps).slice(offset, offset + limit));
      },
    ),
  );
});

test('a filtered list that ends before its page is full is read once', async () => {
  let reads = 0;
  const list = listSource([3, 2, 1].map((at) => ({ key: at, seq: at })));
  const source: Source<Ordered> = (slice) => {
    reads++;
    return list(slice);
  };
  const keep = async (rows: readonly Ordered[]) => rows.filter((row) => row.key !== 2);
  const page = { since: 0, until: 9, limit: 20, offset: 0 };
  expect((await readPage(source, page, keep)).map((row) => row.key)).toEqual([3, 1]);
  expect(reads).toBe(1);
});
