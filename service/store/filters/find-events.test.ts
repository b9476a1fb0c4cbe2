import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Filter, matchFilters } from '../../../src/events/connection/filter.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds, seconds } from '../../../src/events/core/time.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { matchQuery } from '../search/parse-query.ts';
import { isReadableBy } from './private-kinds.ts';
import { text } from '../engine/row.ts';
import { onEachEngine } from '../../../tests/support/store/engines.ts';
import { runs } from '../../../tests/support/runs.ts';

const NOW = 1_760_000_000;
const KEYS = Array.from({ length: 30 }, (_, n) => n.toString(16).padStart(64, '0'));
const TOPICS = ['x', 'y', 'z'];

const events = fc.array(
  fc
    .record({
      pubkey: fc.constantFrom(...KEYS),
      kind: fc.constantFrom(0, 1, 3, 4, 7, 1059, 10_002, 30_023),
      created_at: fc.integer({ min: NOW - 20, max: NOW }),
      content: fc.constantFrom('', 'one', 'two'),
      tags: fc.array(
        fc.oneof(
          fc.constantFrom(...TOPICS).map((t) => ['t', t]),
          fc.constantFrom(...KEYS).map((p) => ['p', p]),
        ),
        { maxLength: 4 },
      ),
    })
    .map((fields) => trusted(fields)),
  { maxLength: 60 },
);

const filter: fc.Arbitrary<Filter> = fc.record(
  {
    ids: fc.array(fc.constantFrom(...KEYS), { maxLength: 2 }),
    authors: fc.subarray(KEYS),
    kinds: fc.subarray([0, 1, 3, 4, 7, 1059, 10_002, 30_023]),
    since: fc.integer({ min: NOW - 25, max: NOW + 5 }).map(seconds),
    until: fc.integer({ min: NOW - 25, max: NOW + 5 }).map(seconds),
    limit: fc.integer({ min: 0, max: 10 }),
    '#t': fc.subarray(TOPICS),
    '#p': fc.subarray(KEYS),
  },
  { requiredKeys: [] },
);

/** The expected result of the filters by NIP-01, including the limit of each. */
function expected(
  standing: readonly VerifiedEvent[],
  filters: readonly Filter[],
  cap: number,
): string[] {
  const byTime = [...standing].sort(
    (a, b) => inSeconds(b.created_at) - inSeconds(a.created_at) || (a.id < b.id ? -1 : 1),
  );
  const found = new Set(
    filters.flatMap((each) =>
      byTime
        .filter((event) => matchFilters([each], event))
        .slice(0, Math.min(each.limit ?? cap, cap)),
    ),
  );
  return byTime.filter((event) => found.has(event)).map(({ id }) => id);
}

/** Any code units, lone surrogates too. */
const anyText = fc
  .array(fc.nat(0xffff), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes));

onEachEngine((open, share) => {
  test('E-17 any filters return exactly the result that NIP-01 requires, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        events,
        fc.array(filter, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 20 }),
        async (all, filters, cap) => {
          const store = await open({ now: () => seconds(NOW) });
          await store.insert(all);
          const current = new Set(
            (await store.rows('select id from events where state = 0')).map((row) =>
              text(row, 'id'),
            ),
          );
          const standing = [...new Map(all.map((event) => [event.id, event])).values()].filter(
            ({ id }) => current.has(id),
          );
          // The filter's ids are drawn before the events are known, so some real ids are added.
          const known = filters.map((each) =>
            each.ids
              ? { ...each, ids: [...each.ids, ...all.slice(0, 2).map(({ id }) => id)] }
              : each,
          );
          expect((await store.query(known, cap)).map(({ id }) => id)).toEqual(
            expected(standing, known, cap),
          );
          expect(await store.count(known)).toBe(
            standing.filter((event) => matchFilters(known, event)).length,
          );
          for (const readers of [[], KEYS.slice(0, 12)]) {
            const shown = standing.filter((event) => isReadableBy(readers, event));
            expect((await store.query(known, cap, readers)).map(({ id }) => id)).toEqual(
              expected(shown, known, cap),
            );
            expect(await store.count(known, readers)).toBe(
              shown.filter((event) => matchFilters(known, event)).length,
            );
          }
          await store.close();
        },
      ),
      { numRuns: runs(200 * share) },
    );
  });

  test('NIP-01 in one second the lower id comes first, from any filter', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const all = Array.from({ length: 8 }, (_, n) =>
      trusted({ kind: n % 2 === 0 ? 1 : 7, content: String(n), created_at: seconds(NOW) }),
    );
    await store.insert(all);
    const found = (await store.query([{ kinds: [7] }, { kinds: [1] }], 50)).map(({ id }) => id);
    expect(found).toEqual(all.map(({ id }) => id).toSorted());
  });

  test('the newest events of many authors are found, for frequent and rare authors', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const noise = Array.from({ length: 3100 }, (_, n) =>
      trusted({ pubkey: 'f'.repeat(64), content: String(n), created_at: NOW - n }),
    );
    const rare = KEYS.map((pubkey, n) =>
      trusted({ pubkey, content: 'rare', created_at: NOW - 100_000 - n }),
    );
    await store.insert([...noise, ...rare]);
    const found = await store.query([{ kinds: [1], authors: KEYS, limit: 5 }], 100);
    expect(found.map(({ id }) => id)).toEqual(rare.slice(0, 5).map(({ id }) => id));
  });

  test('E-17 with many authors every other filter field still applies, and so do readers', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const crowd = KEYS.slice(0, 25);
    const newest = crowd.map((pubkey, n) =>
      trusted({ pubkey, content: 'plain', created_at: NOW - n }),
    );
    const old = trusted({
      pubkey: crowd[3]!,
      content: 'rare words',
      tags: [['t', 'x']],
      created_at: seconds(NOW - 100),
    });
    const like = trusted({ pubkey: crowd[4]!, kind: 7, created_at: seconds(NOW - 50) });
    const secret = trusted({
      pubkey: crowd[5]!,
      kind: 4,
      tags: [['p', KEYS[29]!]],
      created_at: seconds(NOW - 60),
    });
    const stranger = trusted({ pubkey: KEYS[29]!, content: 'plain', created_at: seconds(NOW) });
    await store.insert([...newest, old, like, secret, stranger]);
    const ids = async (filter: Filter, readers?: readonly string[]) =>
      (await store.query([{ authors: crowd, ...filter }], 50, readers)).map(({ id }) => id);
    for (const limit of [1, 3]) {
      expect(await ids({ kinds: [1], ids: [old.id], limit })).toEqual([old.id]);
      expect(await ids({ kinds: [1], '#t': ['x'], limit })).toEqual([old.id]);
      expect(await ids({ kinds: [1], search: 'rare', limit })).toEqual([old.id]);
    }
    expect(await ids({ limit: 26 })).toEqual([...newest, like].map(({ id }) => id));
    expect(await ids({ kinds: [1, 7], limit: 2, until: seconds(NOW - 24) })).toEqual([
      newest[24]!.id,
      like.id,
    ]);
    expect(await ids({ kinds: [1], since: seconds(NOW - 1), until: seconds(NOW) })).toEqual([
      newest[0]!.id,
      newest[1]!.id,
    ]);
    expect(await ids({ kinds: [1], limit: 0 })).toEqual([]);
    expect([
      await ids({ kinds: [4], limit: 1 }, []),
      await ids({ kinds: [4, 7], limit: 1 }, []),
    ]).toEqual([[], [like.id]]);
    expect([
      await ids({ kinds: [4], limit: 1 }, [KEYS[29]!]),
      await ids({ kinds: [4], limit: 1 }, [crowd[5]!]),
    ]).toEqual([[secret.id], [secret.id]]);
    expect(
      (
        await store.query(
          [
            { kinds: [1], limit: 1, authors: crowd.slice(4) },
            { kinds: [7], authors: crowd },
          ],
          50,
        )
      ).map(({ id }) => id),
    ).toEqual([newest[4]!.id, like.id]);
  });

  test('E-17 a filter may match everything, or contact lists by a tag other than `p`', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const notes = [0, 1, 2].map((n) => trusted({ content: String(n), created_at: NOW - n }));
    const contacts = (pubkey: string, ...tags: string[][]) =>
      trusted({ pubkey, kind: 3, tags, created_at: seconds(NOW - 9) });
    const [ann, bob] = [
      contacts(KEYS[0]!, ['p', KEYS[2]!], ['t', 'x']),
      contacts(KEYS[1]!, ['p', KEYS[3]!]),
    ];
    await store.insert([...notes, ann, bob]);
    const ids = async (filter: Filter) =>
      new Set((await store.query([filter], 50)).map(({ id }) => id));
    const all = new Set([...notes, ann, bob].map(({ id }) => id));
    expect([
      await ids({}),
      await ids({ since: seconds(NOW - 9) }),
      await ids({ until: seconds(NOW) }),
      await store.count([{}]),
    ]).toEqual([all, all, all, 5]);
    expect(await ids({ since: seconds(NOW - 1) })).toEqual(
      new Set(notes.slice(0, 2).map(({ id }) => id)),
    );
    expect([await ids({ kinds: [3], '#t': ['x'] }), await ids({ '#t': ['x'] })]).toEqual([
      new Set([ann.id]),
      new Set([ann.id]),
    ]);
    expect([await ids({ kinds: [3], '#p': [KEYS[3]!] }), await ids({ '#p': [KEYS[2]!] })]).toEqual([
      new Set([bob.id]),
      new Set([ann.id]),
    ]);
    expect([
      await ids({ kinds: [3], '#t': [KEYS[2]!] }),
      await ids({ kinds: [3], '#p': [KEYS[2]!, KEYS[3]!] }),
    ]).toEqual([new Set(), new Set([ann.id, bob.id])]);
    expect(await ids({ kinds: [3], '#p': [KEYS[2]!], '#t': ['x'], authors: [KEYS[0]!] })).toEqual(
      new Set([ann.id]),
    );
  });

  test('NIP-50 search finds words in texts and names, and respects phrases and exclusions', async () => {
    const store = await open({ now: () => seconds(NOW) });
    const [bread, butter] = [
      trusted({ content: 'Bread and butter' }),
      trusted({ content: 'butter and BREAD, twice' }),
    ];
    const profile = trusted({
      kind: 0,
      content: '{"name":"Breadmaker","nip05":"baker@bread.example"}',
    });
    await store.insert([bread, butter, profile]);
    const ids = async (search: string) =>
      new Set((await store.query([{ search }], 10)).map(({ id }) => id));
    expect(await ids('bread')).toEqual(new Set([bread.id, butter.id, profile.id]));
    expect(await ids('"bread and butter"')).toEqual(new Set([bread.id]));
    expect(await ids('bread -twice lang:en')).toEqual(new Set([bread.id, profile.id]));
    expect(await ids('-bread')).toEqual(new Set());
  });

  test('E-14 no text that people type breaks full-text search', async () => {
    const store = await open({ now: () => seconds(NOW) });
    await store.insert([trusted({ content: 'plain words' })]);
    const typed = fc.oneof(
      anyText,
      fc
        .array(
          fc.constantFrom('"', '-', '*', 'AND', 'NOT', '(', ')', '^', ':', 'plain', 'a"b', '\0'),
          { maxLength: 8 },
        )
        .map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (search) => void (await store.query([{ search }], 5))),
      { numRuns: runs(500 * share) },
    );
    expect(matchQuery('  "" - ')).toBeUndefined();
  });
});
