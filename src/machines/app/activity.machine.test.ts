import { createActor, type EventObject, fromCallback, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { activityMachine, type ActivityNews } from './activity.machine.ts';

const MINUTE = 60_000;

function start() {
  const clock = new SimulatedClock();
  const news: string[] = [];
  let say: (event: EventObject) => void = () => {};
  const watch = fromCallback<EventObject, undefined>(({ sendBack }) => {
    say = sendBack;
  });
  const parent = setup({
    types: { events: {} as ActivityNews },
    actors: { activity: activityMachine.provide({ actors: { watch } }) },
  }).createMachine({
    invoke: { id: 'activity', src: 'activity' },
    on: { 'activity.*': { actions: ({ event }) => news.push(event.type) } },
  });
  const actor = createActor(parent, { clock }).start();
  const state = () => actor.getSnapshot().children.activity?.getSnapshot().value;
  return { clock, news, state, see: () => say({ type: 'activity.seen' }) };
}

test('ACTIVITY-01 five minutes without input means asleep, not earlier; any input restarts the time', () => {
  const { clock, news, state, see } = start();
  elapse(clock, 5 * MINUTE - 1);
  expect(state()).toBe('awake');
  see();
  elapse(clock, 5 * MINUTE - 1);
  expect([state(), news]).toEqual(['awake', []]);
  clock.increment(1);
  expect([state(), news]).toEqual(['asleep', ['activity.slept']]);
  elapse(clock, 600 * MINUTE, MINUTE);
  expect([state(), news]).toEqual(['asleep', ['activity.slept']]);
});

test('ACTIVITY-02 the first input wakes; 36 s later it is fully awake, regardless of events in between', () => {
  const { clock, news, state, see } = start();
  elapse(clock, 5 * MINUTE);
  see();
  expect([state(), news.at(-1)]).toEqual(['waking', 'activity.wakeStarted']);
  for (let at = 0; at < 35; at++) {
    elapse(clock, 1_000);
    see();
  }
  elapse(clock, 999);
  expect(state()).toBe('waking');
  clock.increment(1);
  expect([state(), news]).toEqual([
    'awake',
    ['activity.slept', 'activity.wakeStarted', 'activity.woke'],
  ]);
  elapse(clock, 5 * MINUTE);
  expect(state()).toBe('asleep');
});
