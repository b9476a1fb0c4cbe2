import {
  type AnyActorRef,
  assign,
  createActor,
  createMachine,
  fromCallback,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { frozenTree } from '../../../tests/support/machines/frozen-tree.ts';
import { verified, range } from '../../../tests/support/connection/fake-cache.ts';
import { fakeApp } from '../../../tests/support/views/fake-app.ts';
import { millis } from '../../events/core/time.ts';
import { pathOf } from '../app/recording/recorder.ts';
import { stateHashes } from '../app/recording/state-hash.ts';
import { refsBelow } from '../core/refs-below.ts';
import { isGone } from '../core/supervision.ts';
import { actorRows, type Moment } from './actor-rows.ts';
import { lastActs } from './events-shown.ts';
import { crashActor } from './faults.ts';
import { deadlinesAt, followActors, type SentEvent } from './history.ts';

/** A parent that asks a port for two things, and waits three seconds for each. */
function askers() {
  const clock = new SimulatedClock();
  let answer: (id: string) => void = () => {};
  const port = fromCallback(({ sendBack, receive }) => {
    receive(() => {});
    answer = (id) => sendBack({ type: 'port.answered', found: [{ eventId: id }] });
  });
  const child = createMachine({
    invoke: { id: 'port', src: port },
    on: {
      'child.ask': {
        actions: sendTo('port', ({ event }) => ({ type: 'port.ask', event })),
        target: '.waiting',
      },
    },
    initial: 'idle',
    states: {
      idle: {},
      waiting: { on: { 'port.answered': 'idle' }, after: { 3_000: 'late' } },
      late: {},
    },
  });
  const parent = setup({ actors: { child } }).createMachine({
    context: { asked: 0 },
    invoke: { id: 'child', src: 'child' },
    on: {
      'parent.ask': {
        actions: [
          assign({ asked: ({ context }) => context.asked + 1 }),
          sendTo('child', ({ event }) => ({ type: 'child.ask', id: event['id'] })),
        ],
      },
    },
  });
  const root = createActor(parent, { clock }).start();
  const followed = followActors(root, { now: () => millis(clock.now()) });
  return { root, clock, ...followed, answer: (id: string) => answer(id) };
}

const nameIn = (path: readonly string[]) => path.join('/');

/** The types of an event and of its causes. */
function chain(one: SentEvent | undefined): readonly string[] {
  return one ? [`${one.origin} ${one.event.type}`, ...chain(one.cause)] : [];
}

test('TOOL-05 a chain of causes leads from an answer over its command to the press', () => {
  const { root, history, answer } = askers();
  root.send({ type: 'parent.ask', id: 'one' });
  root.send({ type: 'parent.ask', id: 'two' });
  answer('one');
  const answered = history().events.at(-1);
  expect(chain(answered)).toEqual([
    'answer port.answered',
    'actor port.ask',
    'actor child.ask',
    'outside parent.ask',
  ]);
  expect(answered?.cause?.event).toMatchObject({ event: { id: 'one' } });
});

test('TOOL-05 a timer is caused by the event that set it, and its deadline ends when it fires', () => {
  const { root, clock, history } = askers();
  root.send({ type: 'parent.ask', id: 'one' });
  const before = history().seq;
  const child = history().actors.find(({ id }) => id === 'child');
  expect(child && deadlinesAt(child, before).map(({ due }) => due)).toEqual([3_000]);
  elapse(clock, 3_000);
  expect(chain(history().events.at(-1))).toEqual([
    'timer xstate.after.3000.(machine).waiting',
    'actor child.ask',
    'outside parent.ask',
  ]);
  expect(child && deadlinesAt(child, history().seq)).toEqual([]);
  expect(child && deadlinesAt(child, before)).toHaveLength(1);
});

test('TOOL-05 acts of the user end at the first answer of a port or timer', () => {
  const { root, clock, history, answer } = askers();
  root.send({ type: 'parent.ask', id: 'one' });
  answer('one');
  root.send({ type: 'parent.ask', id: 'two' });
  elapse(clock, 3_000);
  const child = history().actors.find(({ id }) => id === 'child');
  const acts = child ? lastActs(history(), child, history().seq) : [];
  expect(acts.map(([{ event }]) => [event.type, event['id']])).toEqual([
    ['child.ask', 'two'],
    ['child.ask', 'one'],
  ]);
});

test('TOOL-05 an answer in time cancels the deadline', () => {
  const { root, history, answer } = askers();
  root.send({ type: 'parent.ask', id: 'one' });
  answer('one');
  const child = history().actors.find(({ id }) => id === 'child');
  expect(child?.deadlines.map(({ ended }) => ended !== undefined)).toEqual([true]);
});

test('TOOL-05 each event names the transitions that it led to', () => {
  const { root, history } = askers();
  root.send({ type: 'parent.ask', id: 'one' });
  const asked = history().events.find(({ event }) => event.type === 'child.ask');
  expect(asked?.microsteps).toEqual([
    {
      event: { type: 'child.ask', id: 'one' },
      taken: [{ from: '(machine)', to: ['(machine).waiting'] }],
    },
  ]);
  expect(asked?.settled).toBeDefined();
});

test('TOOL-05 old events are dropped, and the tree after those that are left is whole', () => {
  const clock = new SimulatedClock();
  const machine = createMachine({
    context: { count: 0 },
    on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
  const root = createActor(machine, { clock }).start();
  const { history } = followActors(root, { now: () => millis(0), limit: 10 });
  for (let at = 0; at < 35; at++) root.send({ type: 'add' });
  const { events, dropped, root: record } = history();
  expect(events.length + dropped).toBe(35);
  expect(record.snapshots.length).toBeLessThanOrEqual(events.length + 1);
  const first = events[0];
  const tree = frozenTree(history(), first?.settled?.seq ?? 0);
  expect(tree.getSnapshot().context).toEqual({ count: dropped + 1 });
});

test('TOOL-05 the causes of a timer that sets itself again end where events were dropped', () => {
  const clock = new SimulatedClock();
  const machine = createMachine({
    initial: 'on',
    states: { on: { after: { 1_000: { target: 'on', reenter: true } } } },
  });
  const root = createActor(machine, { clock }).start();
  const { history } = followActors(root, { now: () => millis(clock.now()), limit: 10 });
  for (let at = 0; at < 35; at++) elapse(clock, 1_000);
  const { events, dropped } = history();
  expect(events.length + dropped).toBe(35);
  expect(dropped).toBeGreaterThan(10);
  expect(chain(events.at(-1))).toHaveLength(events.length + 1);
});

test('TOOL-05 BEYOND-07 the inspector shows each actor as it was at an earlier step', () => {
  const { app, clock, socket, net, answer } = fakeApp();
  const { history } = followActors(app, { now: () => millis(clock.now()) });
  const seen: { moment: Moment; snapshots: ReadonlyMap<string, unknown>; hashes: unknown }[] = [];
  const step = (act: () => void) => {
    act();
    const moment = { seq: history().seq, at: millis(clock.now()) };
    const running = [...refsBelow(app)].filter((ref) => !isGone(ref));
    const snapshots = new Map(running.map((ref) => [nameIn(pathOf(ref)), ref.getSnapshot()]));
    seen.push({ moment, snapshots, hashes: stateHashes(app) });
  };
  app.start();
  step(() => socket.connect());
  const screens = app.getSnapshot().children['screens'] as AnyActorRef;
  step(() =>
    screens.send({
      type: 'screen.opened',
      order: { kind: 'feed', key: 'feed:home', input: { base: { verb: 'feed' }, pageSize: 20 } },
    }),
  );
  step(() => elapse(clock, 300));
  step(() =>
    answer('feed', {
      events: [verified({ id: 'n1' })],
      claims: [range(['n1'], { since: 1, until: 1 })],
    }),
  );
  step(() => net.say({ type: 'network.wentOffline' }));
  step(() => socket.closed());
  step(() => elapse(clock, 301_000));
  for (const { moment, snapshots, hashes } of seen.toReversed()) {
    const rows = actorRows(history(), moment).filter(({ state }) => state === 'running');
    const shown = new Map(rows.map(({ record, kept }) => [nameIn(record.path), kept?.snapshot]));
    expect([...shown.keys()].toSorted()).toEqual([...snapshots.keys()].toSorted());
    for (const [name, snapshot] of snapshots)
      expect([name, shown.get(name) === snapshot]).toEqual([name, true]);
    expect(stateHashes(frozenTree(history(), moment.seq))).toEqual(hashes);
  }
});

test('TOOL-05 TRUST-06 an actor whose transition threw has failed, and counts as a crash', () => {
  const { app, clock } = fakeApp();
  app.start();
  const { history } = followActors(app, { now: () => millis(clock.now()) });
  const rows = () => {
    const seen = history();
    const all = actorRows(seen, { seq: seen.seq, at: millis(clock.now()) });
    return all
      .filter(({ record }) => record.id === 'toasts')
      .map(({ state, crashes }) => [state, crashes]);
  };
  expect(rows()).toEqual([['running', 0]]);
  const { toasts } = app.getSnapshot().children;
  if (!toasts) throw new Error('there are no toasts');
  crashActor(toasts);
  expect(rows()).toEqual([
    ['failed', 1],
    ['running', 1],
  ]);
  const ended = history().actors.find(({ ref }) => ref === toasts);
  expect(ended?.snapshots.at(-1)?.by?.event.type).toBe('inspector.crash');
});
