import { createActor, type EventObject, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakePort } from '../../../../tests/support/machines/fake-port.ts';
import { AUTO_LOCKS, type Idle, isLockedBy } from '../../../events/account/account.ts';
import { idleMachine, type IdleNews, type IdleSignal } from './idle.machine.ts';

test('BEYOND-12 it reports each auto-lock time once, counted from the last activity, and sleep', () => {
  const clock = new SimulatedClock();
  const watch = fakePort<EventObject, undefined, IdleSignal>();
  const heard: Idle[] = [];
  const parent = setup({
    types: { events: {} as IdleNews },
    actors: { idle: idleMachine.provide({ actors: { watch: watch.logic } }) },
  }).createMachine({
    invoke: { id: 'idle', src: 'idle' },
    on: { 'session.idleReached': { actions: ({ event }) => heard.push(event.idle) } },
  });
  createActor(parent, { clock }).start();
  elapse(clock, 59_000, 1_000);
  watch.report({ type: 'idle.seen' });
  elapse(clock, 59_000, 1_000);
  expect(heard).toEqual([]);
  elapse(clock, 1_000, 1_000);
  expect(heard).toEqual([1]);
  elapse(clock, 3 * 60 * 60_000, 10_000);
  expect(heard).toEqual([1, 5, 15, 60]);
  watch.report({ type: 'idle.slept' });
  watch.report({ type: 'idle.seen' });
  elapse(clock, 61_000, 1_000);
  expect(heard).toEqual([1, 5, 15, 60, 'sleep', 1]);
});

test('BEYOND-12 minutes lock after idle time or sleep, "sleep" only by sleep, "page end" never', () => {
  const times: readonly Idle[] = [1, 5, 15, 60, 'sleep'];
  expect(AUTO_LOCKS.map((one) => times.filter((idle) => isLockedBy(one, idle)))).toEqual([
    times,
    [5, 15, 60, 'sleep'],
    [15, 60, 'sleep'],
    [60, 'sleep'],
    ['sleep'],
    [],
  ]);
});
