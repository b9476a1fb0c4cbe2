import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { fakeLocks } from '../../../../tests/support/browser/fake-locks.ts';
import { inSeconds, seconds } from '../../../events/core/time.ts';
import type {
  AlarmCommand,
  AlarmSignal,
} from '../../../machines/publish/outbox/schedule.machine.ts';
import { alarm } from './alarm.ts';

const ME = '1'.repeat(64);

/** A tab with an alarm. The test controls the time and the timers. */
function tabWith(locks: LockManager | undefined, time: { now: number }) {
  const heard: number[] = [];
  const back: number[] = [];
  const times: number[] = [];
  const waiting: Array<{ readonly ms: number; readonly run: () => void }> = [];
  const after = (ms: number, run: () => void) => {
    const one = { ms, run };
    waiting.push(one);
    return () => void (waiting.includes(one) && waiting.splice(waiting.indexOf(one), 1));
  };
  const logic = alarm({ locks, now: () => seconds(time.now), after });
  const parent = setup({ types: { events: {} as AlarmSignal }, actors: { logic } }).createMachine({
    invoke: { id: 'alarm', src: 'logic', input: { account: ME } },
    on: {
      'alarm.rung': { actions: ({ event }) => heard.push(inSeconds(event.now)) },
      'alarm.time': { actions: ({ event }) => times.push(inSeconds(event.now)) },
      'alarm.clockSetBack': { actions: ({ event }) => back.push(inSeconds(event.now)) },
    },
  });
  const actor = createActor(parent).start();
  return {
    heard,
    back,
    times,
    askTime: () =>
      actor.getSnapshot().children['alarm']?.send({ type: 'alarm.askTime' } satisfies AlarmCommand),
    waits: () => waiting.map(({ ms }) => ms),
    pass: () => waiting.shift()?.run(),
    set: (at: number | undefined, isWatched = false) =>
      actor.getSnapshot().children['alarm']?.send({
        type: 'alarm.set',
        at: at === undefined ? undefined : seconds(at),
        isWatched,
      } satisfies AlarmCommand),
    stop: () => actor.stop(),
  };
}

test('the alarm rings once at its time, checks the clock every half minute, and can be reset or stopped', () => {
  const time = { now: 100 };
  const tab = tabWith(undefined, time);
  expect(tab.waits()).toEqual([]);
  tab.set(145);
  expect(tab.waits()).toEqual([30_000]);
  time.now = 130;
  tab.pass();
  expect([tab.waits(), tab.heard]).toEqual([[15_000], []]);
  // the device slept meanwhile
  time.now = 9_000;
  tab.pass();
  expect([tab.waits(), tab.heard]).toEqual([[], [9_000]]);
  tab.set(9_010);
  tab.set(undefined);
  expect(tab.waits()).toEqual([]);
  tab.set(8_000);
  tab.pass();
  expect(tab.heard).toEqual([9_000, 9_000]);
  tab.set(9_010);
  tab.stop();
  expect(tab.waits()).toEqual([]);
});

test('a clock that is set back is reported, even after sleep and without a time to ring at', () => {
  const time = { now: 100 };
  const tab = tabWith(undefined, time);
  tab.set(130);
  time.now = 5_000;
  tab.pass();
  expect([tab.heard, tab.back]).toEqual([[5_000], []]);
  tab.set(undefined, true);
  expect(tab.waits()).toEqual([30_000]);
  time.now = 5_030;
  tab.pass();
  expect([tab.back, tab.waits()]).toEqual([[], [30_000]]);
  time.now = 120;
  tab.pass();
  expect([tab.back, tab.waits()]).toEqual([[120], [30_000]]);
  tab.set(130);
  time.now = 131;
  tab.pass();
  expect(tab.heard).toEqual([5_000, 131]);
  tab.stop();
});

test('ACTIVITY-03 one of two tabs rings; when it closes the other does', async () => {
  const browser = fakeLocks();
  const time = { now: 100 };
  const [one, two] = [tabWith(browser.tab().locks, time), tabWith(browser.tab().locks, time)];
  await new Promise((resolve) => setTimeout(resolve));
  for (const tab of [one, two]) tab.set(110);
  expect([one.waits(), two.waits()]).toEqual([[10_000], []]);
  one.stop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(two.waits()).toEqual([10_000]);
  two.stop();
});

test('the alarm tells the time in every tab, and keeps its own', async () => {
  const browser = fakeLocks();
  const time = { now: 100 };
  const [one, two] = [tabWith(browser.tab().locks, time), tabWith(browser.tab().locks, time)];
  await new Promise((resolve) => setTimeout(resolve));
  one.set(110);
  for (const tab of [one, two]) tab.askTime();
  expect([one.times, two.times, one.waits()]).toEqual([[100], [100], [10_000]]);
  for (const tab of [one, two]) tab.stop();
});
