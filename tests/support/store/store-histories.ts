import fc from 'fast-check';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import type { TriedStore } from './engines.ts';
import { trusted } from '../events/trusted.ts';

/** The clock of these histories, in seconds. */
export const NOW = 1_760_000_000;
/** All accounts in them. */
export const KEYS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));

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
    fc.record({
      kind: fc.constant(1),
      content: fc.constant('quoting'),
      tags: fc.constantFrom(...ids).map((id) => [['q', id]]),
    }),
    fc.record({
      kind: fc.constant(5),
      content: fc.constant(''),
      tags: fc.subarray([...ids], { minLength: 1 }).map((list) => list.map((id) => ['e', id])),
    }),
    fc.record({
      kind: fc.constant(5),
      content: fc.constant(''),
      tags: fc.constantFrom(...KEYS).map((key) => [['a', `30023:${key}:d`]]),
    }),
    fc.record({
      kind: fc.constant(3),
      content: fc.constant(''),
      tags: fc.subarray([...KEYS]).map((keys) => keys.map((key) => ['p', key])),
    }),
    fc.record({
      kind: fc.constant(0),
      content: fc.constantFrom('{"name":"ann"}', '{"name":"bob"}', 'junk'),
      tags: fc.constant([]),
    }),
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
export const history = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), TIMES, anyEvent(['0'.repeat(64)])), {
    minLength: 1,
    maxLength: 8,
  })
  .map((rows) => rows.map(([pubkey, created_at, rest]) => trusted({ pubkey, created_at, ...rest })))
  .chain((first) =>
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), TIMES, anyEvent(first.map(({ id }) => id))), {
        maxLength: 12,
      })
      .map((rows) => [
        ...first,
        ...rows.map(([pubkey, created_at, rest]) => trusted({ pubkey, created_at, ...rest })),
      ]),
  );

/** Return the same events with repetitions, in any order, and the batch sizes. */
export function rearranged(
  events: fc.Arbitrary<VerifiedEvent[]>,
): fc.Arbitrary<[events: VerifiedEvent[], twice: VerifiedEvent[], size: number]> {
  return events.chain((some) =>
    fc.tuple(
      fc.constant(some),
      fc.shuffledSubarray([...some, ...some], { minLength: some.length * 2 }),
      fc.integer({ min: 1, max: 5 }),
    ),
  );
}

/** Return the content of all tables in a form independent of the order of arrival. */
export async function dump(store: TriedStore) {
  const rows = async (sql: string) =>
    (await store.rows(sql)).map((row) => JSON.stringify(row)).toSorted();
  return {
    events: await rows(
      'select id, state, reply, media, parent, root, address from events where state < 2',
    ),
    tags: await rows(
      'select t.name, t.value, t.created_at, e.id from tags t join events e using (seq)',
    ),
    refs: await rows(
      'select r.target, r.type, r.created_at, r.pubkey, e.id from refs r join events e using (seq)',
    ),
    stats:
      await rows(`select s.* from stats s left join events e on e.id = s.target where (e.state is null or e.state < 2)
      and s.target not in (select target from deletions) and likes + replies + reposts + quotes + zaps > 0`),
    accounts: await rows('select * from accounts where events + followers > 0'),
    kinds: await rows('select * from kinds where n > 0'),
    follows: await rows('select * from follows'),
    articles: await rows('select address, id, pubkey, published_at, words from articles'),
    links: await rows('select e.id, l.n, l.url, l.media from links l join events e using (seq)'),
    deletions: await rows('select target, pubkey, created_at from deletions'),
    texts: await rows(`select e.id from note_text n join events e on e.seq = n.${store.textKey}`),
    names: await rows(`select e.id from name_text n join events e on e.seq = n.${store.textKey}`),
  };
}
