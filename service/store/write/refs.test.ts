import { describe, expect, test } from 'vitest';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { type Fields, trusted } from '../../../tests/support/events/trusted.ts';
import { onEachEngine } from '../../../tests/support/store/engines.ts';
import { isLong } from '../../../tests/support/runs.ts';

const NOW = 1_760_000_000;
const DAY = 86_400;
const [ANN, BOB, CAT] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const target = trusted({ pubkey: ANN, content: 'x'.repeat(200), created_at: NOW - 10 * DAY });
const act = (kind: number, created_at: number, over: Fields = {}) =>
  trusted({
    pubkey: BOB,
    kind,
    created_at,
    content: '+',
    tags: [['e', target.id, '', 'root']],
    ...over,
  });
const like = (created_at: number, over: Fields = {}) => act(KIND.Reaction, created_at, over);
const forget = (...events: readonly SignedEvent[]) =>
  trusted({
    pubkey: BOB,
    kind: KIND.EventDeletion,
    created_at: NOW,
    tags: events.map(({ id }) => ['e', id]),
  });

onEachEngine((openEmpty) => {
  /** Open a store with a long note, and return its counters. */
  const open = async (clock = { now: NOW }) => {
    const store = await openEmpty({ now: () => seconds(clock.now) });
    const put = (...events: ReturnType<typeof like>[]) => store.insert(events);
    const counted = async () =>
      (await store.rows('select * from stats where target = ?', [target.id]))[0];
    await put(target);
    return { put, counted, sweep: () => store.sweep() };
  };

  describe("of one account's actions on one note only the earliest is scored", () => {
    const [old, fresh] = [like(NOW - 2 * DAY), like(NOW - 100)];

    test('the result is the same in any order of arrival', async () => {
      for (const order of [
        [old, fresh],
        [fresh, old],
      ]) {
        const { put, counted } = await open();
        for (const event of order) await put(event);
        expect(await counted()).toMatchObject({ likes: 1, points: 1, points24h: 0 });
      }
    });

    test('E-20 if the earliest is deleted, the next one is scored; if all are deleted, none', async () => {
      const { put, counted } = await open();
      await put(old, fresh, like(NOW - 50), forget(old));
      expect(await counted()).toMatchObject({ likes: 1, points: 1, points24h: 1 });
      await put(forget(fresh, like(NOW - 50)));
      expect(await counted()).toMatchObject({ likes: 0, points: 0, points24h: 0 });
      const late = await open();
      await late.put(old, fresh, forget(fresh));
      expect(await late.counted()).toMatchObject({ likes: 1, points: 1, points24h: 0 });
    });

    test('E-20 replacements that are older than a day do not fade out of a score that never included them', async () => {
      const clock = { now: NOW };
      const { put, counted, sweep } = await open(clock);
      await put(old, like(NOW - 3 * DAY), forget(like(NOW - 3 * DAY)));
      clock.now += 61;
      await sweep();
      expect(await counted()).toMatchObject({ likes: 1, points: 1, points24h: 0 });
    });

    test('actions by two accounts, or of two types, all count', async () => {
      const { put, counted } = await open();
      await put(
        fresh,
        like(NOW - 90, { pubkey: CAT }),
        act(KIND.Repost, NOW - 80),
        act(KIND.Text, NOW - 70),
        act(KIND.Text, NOW - 60),
      );
      expect(await counted()).toMatchObject({
        likes: 2,
        reposts: 1,
        replies: 2,
        repliers: 1,
        points: 9,
        points24h: 9,
        repliers24h: 1,
      });
      await put(act(KIND.Text, NOW - 70, { content: 'quoting', tags: [['q', target.id]] }));
      expect(await counted()).toMatchObject({ quotes: 1, repliers: 1, points: 9 });
    });
  });

  test.runIf(isLong)(
    'the score of the day covers a day ago to ten minutes ahead, to the second',
    async () => {
      const day = async (at: number) => {
        const { put, counted } = await open();
        await put(like(at));
        return (await counted())?.['points24h'];
      };
      const days: unknown[] = [];
      for (const at of [NOW - DAY, NOW - DAY + 1, NOW, NOW + 600, NOW + 601])
        days.push(await day(at));
      expect(days).toEqual([0, 1, 1, 1, 0]);
    },
  );

  test("likes, reposts and replies each fade out of the day's score once, when their day is over", async () => {
    const clock = { now: NOW };
    const { put, counted, sweep } = await open(clock);
    await put(
      like(NOW - 1_000),
      act(KIND.Repost, NOW - 500),
      act(KIND.Text, NOW - 1_000),
      act(KIND.Text, NOW - 500, { pubkey: CAT }),
    );
    expect(await counted()).toMatchObject({ points24h: 8, repliers24h: 2 });
    clock.now = NOW + DAY - 1_001;
    await sweep();
    expect(await counted()).toMatchObject({ points24h: 8, repliers24h: 2 });
    clock.now = NOW + DAY - 900;
    await sweep();
    expect(await counted()).toMatchObject({ points24h: 7, repliers24h: 1 });
    clock.now += 61;
    await sweep();
    expect(await counted()).toMatchObject({ points24h: 7, repliers24h: 1 });
    clock.now = NOW + DAY;
    await sweep();
    expect(await counted()).toMatchObject({
      points24h: 0,
      repliers24h: 0,
      points: 8,
      repliers: 2,
      likes: 1,
      reposts: 1,
      replies: 2,
    });
    await put(forget(like(NOW - 1_000)));
    expect(await counted()).toMatchObject({ points24h: 0, points: 7 });
  });
});
