import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { seconds } from '../../src/events/core/time.ts';
import { trusted } from '../../tests/support/events/trusted.ts';
import { runs } from '../../tests/support/runs.ts';
import { dump, history, KEYS, NOW, rearranged } from '../../tests/support/store/store-histories.ts';
import { onEachEngine } from '../../tests/support/store/engines.ts';
import { maybeInt, text } from './engine/row.ts';

const OPTIONS = { now: () => seconds(NOW), verify: (event: SignedEvent) => trusted(event) };

onEachEngine((open, share) => {
  test('E-18 INV-NEWEST order, repetition and batching of events do not change the tables', async () => {
    await fc.assert(
      fc.asyncProperty(rearranged(history), async ([events, shuffled, size]) => {
        const whole = await open(OPTIONS);
        await whole.insert(events);
        const expected = await dump(whole);
        await whole.close();
        const parts = await open(OPTIONS);
        for (let i = 0; i < shuffled.length; i += size)
          await parts.insert(shuffled.slice(i, i + size));
        expect(await dump(parts)).toEqual(expected);
        await parts.close();
      }),
      { numRuns: runs(150 * share) },
    );
  });

  test('INV-PRESERVE deleting all events leaves only the deletions in the tables', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (events) => {
        const store = await open(OPTIONS);
        await store.insert(events);
        for (const pubkey of KEYS) {
          const own = events.filter((event) => event.pubkey === pubkey && event.kind !== 5);
          await store.insert([
            trusted({ pubkey, kind: 5, created_at: NOW, tags: own.map(({ id }) => ['e', id]) }),
          ]);
        }
        const after = await dump(store);
        const requests = (
          await store.rows('select id from events where kind = 5 and state = 0')
        ).map((row) => text(row, 'id'));
        expect(after.events).toHaveLength(requests.length);
        expect([
          after.refs,
          after.stats,
          after.follows,
          after.articles,
          after.links,
          after.texts,
          after.names,
        ]).toEqual([[], [], [], [], [], [], []]);
        const firsts = (await store.rows('select first_at from accounts')).map((row) =>
          maybeInt(row, 'first_at'),
        );
        expect(firsts.every((first) => first === undefined)).toBe(true);
        await store.close();
      }),
      { numRuns: runs(100 * share) },
    );
  });
});
