import { type EventObject, sendParent, setup } from 'xstate';
import type { Idle } from '../../../events/account/account.ts';
import { callbackPort } from '../../core/ports.ts';

/** The user is active, or the device, and so this page, has slept. */
export type IdleSignal = { type: 'idle.seen' } | { type: 'idle.slept' };

/** Sent to the parent once for each idle time. */
export type IdleNews = { type: 'session.idleReached'; idle: Idle };

const MINUTE = 60_000;

/** Measures idle time while a key is open (BEYOND-12), and reports each possible auto-lock time. */
export const idleMachine = setup({
  types: { events: {} as IdleSignal },
  actors: { watch: callbackPort<EventObject, undefined>('watch') },
  delays: { one: MINUTE, five: 4 * MINUTE, quarter: 10 * MINUTE, hour: 45 * MINUTE },
  actions: {
    tell: sendParent(
      (_, { idle }: { idle: Idle }): IdleNews => ({ type: 'session.idleReached', idle }),
    ),
  },
}).createMachine({
  id: 'idle',
  invoke: { id: 'watch', src: 'watch', input: undefined },
  initial: 'seen',
  on: {
    'idle.seen': '.seen',
    'idle.slept': { actions: { type: 'tell', params: { idle: 'sleep' } } },
  },
  states: {
    seen: { after: { one: { target: 'minute', actions: { type: 'tell', params: { idle: 1 } } } } },
    minute: {
      after: { five: { target: 'minutes', actions: { type: 'tell', params: { idle: 5 } } } },
    },
    minutes: {
      after: { quarter: { target: 'quarter', actions: { type: 'tell', params: { idle: 15 } } } },
    },
    quarter: {
      after: { hour: { target: 'away', actions: { type: 'tell', params: { idle: 60 } } } },
    },
    away: {},
  },
});
