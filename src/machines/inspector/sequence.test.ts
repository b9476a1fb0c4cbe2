import { createActor, createMachine, sendTo, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { millis } from '../../events/core/time.ts';
import { followActors } from './history.ts';
import { sequenceOf, sequenceText } from './sequence.ts';

const child = setup({}).createMachine({ on: { ask: {} } });
const parent = setup({ actors: { child } }).createMachine({
  id: 'house',
  invoke: { src: 'child', id: 'child' },
  on: { ring: { actions: sendTo('child', { type: 'ask' }) } },
});

test('TOOL-05 a sequence has each sender and receiver once, and Mermaid reads its names', () => {
  const house = createActor(parent).start();
  const { history } = followActors(house, { now: () => millis(0) });
  house.send({ type: 'ring' });
  house.send({ type: 'ring' });
  const { events } = history();
  const all = sequenceOf(events, events.length - 1);
  expect(all.lifelines.map((one) => (typeof one === 'string' ? one : one.id))).toEqual([
    'outside',
    'house',
    'child',
  ]);
  expect(all.messages).toHaveLength(events.length);
  expect(sequenceOf(events, 0).messages).toHaveLength(1);
  expect(sequenceOf(events, -1)).toEqual({ lifelines: [], messages: [] });
  const some = sequenceOf(events, events.length - 1, new Set(['outside']));
  expect(some.messages.map(({ event }) => event.event.type)).toEqual(['ask', 'ask']);
  expect(sequenceText(all, 'You; me').split('\n').slice(0, 5)).toEqual([
    'sequenceDiagram',
    '  participant p0 as You  me',
    '  participant p1 as house',
    '  participant p2 as child',
    '  p0->>p1: ring',
  ]);
  house.stop();
});

test('TOOL-05 a timer is a message of its actor to itself, and an event without a sender is yours', () => {
  const clock = new SimulatedClock();
  const lamp = createMachine({
    id: 'lamp',
    initial: 'on',
    states: { on: { after: { 100: 'off' } }, off: { on: { 'socket.heard': 'on' } } },
  });
  const root = createActor(lamp, { clock }).start();
  const { history } = followActors(root, { now: () => millis(clock.now()) });
  clock.increment(100);
  root.send({ type: 'socket.heard' });
  const { lifelines, messages } = sequenceOf(history().events, 1);
  expect(lifelines.map((one) => (typeof one === 'string' ? one : one.id))).toEqual([
    'lamp',
    'outside',
  ]);
  expect(messages.map(({ from, to }) => [from, to])).toEqual([
    [0, 0],
    [1, 0],
  ]);
});
