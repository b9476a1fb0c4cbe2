import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { likes } from '../../../tests/support/notifications/notification-samples.ts';
import { inSeconds } from '../../events/core/time.ts';
import { notificationListMachine } from './notification-list.machine.ts';

const ME = 'a'.repeat(64);
const times = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at);

function start(group: 'all' | 'zaps' = 'all') {
  const fake = fakeBus();
  const clock = new SimulatedClock();
  const actor = createActor(notificationListMachine, {
    input: { bus: fake.bus, viewer: ME, group },
    clock,
  }).start();
  return {
    ...fake,
    clock,
    send: actor.send,
    has: (tag: 'loading' | 'more' | 'ended' | 'failed' | 'refused') =>
      actor.getSnapshot().hasTag(tag),
    list: () => actor.getSnapshot().context.list.map(({ at }) => inSeconds(at)),
    waiting: () => actor.getSnapshot().context.waiting.length,
    asked: () =>
      fake
        .open()
        .filter(({ query }) => query.verb === 'get_notifications')
        .map(({ query }) => query.payload),
    streams: () => fake.open().filter(({ query }) => query.verb === 'notifications').length,
    page: (...dates: readonly number[]) => fake.answer(likes(ME, ...dates), 'get_notifications'),
  };
}

test('NOTIF-01 pages follow by time without duplicates, and a page without new items ends the list', () => {
  const world = start('zaps');
  expect(world.asked()).toEqual([{ pubkey: ME, user_pubkey: ME, type_group: 'zaps', limit: 50 }]);
  world.page(7, 9, 8);
  expect(world.list()).toEqual([9, 8, 7]);
  world.send({ type: 'list.loadMore' });
  expect(world.asked()[0]).toMatchObject({ until: 7, limit: 20 });
  world.page(7, 6);
  expect(world.list()).toEqual([9, 8, 7, 6]);
  world.send({ type: 'list.loadMore' });
  world.page(6);
  expect([world.has('ended'), world.list()]).toEqual([true, [9, 8, 7, 6]]);
});

test('NOTIF-01 a full page with the same second does not end the list, because older pages follow', () => {
  const world = start();
  world.page(9, ...Array.from({ length: 20 }, () => 8));
  world.send({ type: 'list.loadMore' });
  expect(world.asked()[0]).toMatchObject({
    until: 8,
    offset: world.list().filter((at) => at === 8).length,
    limit: 20,
  });
  world.page(7);
  expect([world.list().at(-1), world.has('ended')]).toEqual([7, false]);
});

test('NOTIF-01 an account without notifications has an empty list, and errors can be retried', () => {
  const none = start();
  none.page();
  expect([none.has('ended'), none.list()]).toEqual([true, []]);
  const refused = start();
  refused.refuse('get_notifications');
  expect(refused.has('refused')).toBe(true);
  refused.send({ type: 'list.retry' });
  elapse(refused.clock, 11_000);
  expect(refused.has('failed')).toBe(true);
  refused.send({ type: 'screen.shown' });
  refused.page(3);
  expect(refused.list()).toEqual([3]);
  refused.send({ type: 'list.loadMore' });
  refused.refuse('get_notifications');
  expect([refused.has('failed'), refused.list()]).toEqual([true, [3]]);
  refused.send({ type: 'list.retry' });
  expect(refused.has('more')).toBe(true);
});

test('NOTIF-02 new notifications are fetched and wait for the user, so the list does not move by itself', () => {
  const world = start();
  world.page(9);
  world.part(likes(ME, 10), 'notifications');
  elapse(world.clock, 1_100);
  expect(world.asked()).toEqual([
    { pubkey: ME, user_pubkey: ME, type_group: 'all', limit: 100, since: 9 },
  ]);
  world.page(9, 10, 11);
  expect([world.list(), world.waiting()]).toEqual([[9], 2]);
  world.send({ type: 'list.showNew' });
  expect([world.list(), world.waiting()]).toEqual([[11, 10, 9], 0]);
});

test('NOTIF-02 new notifications load in pages of 50 up to 100, and then replace the list when shown', () => {
  const world = start();
  world.page(9);
  elapse(world.clock, 32_000);
  world.page(...times(1_000, 50));
  elapse(world.clock, 1_100);
  expect(world.asked()[0]).toMatchObject({ since: 9, until: 951 });
  world.page(...times(951, 51));
  expect(world.waiting()).toBe(100);
  elapse(world.clock, 60_000);
  expect(world.asked()).toEqual([]);
  world.send({ type: 'list.showNew' });
  expect(world.list()).toEqual(times(1_000, 100));
  world.send({ type: 'list.loadMore' });
  expect(world.asked()[0]).toMatchObject({ until: 901 });
});

test('NOTIF-01 INV-TAGGED a page in flight when the connection opens is requested only once', () => {
  const world = start();
  world.page(...times(1_000, 951));
  world.send({ type: 'list.loadMore' });
  const asked = world.open().at(-1);
  world.send({ type: 'screen.shown' });
  expect(world.open().at(-1)).toBe(asked);
});

test('INV-SUBS the subscription is open only while the list is shown', () => {
  const world = start();
  world.page(9);
  expect(world.streams()).toBe(1);
  world.send({ type: 'screen.hidden' });
  expect(world.streams()).toBe(0);
  elapse(world.clock, 120_000, 1_000);
  expect(world.asked()).toEqual([]);
  world.send({ type: 'screen.shown' });
  elapse(world.clock, 1_100);
  expect([world.streams(), world.asked().length]).toEqual([1, 1]);
});
