import { expect, test } from 'vitest';
import {
  type OutboxTab,
  type OutboxWorld,
  outboxWorld,
} from '../../../../tests/support/publish/outbox-world.ts';
import { stateOf } from '../../../events/publish/outbox/outbox.ts';
import { seconds } from '../../../events/core/time.ts';

const NOTE = 'e'.repeat(64);

/** Let all actors act until nothing is left to do. */
function settle(world: OutboxWorld, tab: OutboxTab): void {
  for (let round = 0; round < 6; round++) {
    world.settle();
    while (tab.prompts().length > 0) {
      tab.sign();
      world.settle();
    }
    for (const delivery of world.waiting()) world.answer(delivery, 'accepted');
    tab.imported();
    world.elapse(1_000);
  }
}

const likes = (world: OutboxWorld) =>
  [...world.held.values()].map(
    (events) => [...events.values()].filter(({ kind }) => kind === 7).length,
  );
const signatures = (world: OutboxWorld) =>
  world.disk.log.filter(({ type }) => type === 'signed').length;

test('PUBLISH-04 ACCOUNT-17 repeated presses of a like result in one like, also with another hint', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.like(NOTE);
  world.elapse(1_500);
  tab.like(NOTE, { hint: ['wss://elsewhere.example'] });
  world.settle();
  tab.like(NOTE);
  world.elapse(1_500);
  settle(world, tab);
  tab.like(NOTE);
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
  expect(tab.heard.filter(({ type }) => type === 'outbox.jobCreated')).toHaveLength(4);
  expect(tab.records().map(stateOf)).toEqual(['accepted']);
});

test('PUBLISH-04 E-48 pressing a like that a crash left unsigned continues the same like', () => {
  const world = outboxWorld();
  const before = world.open();
  before.like(NOTE, { hold: 4_000 });
  world.settle();
  world.crash(before);
  world.elapse(30_000);
  const tab = world.open();
  // ordered before the log is read
  tab.like(NOTE);
  settle(world, tab);
  for (const { job } of tab.records())
    tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
});

/** A like that can be undone, and whose page is closed before that is over. */
function leftWhileHeld() {
  const world = outboxWorld();
  const before = world.open();
  before.like(NOTE, { hold: 4_000 });
  world.settle();
  world.crash(before);
  return world;
}

test('BEYOND-09 INV-NO-LOSS a like whose page closed while it could be undone is sent by the next page', () => {
  const world = leftWhileHeld();
  const tab = world.open();
  world.settle();
  world.elapse(5_000);
  expect(tab.prompts()).toEqual([]);
  world.elapse(2_000);
  expect(tab.prompts().map(({ quiet }) => quiet)).toEqual([true]);
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
});

test('BEYOND-03 a like that a closed page left waits for a press, if its signature needs a prompt', () => {
  const world = leftWhileHeld();
  const tab = world.open();
  world.settle();
  world.elapse(7_000);
  tab.refuse();
  world.settle();
  expect(tab.records().map(stateOf)).toEqual(['drafted']);
  world.elapse(60_000);
  expect(tab.prompts()).toEqual([]);
  for (const { job } of tab.records())
    tab.actor.send({ type: 'outbox.retry', job, now: seconds(world.now()) });
  world.settle();
  expect(tab.prompts().map(({ quiet }) => quiet)).toEqual([undefined]);
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
});

test('BEYOND-09 an open second tab does not sign a like that can still be undone in the first', () => {
  const world = outboxWorld();
  const [one, other] = [world.open(), world.open()];
  world.settle();
  world.elapse(4_000);
  one.like(NOTE, { hold: 4_000 });
  world.settle();
  world.elapse(3_000);
  expect([one.prompts(), other.prompts()]).toEqual([[], []]);
  const [like] = one.records();
  one.actor.send({ type: 'outbox.discard', job: like?.job ?? '' });
  for (const tab of [one, other]) settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([0, [0, 0]]);
});

test('PUBLISH-04 the same like in two tabs without contact is signed and sent once', () => {
  const world = outboxWorld();
  const [one, other] = [world.open(), world.open()];
  world.settle();
  one.like(NOTE);
  world.elapse(2_000);
  other.like(NOTE);
  for (const tab of [one, other, one, other]) settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
});

test('PUBLISH-04 a refused or unaccepted like is resumed by the next press', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.like(NOTE);
  world.settle();
  tab.refuse();
  world.settle();
  expect(tab.records().map(stateOf)).toEqual(['unsigned']);
  tab.like(NOTE);
  world.settle();
  tab.sign();
  world.settle();
  for (const delivery of world.waiting()) world.answer(delivery, 'rejected', 'blocked: no');
  world.settle();
  tab.broadcast('none');
  world.settle();
  expect(tab.records().map(stateOf)).toEqual(['failed']);
  tab.like(NOTE);
  settle(world, tab);
  expect([signatures(world), likes(world), tab.records().map(stateOf)]).toEqual([
    1,
    [1, 1],
    ['accepted'],
  ]);
});

test('BEYOND-09 a like that was undone, or retracted elsewhere, is replaced by a new one', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.like(NOTE, { hold: 4_000 });
  world.settle();
  tab.actor.send({ type: 'outbox.discard', job: tab.records()[0]?.job ?? '' });
  world.settle();
  tab.like(NOTE, { hold: 4_000 });
  world.elapse(4_500);
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([1, [1, 1]]);
  world.elapse(11 * 60_000);
  tab.like(NOTE);
  settle(world, tab);
  expect([signatures(world), likes(world)]).toEqual([2, [2, 2]]);
});

test('PUBLISH-04 INV-QUEUE a refused text is signed again on the next press, before its discard is logged', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('hello', { origin: 'root 1' });
  world.settle();
  tab.refuse();
  world.settle();
  const [refused] = tab.records();
  if (refused) tab.actor.send({ type: 'outbox.discard', job: refused.job });
  tab.publish('hello', { origin: 'root 1' });
  world.settle();
  expect([tab.records().map(stateOf), tab.prompts().length]).toEqual([['discarded', 'drafted'], 1]);
  settle(world, tab);
  expect([tab.records().map(stateOf), signatures(world)]).toEqual([['discarded', 'accepted'], 1]);
});

const notes = (world: OutboxWorld) => [...world.held.values()].map(({ size }) => size);

test('PUBLISH-04 one text of one composer published in two tabs without contact becomes one note', () => {
  for (const isSignedFirst of [false, true]) {
    const world = outboxWorld();
    const [one, other] = [world.open(), world.open()];
    world.settle();
    one.publish('once', { origin: 'root 7' });
    if (isSignedFirst) {
      one.store.commit();
      one.sign();
      one.store.commit();
    }
    world.elapse(2_000);
    other.publish('once', { origin: 'root 7' });
    for (const tab of [one, other, one, other]) settle(world, tab);
    expect([signatures(world), notes(world)]).toEqual([1, [1, 1]]);
    for (const tab of [one, other]) {
      expect(tab.records().map(stateOf)).toEqual(['accepted']);
      expect(tab.heard.findLast(({ type }) => type === 'outbox.jobChanged')).toMatchObject({
        record: { event: { content: 'once' } },
      });
    }
  }
});

test('PUBLISH-04 a changed, refused or discarded text is published as a new note', () => {
  const world = outboxWorld();
  const tab = world.open();
  tab.publish('first', { origin: 'root 7' });
  world.settle();
  tab.refuse();
  world.settle();
  tab.publish('first', { origin: 'root 7' });
  settle(world, tab);
  tab.publish('changed', { origin: 'root 7' });
  settle(world, tab);
  tab.publish('gone', { origin: 'root 8' });
  world.settle();
  tab.actor.send({ type: 'outbox.discard', job: tab.records().at(-1)?.job ?? '' });
  world.settle();
  tab.publish('gone', { origin: 'root 8' });
  settle(world, tab);
  expect(tab.records().map(stateOf)).toEqual([
    'discarded',
    'accepted',
    'accepted',
    'discarded',
    'accepted',
  ]);
  expect([signatures(world), notes(world)]).toEqual([3, [3, 3]]);
});
