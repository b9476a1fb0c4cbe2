import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seconds } from '../../src/events/time.ts';
import { trusted } from '../../tests/support/trusted.ts';
import { runs } from '../../tests/support/runs.ts';
import { maybeInt, text } from './row.ts';
import { openStore, type SqliteStore } from './sqlite.ts';

const NOW = 1_760_000_000;
const KEYS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));

function memoryStore(): SqliteStore {
  return openStore(':memory:', { now: () => seconds(NOW), verify: (event) => trusted(event) });
}

const TIMES = fc.integer({ min: 1, max: 4 }).map((n) => NOW - n * 40_000);
const anyEvent = (ids: readonly string[]) =>
  fc.oneof(
    fc.record({
      kind: fc.constant(1),
      content: fc.constantFrom('hi', 'a little longer than that', 'https://x.example/a.jpg'),
      tags: fc.constant([]),
    }),
    fc.record({
      kind: fc.constantFrom(1, 6, 7),
      content: fc.constantFrom('+', ''),
      tags: fc.constantFrom(...ids).map((id) => [['e', id, '', 'root']]),
    }),
    fc.record({ kind: fc.constant(1), content: fc.constant('quoting'), tags: fc.constantFrom(...ids).map((id) => [['q', id]]) }),
    fc.record({
      kind: fc.constant(5),
      content: fc.constant(''),
      tags: fc.subarray([...ids], { minLength: 1 }).map((list) => list.map((id) => ['e', id])),
    }),
    fc.record({ kind: fc.constant(5), content: fc.constant(''), tags: fc.constantFrom(...KEYS).map((key) => [['a', `30023:${key}:d`]]) }),
    fc.record({ kind: fc.constant(3), content: fc.constant(''), tags: fc.subarray(KEYS).map((keys) => keys.map((key) => ['p', key])) }),
    fc.record({ kind: fc.constant(0), content: fc.constantFrom('{"name":"ann"}', '{"name":"bob"}', 'junk'), tags: fc.constant([]) }),
    fc.record({
      kind: fc.constant(30023),
      content: fc.constantFrom('tale', 'other tale'),
      tags: fc.constantFrom('1', '2', 'x').map((at) => [
        ['d', 'd'],
        ['published_at', at],
      ]),
    }),
  );

/** Some events, and then events about those. */
const history = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), TIMES, anyEvent(['0'.repeat(64)])), { minLength: 1, maxLength: 8 })
  .map((rows) => rows.map(([pubkey, created_at, rest]) => trusted({ pubkey, created_at, ...rest })))
  .chain((first) =>
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), TIMES, anyEvent(first.map(({ id }) => id))), { maxLength: 12 })
      .map((rows) => [...first, ...rows.map(([pubkey, created_at, rest]) => trusted({ pubkey, created_at, ...rest }))]),
  );

/** Everything the tables say, in words that do not depend on the order of arrival. */
function dump(store: SqliteStore) {
  const rows = (sql: string) => store.database.all(sql, [], (row) => JSON.stringify(row)).toSorted();
  return {
    events: rows('select id, state, reply, media, parent, root, address from events where state < 2'),
    tags: rows('select t.name, t.value, t.created_at, e.id from tags t join events e using (seq)'),
    refs: rows('select r.target, r.type, r.created_at, r.pubkey, e.id from refs r join events e using (seq)'),
    stats: rows(`select s.* from stats s left join events e on e.id = s.target where (e.state is null or e.state < 2)
      and s.target not in (select target from deletions) and likes + replies + reposts + quotes + zaps > 0`),
    accounts: rows('select * from accounts where events + followers > 0'),
    kinds: rows('select * from kinds where n > 0'),
    follows: rows('select * from follows'),
    articles: rows('select address, id, pubkey, published_at, words from articles'),
    links: rows('select e.id, l.n, l.url, l.media from links l join events e using (seq)'),
    deletions: rows('select target, pubkey, created_at from deletions'),
    texts: rows('select e.id from note_text n join events e on e.seq = n.rowid'),
    names: rows('select e.id from name_text n join events e on e.seq = n.rowid'),
  };
}

test('E-18 INV-NEWEST order, repetition and batching of events do not change what the tables say', async () => {
  await fc.assert(
    fc.asyncProperty(
      history.chain((events) =>
        fc.tuple(
          fc.constant(events),
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
          fc.integer({ min: 1, max: 5 }),
        ),
      ),
      async ([events, shuffled, size]) => {
        const [whole, parts] = [memoryStore(), memoryStore()];
        await whole.insert(events);
        for (let i = 0; i < shuffled.length; i += size) await parts.insert(shuffled.slice(i, i + size));
        expect(dump(parts)).toEqual(dump(whole));
        await whole.close();
        await parts.close();
      },
    ),
    { numRuns: runs(150) },
  );
});

test('INV-PRESERVE everything deleted again leaves no trace in any table but the deletions', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const store = memoryStore();
      await store.insert(events);
      for (const pubkey of KEYS) {
        const own = events.filter((event) => event.pubkey === pubkey && event.kind !== 5);
        await store.insert([trusted({ pubkey, kind: 5, created_at: NOW, tags: own.map(({ id }) => ['e', id]) })]);
      }
      const after = dump(store);
      const requests = store.database.all('select id from events where kind = 5 and state = 0', [], (row) => text(row, 'id'));
      expect(after.events).toHaveLength(requests.length);
      expect([after.refs, after.stats, after.follows, after.articles, after.links, after.texts, after.names]).toEqual([
        [],
        [],
        [],
        [],
        [],
        [],
        [],
      ]);
      const firsts = store.database.all('select first_at from accounts', [], (row) => maybeInt(row, 'first_at'));
      expect(firsts.every((first) => first === undefined)).toBe(true);
      await store.close();
    }),
    { numRuns: runs(100) },
  );
});
