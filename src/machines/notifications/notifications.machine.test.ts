import { createActor, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import {
  counts,
  hex,
  likes,
  seenUntil,
} from '../../../tests/support/notifications/notification-samples.ts';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { inSeconds, seconds } from '../../events/core/time.ts';
import {
  type TabsCommand,
  type TabsSignal,
  notificationsMachine,
  type NotificationsTold,
} from './notifications.machine.ts';

const ME = 'a'.repeat(64);
const NOW = seconds(1_000);
const NONE = { shown: 0, muted: 0 };

function start({ isLocal = true, leads = true } = {}) {
  const fake = fakeBus();
  const tabs = fakePort<TabsCommand, { readonly account: string }, TabsSignal>();
  const signs = fakeSession();
  const clock = new SimulatedClock();
  const actor = createActor(notificationsMachine.provide({ actors: { tabs: tabs.logic } }), {
    input: { account: ME, bus: fake.bus, signer: signs.ref, isLocal },
    clock,
  }).start();
  actor.send({ type: 'notifications.expected' });
  if (leads) tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  const context = () => actor.getSnapshot().context;
  const asked = (verb: string) => fake.open().filter(({ query }) => query.verb === verb);
  return {
    ...fake,
    tabs,
    signs,
    clock,
    context,
    asked,
    send: actor.send,
    has: (tag: 'learning' | 'owed' | 'marking') => actor.getSnapshot().hasTag(tag),
    unread: () => context().unread,
    counted: (count: number) => fake.part(counts(ME, count), 'notification_counts'),
    /** Send a count, answer the fetch that follows, and report the hidden ids. */
    news(count: number, dates: readonly number[], hidden: readonly string[] = []) {
      fake.part(counts(ME, count), 'notification_counts');
      elapse(clock, 400);
      fake.answer(likes(ME, ...dates), 'get_notifications');
      actor.send({ type: 'notifications.judged', hidden, alerts: [] });
    },
    told: () =>
      tabs
        .told()
        .flatMap((one) => (one.type === 'tabs.share' ? [one.told.unread] : []))
        .at(-1),
    badge: () =>
      tabs
        .told()
        .flatMap((one) => (one.type === 'tabs.setBadge' ? [one.unread] : []))
        .at(-1),
  };
}
const idOf = (world: ReturnType<typeof start>, at: number) =>
  world.context().news.find((one) => inSeconds(one.at) === at)?.id ?? '';

test("NOTIF-04 E-59 the badge is the service's count minus muted items, shared with tabs and the system", () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.counted(3);
  expect(world.unread()).toBe(0);
  elapse(world.clock, 400);
  expect(world.asked('get_notifications')[0]?.query.payload).toMatchObject({
    pubkey: ME,
    since: 5,
    limit: 50,
  });
  world.answer(likes(ME, 6, 7, 8), 'get_notifications');
  world.send({ type: 'notifications.judged', hidden: [idOf(world, 7)], alerts: [] });
  expect([world.unread(), world.told(), world.badge()]).toEqual([2, 2, 2]);
  // the same count again reports nothing new
  world.counted(3);
  elapse(world.clock, 400);
  expect(world.asked('get_notifications')).toEqual([]);
});

test('NOTIF-04 ROUTE-19 the system badge adds unread private messages and is set by the leading tab', () => {
  const world = start();
  world.send({ type: 'notifications.messages', count: 4, direct: NONE, alerts: [] });
  expect([world.unread(), world.told(), world.badge()]).toEqual([0, undefined, 4]);
  world.news(3, [6, 7, 8]);
  expect([world.unread(), world.told(), world.badge()]).toEqual([3, 3, 7]);
  world.send({ type: 'notifications.messages', count: 0, direct: NONE, alerts: [] });
  expect(world.badge()).toBe(3);
  const other = start({ leads: false });
  other.send({ type: 'notifications.messages', count: 4, direct: NONE, alerts: [] });
  expect(other.badge()).toBeUndefined();
  other.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  expect(other.badge()).toBe(4);
});

test('NOTIF-04 ACCOUNT-20 only unread direct messages by unmuted people count, from the start', () => {
  const world = start();
  const shown = [world.told, world.badge];
  const messages = (unread: number, muted: number) =>
    world.send({
      type: 'notifications.messages',
      count: 0,
      direct: { shown: unread, muted },
      alerts: [],
    });
  const looked = () => {
    elapse(world.clock, 400);
    for (const _ of world.asked('get_notifications'))
      world.answer(likes(ME, 6), 'get_notifications');
    world.send({ type: 'notifications.judged', hidden: [], alerts: [] });
    return [world.unread(), ...shown.map((one) => one())];
  };
  world.answer(seenUntil(5), 'get_notifications_seen');
  // the service counts a like and three messages, whose senders are not known yet
  world.part(counts(ME, 1, 3), 'notification_counts');
  expect(looked()).toEqual([1, 1, 1]);
  messages(1, 2);
  expect(looked()).toEqual([2, 2, 2]);
  // a muted person writes again
  world.part(counts(ME, 1, 4), 'notification_counts');
  expect(looked()).toEqual([2, 2, 2]);
  messages(1, 3);
  expect([looked(), world.asked('get_notifications')]).toEqual([[2, 2, 2], []]);
  // the same total with other content: one message was read, and a like arrived
  messages(0, 3);
  world.part(counts(ME, 2, 3), 'notification_counts');
  expect(looked()).toEqual([2, 2, 2]);
  // some of the unread messages were seen before
  messages(9, 1);
  expect(looked()).toEqual([4, 4, 4]);
});

test('NOTIF-04 only the leading tab shows a system notification for a message', () => {
  const alerts = [{ id: 'messages', title: 'You have a new message', of: 'messages' as const }];
  const said = (leads: boolean) => {
    const world = start({ leads });
    world.send({ type: 'notifications.messages', count: 1, direct: NONE, alerts });
    return world.tabs.told().filter(({ type }) => type === 'tabs.showAlerts');
  };
  expect([said(true), said(false)]).toEqual([[{ type: 'tabs.showAlerts', alerts }], []]);
});

test('NOTIF-04 INV-SUBS the leading tab subscribes to counts while awake, and again after waking', () => {
  const world = start({ leads: false });
  expect(world.asked('notification_counts')).toEqual([]);
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  expect(world.asked('notification_counts')).toHaveLength(1);
  world.send({ type: 'account.wakeChanged', on: false });
  expect([world.asked('notification_counts').length, world.tabs.told().at(-1)]).toEqual([
    0,
    { type: 'tabs.resign' },
  ]);
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
  world.send({ type: 'account.wakeChanged', on: true });
  expect(world.tabs.told().at(-1)).toEqual({ type: 'tabs.standBy' });
  expect(world.asked('notification_counts')).toEqual([]);
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  expect(world.asked('notification_counts')).toHaveLength(1);
});

test("NOTIF-04 ACTIVITY-03 another tab shows the leader's state and requests nothing", () => {
  const leader = start();
  leader.answer(seenUntil(5), 'get_notifications_seen');
  leader.news(2, [6, 7]);
  const told = leader.tabs
    .told()
    .flatMap((one): NotificationsTold[] => (one.type === 'tabs.share' ? [one.told] : []));
  const other = start({ leads: false });
  for (const one of told) other.tabs.report({ type: 'tabs.received', told: one });
  expect([other.unread(), other.context().news.length]).toEqual([2, 2]);
  elapse(other.clock, 60_000, 500);
  expect([other.asked('notification_counts'), other.asked('get_notifications')]).toEqual([[], []]);
  expect(other.badge()).toBeUndefined();
});

test("NOTIF-04 ACTIVITY-03 a later tab receives the leader's state, and older markers are ignored", () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 7]);
  const shared = () => world.tabs.told().filter(({ type }) => type === 'tabs.share').length;
  const before = shared();
  world.tabs.report({ type: 'tabs.requested' });
  expect([shared(), world.told()]).toEqual([before + 1, 2]);
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
  world.tabs.report({ type: 'tabs.requested' });
  expect(shared()).toBe(before + 1);
  const { unread, total, direct, news, hidden } = world.context();
  world.tabs.report({
    type: 'tabs.received',
    told: { unread, total, direct, news, hidden, seen: undefined, looked: undefined },
  });
  world.tabs.report({
    type: 'tabs.received',
    told: { unread, total, direct, news, hidden, seen: seconds(3), looked: undefined },
  });
  expect(world.context().seen).toBe(seconds(5));
});

test('NOTIF-04 E-59 counted news are fetched again after an error or if another tab led before judging', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.counted(2);
  elapse(world.clock, 400);
  world.refuse('get_notifications');
  expect(world.unread()).toBe(2);
  elapse(world.clock, 15_100);
  world.answer(likes(ME, 6, 7), 'get_notifications');
  world.send({ type: 'notifications.judged', hidden: [idOf(world, 7)], alerts: [] });
  expect(world.unread()).toBe(1);
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  elapse(world.clock, 400);
  expect(world.asked('get_notifications')).toHaveLength(1);
  // a tab that does not lead requests nothing
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: false });
  world.refuse('get_notifications');
  elapse(world.clock, 20_000);
  expect(world.asked('get_notifications')).toEqual([]);
});

test('NOTIF-05 the marker is read, and written a second after the list opened, as of that moment', () => {
  const world = start();
  expect(world.has('learning')).toBe(true);
  world.answer(seenUntil(5), 'get_notifications_seen');
  expect(world.has('learning')).toBe(false);
  world.news(2, [6, 7]);
  world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  expect(world.context().boundary).toBe(seconds(5));
  elapse(world.clock, 900);
  expect(world.signs.open()).toEqual([]);
  elapse(world.clock, 200);
  const [request] = world.signs.open();
  expect(request).toMatchObject({
    quiet: true,
    act: { do: 'sign', template: { kind: 30_078, created_at: NOW } },
  });
  expect(world.unread()).toBe(0);
  world.signs.sign(trusted({ kind: 30_078 }));
  world.answer({}, 'set_notifications_seen');
  expect([world.context().seen, world.context().total, world.has('owed'), world.badge()]).toEqual([
    NOW,
    0,
    false,
    0,
  ]);
  // new items stay marked as new until the list is left
  expect(world.context().boundary).toBe(seconds(5));
  world.send({ type: 'notifications.left', visit: 'one' });
  world.send({ type: 'notifications.opened', now: seconds(1_100), visit: 'two' });
  expect(world.context().boundary).toBe(NOW);
  // without a marker, nothing counts as seen
  const first = start();
  first.answer({}, 'get_notifications_seen');
  first.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  expect(first.context().boundary).toBe(seconds(0));
});

test('NOTIF-05 going back to a visit shows the same items as new, a new visit does not', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 7]);
  const boundaryOf = (visit: string) => {
    world.send({ type: 'notifications.opened', now: NOW, visit });
    elapse(world.clock, 2_000);
    const { boundary } = world.context();
    world.send({ type: 'notifications.left', visit });
    return boundary;
  };
  expect(boundaryOf('one')).toBe(seconds(5));
  expect(boundaryOf('one')).toBe(seconds(5));
  expect(boundaryOf('two')).toBe(NOW);
  expect(boundaryOf('one')).toBe(NOW);
});

test('NOTIF-05 leaving within a second does not mark, and without news nothing is signed', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(1, [6]);
  world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  elapse(world.clock, 500);
  world.send({ type: 'notifications.left', visit: 'one' });
  elapse(world.clock, 5_000);
  expect([world.signs.open(), world.unread()]).toEqual([[], 1]);
  world.counted(0);
  world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  elapse(world.clock, 5_000);
  expect(world.signs.open()).toEqual([]);
});

test('NOTIF-05 BEYOND-03 viewing never prompts a signer: items count as seen here and are marked on demand', () => {
  const world = start({ isLocal: false });
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 7]);
  world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  elapse(world.clock, 1_100);
  world.signs.refuse();
  expect([world.has('owed'), world.unread(), world.signs.open()]).toEqual([true, 0, []]);
  elapse(world.clock, 60_000, 500);
  expect(world.signs.open()).toEqual([]);
  // later news count
  world.news(3, [6, 7, 1_001]);
  expect(world.unread()).toBe(1);
  world.send({ type: 'notifications.mark', now: seconds(1_002) });
  expect(world.signs.open()[0]).toMatchObject({ quiet: false });
  world.signs.sign(trusted({ kind: 30_078 }));
  world.answer({}, 'set_notifications_seen');
  expect([world.has('owed'), world.unread(), world.context().isAllowed]).toEqual([false, 0, true]);
  // from now on a prompt is allowed
  world.news(1, [1_005]);
  world.send({ type: 'notifications.opened', now: seconds(1_010), visit: 'one' });
  elapse(world.clock, 1_100);
  expect(world.signs.open()[0]).toMatchObject({ quiet: false });
});

test('NOTIF-05 INV-ONE-PROMPT a requested signature stays open when new items enter the list', () => {
  const world = start({ isLocal: false });
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 7]);
  world.send({ type: 'notifications.mark', now: NOW });
  expect(world.signs.open()).toHaveLength(1);
  world.send({ type: 'notifications.opened', now: seconds(1_002), visit: 'one' });
  elapse(world.clock, 5_000);
  expect(world.signs.open()).toMatchObject([{ quiet: false }]);
  world.signs.sign(trusted({ kind: 30_078 }));
  world.answer({}, 'set_notifications_seen');
  expect([world.has('owed'), world.unread()]).toEqual([false, 0]);
});

test('NOTIF-05 marking waits for a locked key, and a refusal is shown if the user asked to mark', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(1, [6]);
  world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
  elapse(world.clock, 1_100);
  world.signs.refuse();
  expect(world.has('owed')).toBe(true);
  elapse(world.clock, 15_100);
  world.signs.sign(trusted({ kind: 30_078 }));
  world.refuse('set_notifications_seen');
  expect([world.has('owed'), world.toasts]).toEqual([true, []]);
  world.send({ type: 'notifications.mark', now: NOW });
  world.signs.sign(trusted({ kind: 30_078 }));
  world.refuse('set_notifications_seen');
  expect([world.has('owed'), world.toasts.map(({ message }) => message)]).toEqual([
    true,
    [{ code: 'notifications.notMarked' }],
  ]);
});

test('NOTIF-05 a marker moved by another device or tab is adopted', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 7]);
  world.counted(0);
  expect(world.unread()).toBe(0);
  world.answer(seenUntil(9), 'get_notifications_seen');
  expect(world.context().seen).toBe(seconds(9));
  const { unread, total, direct, news, hidden } = world.context();
  world.tabs.report({
    type: 'tabs.received',
    told: { unread, total, direct, news, hidden, seen: seconds(12), looked: undefined },
  });
  expect(world.context().seen).toBe(seconds(12));
  world.tabs.report({
    type: 'tabs.received',
    told: { unread: 99, total: 99, direct, news, hidden, seen: seconds(1), looked: undefined },
  });
  expect([world.context().seen, world.unread()]).toEqual([seconds(12), 0]);
});

test('a system notification appears once, and only for items that arrived while this tab led', () => {
  const world = start();
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(1, [6]);
  expect(world.context().fresh).toEqual([]);
  world.counted(2);
  elapse(world.clock, 400);
  world.answer(likes(ME, 6, 8), 'get_notifications');
  expect(world.context().fresh.map(({ at }) => inSeconds(at))).toEqual([8]);
  const alerts = [{ id: hex(8), title: 'x', of: 'notifications' as const }];
  world.send({ type: 'notifications.judged', hidden: [], alerts });
  expect(world.tabs.told().filter(({ type }) => type === 'tabs.showAlerts')).toEqual([
    { type: 'tabs.showAlerts', alerts },
  ]);
  expect(world.context().fresh).toEqual([]);
  const alert = { id: 'messages', title: 'You have a new message', of: 'messages' } as const;
  world.tabs.report({ type: 'tabs.opened', alert });
  expect(world.context().chosen).toEqual(alert);
});

test('if the coordinator crashes, this tab subscribes to counts itself', () => {
  const broken = fakeBus();
  const actor = createActor(
    notificationsMachine.provide({
      actors: {
        tabs: notificationsMachine.implementations.actors['tabs'] as never,
      },
    }),
    { input: { account: ME, bus: broken.bus, signer: fakeSession().ref, isLocal: true } },
  ).start();
  expect(broken.open().map(({ query }) => query.verb)).toContain('notification_counts');
  actor.stop();
});

test('NOTIF-04 items seen before a reload are not new, though the service still counts them', () => {
  const world = start({ leads: false });
  const nothing: NotificationsTold = {
    total: undefined,
    direct: 0,
    seen: undefined,
    looked: seconds(8),
    news: [],
    hidden: new Set(),
    unread: 0,
  };
  world.tabs.report({ type: 'tabs.received', told: nothing });
  world.tabs.report({ type: 'tabs.leadershipChanged', leading: true });
  world.answer(seenUntil(5), 'get_notifications_seen');
  world.news(2, [6, 8]);
  expect([world.unread(), world.badge()]).toEqual([0, 0]);
  world.news(3, [6, 8, 9]);
  expect([world.unread(), world.badge()]).toEqual([1, 1]);
});

test.each([
  [0, 1_000],
  [2, 6],
])(
  'NOTIF-04 without a marker the list shows as many new items as the badge counts: %i',
  (count, boundary) => {
    const world = start();
    world.answer({}, 'get_notifications_seen');
    if (count > 0) world.news(count, [5, 6, 7, 8]);
    else world.counted(0);
    world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
    expect([world.unread(), inSeconds(world.context().boundary ?? seconds(0))]).toEqual([
      count,
      boundary,
    ]);
  },
);

test.each([true, false])(
  'NOTIF-05 nothing is left to mark once the service counts nothing, with a local key: %s',
  (isLocal) => {
    const world = start({ isLocal });
    world.answer(seenUntil(5), 'get_notifications_seen');
    world.send({ type: 'notifications.opened', now: NOW, visit: 'one' });
    elapse(world.clock, 1_100);
    world.signs.refuse();
    expect(world.has('owed')).toBe(true);
    world.counted(0);
    expect(world.has('owed')).toBe(false);
    elapse(world.clock, 20_000, 500);
    expect(world.signs.open()).toEqual([]);
  },
);
