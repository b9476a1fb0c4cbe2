import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { seconds } from '../../src/events/core/time.ts';
import { parseSearch } from '../../src/events/reading/search/search-query.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { type OpenTried, openSqlite, type TriedStore } from '../../tests/support/store/engines.ts';
import { noPostgres, postgresEngine } from '../../tests/support/store/postgres.ts';
import { runs } from '../../tests/support/runs.ts';
import { dump, history, KEYS, NOW } from '../../tests/support/store/store-histories.ts';
import { trusted } from '../../tests/support/events/trusted.ts';

const OPTIONS = { now: () => seconds(NOW), verify: (event: SignedEvent) => trusted(event) };
const ALL = {
  since: 0,
  until: Number.MAX_SAFE_INTEGER,
  before: Number.MAX_SAFE_INTEGER,
  limit: 100,
  offset: 0,
};
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

const word = fc.oneof(
  fc.constantFrom(
    'river',
    'Rivers',
    'rivière',
    'RIVIÈRE',
    "don't",
    'a',
    'x_y',
    '漢字',
    'слово',
    'ﬁne',
    'İstanbul',
    'straße',
    '42',
    '①',
    '🜁',
  ),
  fc.constantFrom(
    '-',
    '"',
    '.',
    '…',
    '\0',
    '\u0001',
    'e\u0301',
    '\ud800',
    "'",
    '\\',
    ':',
    '*',
    '&',
    '|',
    '!',
    '(',
    '#',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', '\n', ', ')), { maxLength: 8 })
  .map((parts) => parts.flat().join(''));
const search = fc.oneof(
  text,
  text.map((words) => `"${words.replaceAll('"', ' ')}"`),
  fc.tuple(text, text).map(([one, other]) => `${one} -${other.trim()}`),
);

describe.skipIf(noPostgres)(noPostgres ?? 'SQLite and PostgreSQL', () => {
  const engine = postgresEngine();
  afterAll(() => engine.drop());

  /** Run the same action on each engine. */
  const onBoth = async <T>(act: (store: TriedStore) => Promise<T>): Promise<T[]> => {
    const answers: T[] = [];
    for (const open of [openSqlite, engine.open] satisfies OpenTried[]) {
      const store = await open(OPTIONS);
      answers.push(await act(store));
      await store.close();
    }
    return answers;
  };

  test('keep the same tables of the same events, rank them the same, and notify the same accounts', async () => {
    const told = async (store: TriedStore, pubkey: string) =>
      (await store.notificationsOf(pubkey, [1, 3, 4, 5, 6, 7, 8, 601], ALL))
        .map(({ type, actor, subject, subjectId, causeId, key }) =>
          JSON.stringify([type, actor, subject, subjectId, causeId, key]),
        )
        .toSorted();
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 9 }), async (events, size) => {
        const [own, other] = await onBoth(async (store) => {
          for (const pubkey of KEYS.slice(0, 2)) await store.addReceiver(pubkey);
          for (let i = 0; i < events.length; i += size)
            await store.insert(events.slice(i, i + size));
          for (const pubkey of KEYS.slice(2)) await store.addReceiver(pubkey);
          const ranked = idsOf(await store.rankingOf({ rank: 'score', createdAfter: seconds(0) }));
          const asked = [
            { kinds: [1], '#e': idsOf(events) },
            { authors: KEYS.slice(1), limit: 5 },
            { ids: idsOf(events).slice(3) },
          ];
          const filtered = await Promise.all(
            asked.map(async (filter) => idsOf(await store.query([filter], 50))),
          );
          const counted = await store.count(asked);
          return {
            ...(await dump(store)),
            ranked,
            filtered,
            counted,
            told: await Promise.all(KEYS.map((pubkey) => told(store, pubkey))),
          };
        });
        expect(other).toEqual(own);
      }),
      { numRuns: runs(28) },
    );
  });

  test('find the same by words, phrases and prefixes, in any script', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.array(search, { minLength: 5, maxLength: 20 }),
        async (texts, asked) => {
          const notes = texts.map((content, n) =>
            trusted({ pubkey: KEYS[0] ?? '', created_at: NOW - n, content }),
          );
          const people = texts.map((name, n) =>
            trusted({
              kind: 0,
              pubkey: n.toString(16).padStart(64, '0'),
              created_at: NOW,
              content: JSON.stringify({ name, nip05: texts[n - 1] }),
            }),
          );
          const looked = [...asked, ...texts];
          const [own, other] = await onBoth(async (store) => {
            await store.insert([...notes, ...people]);
            const found = [];
            for (const words of looked) {
              found.push([
                words,
                idsOf(await store.query([{ search: words }], 50)),
                idsOf(
                  await store.searchNotes(
                    { query: parseSearch(words), viewer: undefined, order: undefined },
                    ALL,
                  ),
                ),
                await store.accountsByName(words, 20),
                await store.accountOfLnAddress(words),
              ]);
            }
            return found;
          });
          expect(other).toEqual(own);
        },
      ),
      { numRuns: runs(24) },
    );
  });
});
