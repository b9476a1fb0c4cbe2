import { type AnyActorRef, createActor, setup, SimulatedClock } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import '../../../tests/support/views/screen-code.ts';
import { range, verified } from '../../../tests/support/connection/fake-cache.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { breakable, breakNow, planted } from '../../../tests/support/machines/planted.ts';
import { profileMachine } from '../account/profile/profile.machine.ts';
import { feedListMachine } from '../reading/feed/feed-list.machine.ts';
import { feedMachine } from '../reading/feed/feed.machine.ts';
import { netStatsMachine } from '../reading/explore/net-stats.machine.ts';
import { threadMachine } from '../reading/thread/thread.machine.ts';
import {
  type ScreenOrder,
  type ScreensEvent,
  type ScreensNews,
  screensMachine,
} from './screens.machine.ts';

// XState warns about events from the children of a failed actor
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const MINUTE = 60_000;
const home: ScreenOrder = {
  kind: 'feed',
  key: 'feed:home',
  input: { base: { verb: 'feed' }, pageSize: 20 },
};
const thread: ScreenOrder = {
  kind: 'thread',
  key: 'thread:n',
  input: { target: { type: 'note', id: 'n' } },
};
const profile: ScreenOrder = { kind: 'profile', key: 'profile' };
const stats: ScreenOrder = { kind: 'stats', key: 'stats' };

const logic = screensMachine.provide({
  actors: {
    feed: breakable(feedMachine),
    thread: breakable(threadMachine),
    stats: breakable(netStatsMachine),
    profile: breakable(profileMachine),
    feedList: breakable(feedListMachine),
  },
});

function start(screensLogic = logic) {
  const clock = new SimulatedClock();
  const fake = fakeBus();
  const news: ScreensNews[] = [];
  const parent = setup({
    types: { events: {} as ScreensNews },
    actors: { screens: screensLogic },
  }).createMachine({
    invoke: { id: 'screens', src: 'screens', input: { bus: fake.bus, viewer: 'v', homeFeeds: [] } },
    on: { 'screens.*': { actions: ({ event }) => news.push(event) } },
  });
  const app = createActor(parent, { clock }).start();
  const { screens } = app.getSnapshot().children;
  if (!screens) throw new Error('no screens');
  const send = (event: ScreensEvent) => screens.send(event);
  const open = (order: ScreenOrder) => send({ type: 'screen.opened', order });
  const close = ({ key }: ScreenOrder) => send({ type: 'screen.closed', key });
  const child = (id: string): AnyActorRef | undefined =>
    Object.entries<AnyActorRef | undefined>(screens.getSnapshot().children).find(
      ([key]) => key === id,
    )?.[1];
  return { clock, fake, news, screens, send, open, close, child };
}

const page = {
  events: [verified({ id: 'n9', created_at: 9 })],
  claims: [range(['n9'], { since: 9, until: 9 })],
};

describe('retention', () => {
  test('ROUTE-23 FEED-14 a list reopened under its key has its items and sends no new request', () => {
    const { fake, open, close, child } = start();
    open(home);
    fake.answer(page, 'feed');
    const before = child('feed:home');
    close(home);
    open(home);
    expect(child('feed:home')).toBe(before);
    expect(before?.getSnapshot().context.items.map(({ id }: { id: string }) => id)).toEqual(['n9']);
    expect(fake.open().filter(({ query }) => query.verb === 'feed')).toEqual([]);
  });

  test('ROUTE-23 two views of one key share one actor, which is hidden when the last view leaves', () => {
    const { open, close, child } = start();
    open(stats);
    open(stats);
    close(stats);
    expect(child('stats')?.getSnapshot().value).toBe('watching');
    close(stats);
    close(stats);
    expect(child('stats')?.getSnapshot().value).toBe('off');
    open(stats);
    expect(child('stats')?.getSnapshot().value).toBe('watching');
  });

  test('ROUTE-21 a sweep every 5 minutes prunes actors unused for 3 minutes, and keeps used ones', () => {
    const { clock, news, open, close, child } = start();
    open(home);
    open(thread);
    open(stats);
    elapse(clock, 2 * MINUTE - 1_000, 1_000);
    close(thread);
    elapse(clock, MINUTE, 1_000);
    close(stats);
    elapse(clock, 2 * MINUTE, 1_000);
    expect([child('thread:n') !== undefined, news]).toEqual([true, []]);
    clock.increment(1_000);
    expect(news).toEqual([{ type: 'screens.swept' }]);
    expect(['feed:home', 'thread:n', 'stats'].map((id) => child(id) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    elapse(clock, 5 * MINUTE, 1_000);
    expect([news.length, child('stats') === undefined, child('feed:home') !== undefined]).toEqual([
      2,
      true,
      true,
    ]);
  });

  test('ROUTE-21 a pruned actor is restarted on demand', () => {
    const { clock, fake, open, close, child } = start();
    open(home);
    fake.answer(page, 'feed');
    const before = child('feed:home');
    close(home);
    elapse(clock, 5 * MINUTE, 1_000);
    expect([child('feed:home'), before?.getSnapshot().status]).toEqual([undefined, 'stopped']);
    open(home);
    expect(child('feed:home')).not.toBe(before);
    expect(fake.open().some(({ query }) => query.verb === 'feed')).toBe(true);
  });
});

test('INV-PROGRESS on reconnect, every failed and visible screen retries', () => {
  const { clock, fake, send, open, close, child } = start();
  open(profile);
  child('profile')?.send({ type: 'profile.show', pubkey: 'p' });
  open(home);
  open(thread);
  close(thread);
  elapse(clock, 10_000);
  const failed = () =>
    ['feed:home', 'thread:n', 'profile'].map((id) => child(id)?.getSnapshot().hasTag('failed'));
  expect(failed()).toEqual([true, true, true]);
  expect(child('feeds')?.getSnapshot().value).toBe('defaults');
  send({ type: 'screens.reconnected' });
  expect(failed()).toEqual([false, true, false]);
  expect(fake.open().map(({ query }) => query.verb)).toEqual(
    expect.arrayContaining(['get_home_feeds', 'feed', 'user_profile']),
  );
});

describe('crashes', () => {
  test('TRUST-06 a visible screen that fails is restarted, and the others are not affected', () => {
    const { news, open, child } = start();
    for (const order of [home, thread, profile]) open(order);
    const [feed, other, person] = [child('feed:home'), child('thread:n'), child('profile')];
    breakNow(feed);
    expect(news).toEqual([
      { type: 'screens.crashed', crash: { actor: 'screens/feed:home', message: 'feed broke' } },
    ]);
    expect(child('feed:home')?.getSnapshot().status).toBe('active');
    expect(child('feed:home')).not.toBe(feed);
    expect([child('thread:n'), child('profile')]).toEqual([other, person]);
  });

  test('TRUST-06 a hidden screen that fails is removed, and restarts when it is opened', () => {
    const { open, close, child } = start();
    open(thread);
    close(thread);
    breakNow(child('thread:n'));
    expect(child('thread:n')).toBeUndefined();
    open(thread);
    expect(child('thread:n')?.getSnapshot().status).toBe('active');
  });

  test.each(['feed:home', 'profile', 'feeds'])(
    'TRUST-06 %s is restarted at most three times a minute, then in the next',
    (id) => {
      const { clock, news, open, child } = start();
      for (const order of [home, profile]) open(order);
      for (let time = 0; time < 3; time++) breakNow(child(id));
      expect(child(id)?.getSnapshot().status).toBe('active');
      breakNow(child(id));
      expect([child(id), news.length]).toEqual([undefined, 4]);
      elapse(clock, MINUTE, 1_000);
      expect(child(id)?.getSnapshot().status).toBe('active');
    },
  );

  test('TRUST-06 an actor that fails to start does not stop the others, nor loop', () => {
    const dead = planted(feedListMachine, (config) => {
      config['context'] = (() => {
        throw new Error('stillborn');
      }) as never;
    });
    const { news, open, child } = start(screensMachine.provide({ actors: { feedList: dead } }));
    expect(news.length).toBe(4);
    open(stats);
    expect(child('stats')?.getSnapshot().status).toBe('active');
  });
});
