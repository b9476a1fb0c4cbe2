import { type EventObject, sendParent, setup } from 'xstate';
import { callbackPort } from '../core/ports.ts';

/** Mouse movement, scrolling, a key press or a touch. */
export type ActivitySignal = { type: 'activity.seen' };
/** Sent to the parent. `woke` comes 36 s after waking: live badges resume (ACTIVITY-02). */
export type ActivityNews =
  | { type: 'activity.slept' }
  | { type: 'activity.wakeStarted' }
  | { type: 'activity.woke' };

/**
 * ACTIVITY-01, ACTIVITY-02: sleep after five minutes without input. The first input wakes the page;
 * 36 s later it is fully awake.
 */
export const activityMachine = setup({
  types: { events: {} as ActivitySignal, tags: {} as 'asleep' },
  actors: { watch: callbackPort<EventObject, undefined>('watch') },
  delays: { idle: 300_000, waking: 36_000 },
  actions: {
    notifySlept: sendParent({ type: 'activity.slept' } satisfies ActivityNews),
    notifyWaking: sendParent({ type: 'activity.wakeStarted' } satisfies ActivityNews),
    notifyWoke: sendParent({ type: 'activity.woke' } satisfies ActivityNews),
  },
}).createMachine({
  id: 'activity',
  invoke: { src: 'watch', id: 'watch', input: undefined },
  initial: 'awake',
  states: {
    awake: {
      on: { 'activity.seen': { target: 'awake', reenter: true } },
      after: { idle: { target: 'asleep', actions: 'notifySlept' } },
    },
    asleep: {
      tags: 'asleep',
      on: { 'activity.seen': { target: 'waking', actions: 'notifyWaking' } },
    },
    waking: { after: { waking: { target: 'awake', actions: 'notifyWoke' } } },
  },
});
