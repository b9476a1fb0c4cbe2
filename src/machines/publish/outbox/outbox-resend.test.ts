import { expect, test } from 'vitest';
import {
  type OutboxTab,
  type OutboxWorld,
  outboxWorld,
  RELAYS,
} from '../../../../tests/support/publish/outbox-world.ts';
import { failureReason } from '../../../events/publish/outbox/publish-failure.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ONE, TWO] = RELAYS;
const GONE = { code: 'relay.errored' } as const;

const states = (tab: OutboxTab) => tab.records().map(stateOf);
const returned = (tab: OutboxTab, url: string) => tab.actor.send({ type: 'relay.opened', url });
const sent = (world: OutboxWorld) => world.deliveries.map(({ url, event }) => `${url} ${event.id}`);
const isBroadcasting = (tab: OutboxTab) =>
  tab.bus.open().some(({ query }) => query.verb === 'broadcast_events');

/** Make all relays and those of the caching service unreachable. */
function deafen(world: OutboxWorld, tab: OutboxTab): void {
  world.settle();
  for (const delivery of world.waiting()) world.answer(delivery, 'silent', GONE);
  world.settle();
  tab.broadcast('none');
  world.settle();
}

function failedNote(world: OutboxWorld): OutboxTab {
  const tab = world.open();
  tab.publish('to nobody', { origin: 'root 1' });
  world.settle();
  tab.sign();
  deafen(world, tab);
  expect(states(tab)).toEqual(['failed']);
  expect(tab.records().map(failureReason)).toEqual([{ code: 'unreachable', again: true }]);
  return tab;
}

test('BEYOND-05 PUBLISH-04 an unsent event is resent unchanged, only to the relay that reconnected', () => {
  const world = outboxWorld();
  const tab = failedNote(world);
  const before = sent(world);
  world.elapse(10 * 60_000);
  returned(tab, `${TWO}/`);
  world.settle();
  expect(states(tab)).toEqual(['sending']);
  const [id] = tab.records().map(({ event }) => event?.id);
  expect(sent(world).slice(before.length)).toEqual([`${TWO} ${id}`]);
  for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  world.settle();
  expect([states(tab), tab.prompts()]).toEqual([['accepted'], []]);
  returned(tab, ONE);
  world.elapse(61_000);
  world.settle();
  expect(sent(world)).toHaveLength(before.length + 1);
  world.check();
  expect(world.faults).toEqual([]);
});

const NEW = pressed('wss://new.example');
const listed = (tab: OutboxTab, ...urls: string[]) =>
  tab.actor.send({
    type: 'relayList.changed',
    relays: urls.map((url) => ({ url: pressed(url), read: true, write: true })),
  });

test('BEYOND-05 RELAY-06 a note that waits for dead relays goes to one that joins the relay list', () => {
  const world = outboxWorld();
  const tab = failedNote(world);
  const before = sent(world).length;
  listed(tab, ...RELAYS);
  world.settle();
  expect([states(tab), sent(world)]).toEqual([['failed'], sent(world).slice(0, before)]);
  listed(tab, NEW);
  world.settle();
  const [id] = tab.records().map(({ event }) => event?.id);
  expect(sent(world).slice(before)).toEqual([`${NEW} ${id}`]);
  expect(tab.records().map(({ relays }) => [...relays.keys()])).toEqual([[...RELAYS, NEW]]);
  for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  world.settle();
  expect([states(tab), tab.prompts()]).toEqual([['accepted'], []]);
  world.check();
  expect(world.faults).toEqual([]);
});

test('BEYOND-05 RELAY-06 a note that fails after the change of the relay list goes to its relays', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('to nobody');
  world.settle();
  listed(tab, NEW);
  tab.sign();
  deafen(world, tab);
  expect([states(tab), world.waiting().map(({ url }) => url)]).toEqual([['sending'], [NEW]]);
});

test('BEYOND-05 RELAY-06 the next page sends a waiting note to the relays of the repaired list', () => {
  const world = outboxWorld();
  world.crash(failedNote(world));
  const tab = world.open();
  listed(tab, NEW);
  tab.actor.send({ type: 'account.wakeChanged', on: true });
  world.settle();
  expect([states(tab), world.waiting().map(({ url }) => url)]).toEqual([['sending'], [NEW]]);
});

test('PUBLISH-04 RELAY-06 “Send again” also asks the relays of the current relay list', () => {
  const world = outboxWorld();
  const tab = world.open();
  const profile = pressed({ kind: 0, tags: [], content: '{}' });
  const order = { draft: profile, relays: RELAYS, now: seconds(world.now()) };
  tab.actor.send({ type: 'outbox.publish', order });
  world.settle();
  tab.sign();
  deafen(world, tab);
  listed(tab, NEW);
  world.settle();
  // it replaces an earlier version, so it is left to the user
  expect([states(tab), world.waiting()]).toEqual([['failed'], []]);
  const retry = () => {
    const [job = ''] = tab.records().map((record) => record.job);
    tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
    world.settle();
  };
  retry();
  expect(world.waiting().map(({ url }) => url)).toEqual([...RELAYS, NEW]);
});

test('PUBLISH-04 RELAY-06 a note that is signed only now goes to the current relay list, too', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('unsigned');
  world.settle();
  tab.refuse();
  world.settle();
  listed(tab, NEW);
  const [job = ''] = tab.records().map((record) => record.job);
  tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
  world.settle();
  tab.sign();
  world.settle();
  expect(world.waiting().map(({ url }) => url)).toEqual([...RELAYS, NEW]);
});

test('BEYOND-05 an unstable relay gets a resend once a minute, without a new broadcast by the service', () => {
  const world = outboxWorld();
  const tab = failedNote(world);
  const before = sent(world).length;
  for (let second = 0; second < 170; second += 10) {
    returned(tab, ONE);
    world.settle();
    for (const delivery of world.waiting()) world.answer(delivery, 'silent', GONE);
    world.settle();
    expect([states(tab), isBroadcasting(tab)]).toEqual([['failed'], false]);
    world.elapse(10_000);
  }
  world.settle();
  expect([sent(world).length - before, states(tab)]).toEqual([3, ['failed']]);
});

test('BEYOND-05 ACTIVITY-03 one tab resends, also if the relay reconnected before the log was read', () => {
  const world = outboxWorld();
  const first = failedNote(world);
  world.crash(first);
  const [leader, other] = [world.open(), world.open()];
  for (const tab of [leader, other]) returned(tab, ONE);
  leader.actor.send({ type: 'account.wakeChanged', on: true });
  world.settle();
  const before = sent(world).length;
  expect(world.waiting().map(({ url }) => url)).toEqual([ONE]);
  for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  world.settle();
  world.elapse(61_000);
  world.settle();
  expect([states(leader), states(other), sent(world).length]).toEqual([
    ['accepted'],
    ['accepted'],
    before,
  ]);
});

test('BEYOND-05 INV-NO-LOSS an event without an answer is sent again to relays that stay connected', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('to slow relays');
  world.settle();
  tab.sign();
  const before = sent(world).length;
  const fail = () => {
    for (const delivery of world.waiting())
      world.answer(delivery, 'silent', { code: 'publish.unconfirmed' });
    world.settle();
  };
  world.settle();
  fail();
  tab.broadcast('none');
  world.settle();
  expect([states(tab), world.waiting()]).toEqual([['failed'], []]);
  for (const pause of [30_000, 60_000]) {
    world.elapse(pause - 1_000);
    world.settle();
    expect(world.waiting()).toEqual([]);
    world.elapse(1_100);
    world.settle();
    expect(world.waiting().map(({ url }) => url)).toEqual([ONE, TWO]);
    fail();
  }
  world.elapse(120_000);
  world.settle();
  for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
  world.settle();
  expect([states(tab), tab.prompts()]).toEqual([['accepted'], []]);
  expect(tab.actor.getSnapshot().context.unanswered.size).toBe(0);
  expect(sent(world)).toHaveLength(before + 8);
  world.check();
  expect(world.faults).toEqual([]);
});

test('BEYOND-05 a relay that reconnects while others are still asked gets the event afterwards', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('early');
  world.settle();
  tab.sign();
  world.settle();
  for (const delivery of world.waiting()) world.answer(delivery, 'silent', GONE);
  world.settle();
  returned(tab, ONE);
  world.settle();
  expect([states(tab), world.waiting()]).toEqual([['sending'], []]);
  tab.broadcast('none');
  world.settle();
  expect([states(tab), world.waiting().map(({ url }) => url)]).toEqual([['sending'], [ONE]]);
});

test('BEYOND-05 INV-BASE refused, discarded, replaceable or week-old events are never resent', () => {
  const world = outboxWorld();
  const tab = failedNote(world);
  tab.publish('to somebody', { origin: 'root 1' });
  world.settle();
  expect(states(tab)).toEqual(['discarded', 'drafted']);
  tab.sign();
  world.settle();
  for (const delivery of world.waiting()) world.answer(delivery, 'rejected', 'blocked: no');
  world.settle();
  tab.broadcast('none');
  tab.actor.send({
    type: 'outbox.publish',
    order: {
      draft: pressed({ kind: 0, tags: [], content: '{}' }),
      relays: RELAYS,
      now: seconds(world.now()),
    },
  });
  world.settle();
  tab.sign();
  deafen(world, tab);
  expect(states(tab)).toEqual(['discarded', 'failed', 'failed']);
  expect(failureReason(tab.records()[2] ?? expect.fail())).toEqual({
    code: 'unreachable',
    again: false,
  });
  tab.publish('old');
  world.settle();
  tab.sign();
  deafen(world, tab);
  world.elapse(8 * 86_400_000);
  tab.publish('new');
  world.settle();
  const before = sent(world).length;
  returned(tab, ONE);
  world.settle();
  expect(sent(world)).toHaveLength(before);
});
