import fc from 'fast-check';
import { createActor, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { range, verified } from '../../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import type { CacheResponse } from '../../core/bus.ts';
import { type FeedInput, feedMachine, provideReader } from './feed.machine.ts';
import { runs } from '../../../../tests/support/runs.ts';

// XState warns about events to a stopped actor, and this test sends them on purpose
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const base = (spec: string) => ({ verb: 'mega_feed_directive', payload: { spec } });

/** Return a page of notes named by their second of creation. */
function page(...times: number[]): Partial<CacheResponse> {
  const events = times.map((at) => verified({ id: `n${at}`, created_at: at }));
  return {
    events,
    claims: [
      range(
        events.map(({ id }) => id),
        times.length ? { since: Math.min(...times), until: Math.max(...times) } : {},
      ),
    ],
  };
}

function start(more: Pick<FeedInput, 'reads'> = {}) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const input = { bus: fake.bus, viewer: 'v', base: base('one'), pageSize: 20, ...more };
  const actor = createActor(feedMachine, { input, clock }).start();
  const ids = () => actor.getSnapshot().context.items.map(({ id }) => id);
  const pages = () => actor.getSnapshot().value.pages;
  return { actor, clock, fake, ids, pages };
}

describe('pages', () => {
  test('FEED-02 pages of 20 continue at the last timestamp, skip ties by offset, and never repeat a note', () => {
    const { actor, fake, ids } = start();
    expect(fake.open()[0]?.query).toEqual({
      verb: 'mega_feed_directive',
      payload: { spec: 'one', user_pubkey: 'v', limit: 20, offset: 0 },
    });
    fake.answer(page(9, 8, 7));
    actor.send({ type: 'feed.loadMore' });
    expect(fake.open()[0]?.query.payload).toEqual({
      spec: 'one',
      user_pubkey: 'v',
      limit: 20,
      until: 7,
      offset: 1,
    });
    fake.answer(page(7, 6));
    expect(ids()).toEqual(['n9', 'n8', 'n7', 'n6']);
  });

  test("THREAD-06 FEED-15 notes known only by reposts are fetched once, and shown at the reposts' position", () => {
    const { actor, fake, ids, pages } = start();
    const note = 'e'.repeat(64);
    const repost = (id: string, of: string) =>
      verified({ id, kind: 6, created_at: 8, tags: [['e', of]] });
    const events = [
      verified({ id: 'n9', created_at: 9 }),
      repost('p', note),
      repost('q', note),
      repost('s', 'no id'),
      verified({ id: 'n7', created_at: 7 }),
    ];
    fake.part({ events, claims: [range(['n9', 'p', 'q', 's', 'n7'], { since: 7, until: 9 })] });
    // rows below the missing note are not shown yet, because it would move them
    expect(ids()).toEqual(['n9']);
    fake.answer({});
    expect([pages(), fake.open().map(({ query }) => query)]).toEqual([
      'loading',
      [
        {
          verb: 'events',
          payload: { event_ids: [note], extended_response: true, user_pubkey: 'v' },
        },
      ],
    ]);
    fake.answer({
      events: [verified({ id: note, created_at: 1 })],
      claims: [range([note], { since: 1, until: 1 })],
    });
    expect(ids()).toEqual(['n9', note, 'n7']);
    actor.send({ type: 'feed.loadMore' });
    expect(fake.open()[0]?.query.payload).toMatchObject({ until: 7, offset: 1 });
    fake.answer({
      events: [repost('t', 'f'.repeat(64))],
      claims: [range(['t'], { since: 5, until: 5 })],
    });
    // the original is not found, so its row is left out
    fake.refuse();
    expect([ids().length, pages()]).toEqual([3, 'ready']);
  });

  test('LIMIT-06 an unavailable feed is reported when opened or continued, but not by background checks', () => {
    const { actor, clock, fake } = start();
    fake.refuse(undefined, 'unknown api request');
    expect(fake.toasts).toEqual([
      { type: 'toast.show', kind: 'unavailable', message: { code: 'act.unavailable' } },
    ]);
    actor.send({ type: 'feed.retry' });
    fake.answer(page(9, 8, 7));
    actor.send({ type: 'feed.loadMore' });
    fake.refuse(undefined, 'unknown api request');
    expect(fake.toasts).toHaveLength(2);
    elapse(clock, 10_000);
    fake.refuse(undefined, 'unknown api request');
    expect(fake.toasts).toHaveLength(2);
  });

  test('FEED-02 CACHE-02 a page in flight when the connection opens is requested once, with full timeout', () => {
    const { actor, clock, fake, ids, pages } = start();
    fake.answer(page(9, 8));
    actor.send({ type: 'feed.loadMore' });
    const [asked] = fake.open();
    elapse(clock, 9_000);
    asked?.from.send({ type: 'answer.requestSent' });
    actor.send({ type: 'screen.shown' });
    elapse(clock, 9_000);
    expect(fake.open()[0]).toBe(asked);
    expect(pages()).toBe('more');
    elapse(clock, 1_000);
    expect([pages(), ids()]).toEqual(['stuck', ['n9', 'n8']]);
  });

  test('NOTE-14 actions with a reader of their own are paged by count until a page has none', () => {
    provideReader('zaps', ({ events }) =>
      events.length > 0 ? events.map(({ id }) => ({ id: `row ${id}`, reposts: [] })) : undefined,
    );
    const { actor, fake, ids, pages } = start({ reads: { as: 'zaps' } });
    fake.answer({ events: [verified({ id: 'a' }), verified({ id: 'b' })] });
    expect([ids(), pages()]).toEqual([['row a', 'row b'], 'ready']);
    actor.send({ type: 'feed.loadMore' });
    expect(fake.open()[0]?.query.payload).toEqual({
      spec: 'one',
      user_pubkey: 'v',
      limit: 20,
      offset: 20,
    });
    fake.answer({ events: [verified({ id: 'b' }), verified({ id: 'c' })] });
    actor.send({ type: 'feed.loadMore' });
    expect(fake.open()[0]?.query.payload?.['offset']).toBe(40);
    fake.answer({});
    expect([ids(), pages()]).toEqual([['row a', 'row b', 'row c'], 'ended']);
  });

  test('FEED-03 another spec clears the list and loads page one, and the same spec does nothing', () => {
    const { actor, fake, ids, pages } = start();
    fake.answer(page(9));
    actor.send({ type: 'feed.select', base: base('one') });
    expect(pages()).toBe('ready');
    actor.send({ type: 'feed.select', base: base('two') });
    expect(pages()).toBe('loading');
    expect(ids()).toEqual([]);
    fake.answer(page(3));
    expect(ids()).toEqual(['n3']);
  });

  test('INV-TAGGED a late page of the previous feed is ignored', () => {
    const { actor, fake, ids } = start();
    const late = fake.open()[0];
    actor.send({ type: 'feed.select', base: base('two') });
    late?.from.send({
      type: 'answer.partReceived',
      events: [verified({ id: 'alien' })],
      referenced: [],
      claims: [range(['alien'], { since: 1, until: 1 })],
    });
    late?.from.send({ type: 'answer.ended' });
    expect(ids()).toEqual([]);
    fake.answer(page(5));
    expect(ids()).toEqual(['n5']);
  });

  test('FEED-05 an empty page is the end', () => {
    const { actor, fake, pages } = start();
    fake.answer(page(9));
    actor.send({ type: 'feed.loadMore' });
    fake.answer(page());
    expect(pages()).toBe('ended');
    expect(actor.getSnapshot().hasTag('ended')).toBe(true);
  });

  test('FEED-08 an ended feed is requested again on demand if it is empty', () => {
    const { actor, fake, pages } = start();
    fake.answer(page());
    actor.send({ type: 'feed.retry' });
    expect([pages(), fake.open().length]).toEqual(['loading', 1]);
    fake.answer(page(9));
    actor.send({ type: 'feed.loadMore' });
    fake.answer(page());
    actor.send({ type: 'feed.retry' });
    expect([pages(), fake.open().length]).toEqual(['ended', 0]);
  });

  test('CACHE-05 an empty feed is requested again when another service answers, a filled one is not', () => {
    const { actor, fake, ids, pages } = start();
    for (const answer of [() => fake.answer(page()), () => fake.refuse()]) {
      answer();
      expect(fake.open()).toEqual([]);
      // sent to each visible screen once a connection is open
      actor.send({ type: 'screen.shown' });
      expect([pages(), fake.open().length]).toEqual(['loading', 1]);
    }
    fake.answer(page(9));
    actor.send({ type: 'screen.shown' });
    actor.send({ type: 'feed.loadMore' });
    fake.answer(page());
    actor.send({ type: 'screen.shown' });
    expect([pages(), ids(), fake.open()]).toEqual(['ended', ['n9'], []]);
  });

  test('FEED-13 a notice gives an empty page with a way to retry', () => {
    const { actor, fake, ids, pages } = start();
    fake.refuse();
    expect([pages(), ids()]).toEqual(['refused', []]);
    actor.send({ type: 'feed.retry' });
    fake.answer(page(4));
    expect(ids()).toEqual(['n4']);
  });

  test('INV-PROGRESS a request fails after 10 s, and a failed later page keeps the list', () => {
    const { actor, clock, fake, ids, pages } = start();
    actor.send({ type: 'screen.hidden' });
    elapse(clock, 10_000);
    expect(pages()).toBe('failed');
    actor.send({ type: 'feed.retry' });
    fake.answer(page(9));
    actor.send({ type: 'feed.loadMore' });
    elapse(clock, 10_000);
    expect([pages(), ids()]).toEqual(['stuck', ['n9']]);
    actor.send({ type: 'feed.retry' });
    fake.answer(page(8));
    expect(ids()).toEqual(['n9', 'n8']);
  });

  test('FEED-15 reposts of one note fold into one row, whose target is the first e tag', () => {
    const { fake, actor } = start();
    const note = verified({ id: 'n', created_at: seconds(1) });
    const repost = (id: string, at: number) =>
      verified({
        id,
        kind: 6,
        created_at: at,
        tags: [
          ['e', note.id],
          ['e', 'other'],
        ],
      });
    const target = 'c'.repeat(64);
    const original = verified({ id: target, created_at: seconds(1) });
    const reposts = [3, 2].map((at) => ({
      ...repost(`r${at}`, at),
      tags: [
        ['e', target],
        ['e', 'd'.repeat(64)],
      ],
    }));
    fake.answer({
      events: reposts,
      referenced: [original],
      claims: [range(['r3', 'r2'], { since: 2, until: 3 })],
    });
    expect(actor.getSnapshot().context.items).toEqual([{ id: target, reposts: ['r3', 'r2'] }]);
  });

  test('the first rows are shown before the response ends', () => {
    const { fake, ids, pages } = start();
    fake.part({
      events: [verified({ id: 'n9', created_at: seconds(9) })],
      claims: [range(['n9', 'n8'], { since: 8, until: 9 })],
    });
    expect([pages(), ids()]).toEqual(['loading', ['n9']]);
  });
});

describe('news', () => {
  test('FEED-04 LIMIT-02 up to 100 newer items load in the background and wait for the user', () => {
    const { actor, clock, fake, ids } = start();
    fake.answer(page(9, 8));
    elapse(clock, 10_000);
    expect(fake.open()[0]?.query.payload).toEqual({
      spec: 'one',
      user_pubkey: 'v',
      limit: 100,
      offset: 0,
      since: 9,
    });
    fake.answer(page(11, 10, 9));
    expect(ids()).toEqual(['n9', 'n8']);
    expect(actor.getSnapshot().context.waiting.map(({ id }) => id)).toEqual(['n11', 'n10']);
    actor.send({ type: 'feed.showNew' });
    expect(ids()).toEqual(['n11', 'n10', 'n9', 'n8']);
    expect(actor.getSnapshot().context.waiting).toEqual([]);
  });

  test('FEED-04 no newer items are requested for other orders, or above 100 waiting items', () => {
    const ranked = start();
    ranked.fake.answer({
      events: [verified({ id: 'a' })],
      claims: [range(['a'], { since: 1, until: 5, orderBy: 'score' })],
    });
    elapse(ranked.clock, 60_000);
    expect(ranked.fake.open()).toEqual([]);
    const busy = start();
    busy.fake.answer(page(9));
    elapse(busy.clock, 10_000);
    busy.fake.answer(page(...Array.from({ length: 101 }, (_, i) => 200 - i)));
    elapse(busy.clock, 60_000);
    expect(busy.fake.open()).toEqual([]);
  });

  test('ROUTE-21 a feed hidden for less than 5 s is fresh and continues normally', () => {
    const { actor, clock, fake } = start();
    fake.answer(page(9));
    actor.send({ type: 'screen.hidden' });
    elapse(clock, 4_999);
    actor.send({ type: 'screen.shown' });
    elapse(clock, 9_999);
    expect(fake.open()).toEqual([]);
    clock.increment(1);
    expect(fake.open()).toHaveLength(1);
  });

  test('ROUTE-21 a hidden screen checks nothing, and soon checks after it is shown again', () => {
    const { actor, clock, fake } = start();
    fake.answer(page(9));
    actor.send({ type: 'screen.hidden' });
    elapse(clock, 60_000);
    expect(fake.open()).toEqual([]);
    actor.send({ type: 'screen.shown' });
    elapse(clock, 3_000);
    expect(fake.open()).toHaveLength(1);
  });
});

/** Play a service with ties that answers by the protocol: bounds are inclusive. */
function serve(
  times: readonly number[],
  payload: Readonly<Record<string, unknown>>,
): Partial<CacheResponse> {
  const { until = Infinity, since = 0, offset = 0, limit = 20 } = payload as Record<string, number>;
  const notes = times
    .map((at, i) => verified({ id: `n${i}`, created_at: at }))
    .toSorted(
      (a, b) => inSeconds(b.created_at) - inSeconds(a.created_at) || (a.id < b.id ? -1 : 1),
    );
  const hits = notes
    .filter(({ created_at }) => inSeconds(created_at) <= until && inSeconds(created_at) >= since)
    .slice(offset, offset + limit);
  const at = hits.map(({ created_at }) => inSeconds(created_at));
  return {
    events: hits,
    claims: [
      range(
        hits.map(({ id }) => id),
        hits.length ? { since: Math.min(...at), until: Math.max(...at) } : {},
      ),
    ],
  };
}

test('FEED-02 for any ties and page size, every item is shown once and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 7 }),
      (times, pageSize) => {
        const fake = fakeBus();
        const actor = createActor(feedMachine, {
          input: { bus: fake.bus, viewer: 'v', base: base('one'), pageSize },
          clock: new SimulatedClock(),
        }).start();
        for (let turns = 0; turns < 200 && !actor.getSnapshot().hasTag('ended'); turns++) {
          const asked = fake.open()[0];
          if (asked) fake.answer(serve(times, asked.query.payload ?? {}));
          actor.send({ type: 'feed.loadMore' });
        }
        const shown = actor.getSnapshot().context.items.map(({ id }) => id);
        const all = serve(times, { limit: 1_000 }).events?.map(({ id }) => id);
        expect(shown).toEqual(all);
      },
    ),
    { numRuns: runs(200) },
  );
});

describe('own notes', () => {
  test('THREAD-01 INV-OUTCOME own published notes are shown at the top at once, and leave when discarded', () => {
    const { actor, clock, fake, ids } = start();
    fake.answer(page(30, 20, 10));
    actor.send({ type: 'feed.own', ids: ['mine'] });
    expect(ids()).toEqual(['mine', 'n30', 'n20', 'n10']);
    elapse(clock, 10_000, 1_000);
    const mine = verified({ id: 'mine', created_at: seconds(40) });
    const newer = page(41);
    fake.answer({
      events: [...(newer.events ?? []), mine],
      claims: [range(['n41', 'mine'], { since: 40, until: 41 })],
    });
    expect(actor.getSnapshot().context.waiting.map(({ id }) => id)).toEqual(['n41']);
    actor.send({ type: 'feed.showNew' });
    expect(ids()).toEqual(['n41', 'mine', 'n30', 'n20', 'n10']);
    actor.send({ type: 'feed.own', ids: [] });
    expect(ids()).toEqual(['n41', 'n30', 'n20', 'n10']);
  });

  test('INV-OUTCOME an own note is kept on top of a later page, unless the page contains it', () => {
    const before = start();
    before.actor.send({ type: 'feed.own', ids: ['n30', 'mine'] });
    before.fake.answer(page(30, 20));
    expect(before.ids()).toEqual(['mine', 'n30', 'n20']);
    const empty = start();
    empty.fake.answer(page());
    empty.actor.send({ type: 'feed.own', ids: ['mine'] });
    expect(empty.ids()).toEqual(['mine']);
  });
});
