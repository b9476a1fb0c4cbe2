import { createActor, type EventObject, setup } from 'xstate';
import { expect, test } from 'vitest';
import { idleWatch } from './idle-watch.ts';

function start() {
  const page = new EventTarget();
  const heard: string[] = [];
  let now = 1_000_000;
  let beat: (() => void) | undefined;
  const watch = idleWatch({
    page,
    now: () => now,
    every: (_, run) => {
      beat = run;
      return () => {
        beat = undefined;
      };
    },
  });
  const parent = setup({ types: { events: {} as EventObject }, actors: { watch } }).createMachine({
    invoke: { id: 'watch', src: 'watch' },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  });
  const root = createActor(parent).start();
  return {
    heard,
    isBeating: () => beat !== undefined,
    move: () => page.dispatchEvent(new Event('mousemove')),
    pass: (ms: number) => {
      now += ms;
      beat?.();
    },
    /** The device sleeps: no timer runs, but the wall clock does. */
    sleep: (ms: number) => {
      now += ms;
    },
    stop: () => root.stop(),
  };
}

test('BEYOND-12 reports activity at most once in five seconds, and nothing after its end', () => {
  const { heard, move, pass, stop, isBeating } = start();
  pass(10_000);
  move();
  move();
  pass(4_000);
  move();
  expect(heard).toEqual(['idle.seen']);
  pass(2_000);
  move();
  expect(heard).toEqual(['idle.seen', 'idle.seen']);
  stop();
  move();
  expect([heard.length, isBeating()]).toEqual([2, false]);
});

test('BEYOND-12 E-46 reports sleep before activity; slow timers and clocks set back are not sleep', () => {
  const { heard, move, pass, sleep } = start();
  pass(61_000);
  pass(-3_600_000);
  pass(10_000);
  expect(heard).toEqual([]);
  sleep(600_000);
  move();
  expect(heard).toEqual(['idle.slept', 'idle.seen']);
});
