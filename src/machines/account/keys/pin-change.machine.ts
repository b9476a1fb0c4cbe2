import { type ActorRefFrom, assign, setup } from 'xstate';
import { type NewPinProblem, secretPinProblem } from '../../../events/account/keys/pin.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { promisePort } from '../../core/ports.ts';

/** Set the first PIN of a key, change it, or remove it. */
export type PinAct = 'set' | 'change' | 'remove';

/** The order to the port. `old`: the current PIN. `next`: the new one. */
export interface PinChangeOrder {
  readonly account: string;
  readonly act: PinAct;
  readonly old: Secret<string> | undefined;
  readonly next: Secret<string> | undefined;
}

/**
 * Why nothing has changed. `pin`: the old one is wrong. `lost`: no PIN opens the stored key.
 * `elsewhere`: another tab has set or removed the PIN. `unkept`: the device cannot store it.
 */
export type PinChangeProblem = NewPinProblem | 'pin' | 'lost' | 'elsewhere' | 'unkept' | 'failed';

export type PinChanged = { readonly isDone: true } | { readonly problem: PinChangeProblem };

export type PinChangeEvent =
  /** Opens the feature. */
  | { type: 'pinChange.open' }
  /** Shows the form of an act. */
  | { type: 'pinChange.begin'; act: PinAct }
  /** `next` and `repeated` are missing if the PIN is removed, `old` if there is none. */
  | {
      type: 'pinChange.submit';
      old?: Secret<string>;
      next?: Secret<string>;
      repeated?: Secret<string>;
    }
  | { type: 'pinChange.cancel' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    pinChange: PinChangeEvent;
  }
}

interface Context {
  readonly account: string;
  readonly act: PinAct;
  readonly problem: PinChangeProblem | undefined;
  /** The act that was done last, until another one begins. */
  readonly done: PinAct | undefined;
  /** The typed PINs until they are used (E-32). */
  readonly old: Secret<string> | undefined;
  readonly next: Secret<string> | undefined;
}

/**
 * The PIN of the account's key in the settings (ACCOUNT-22): set later, changed, or removed. The
 * port replaces the stored key in one step, so that a failure changes nothing.
 */
export const pinChangeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as PinChangeEvent,
    input: {} as { account: string },
    tags: {} as 'typing' | 'busy',
  },
  actors: { change: promisePort<PinChanged, PinChangeOrder>('change') },
  guards: { isFlawed: ({ context, event }) => problemOf(context.act, event) !== undefined },
  delays: { attention: 10 * 60_000, timeout: 60_000 },
  actions: {
    begin: assign(
      whenEvent('pinChange.begin', ({ event }) => ({
        act: event.act,
        problem: undefined,
        done: undefined,
      })),
    ),
    complain: assign(({ context, event }) => ({ problem: problemOf(context.act, event) })),
    take: assign(
      whenEvent('pinChange.submit', ({ event }) => ({
        old: event.old,
        next: event.next,
        problem: undefined,
      })),
    ),
    forgetTyped: ({ event }) => {
      if (event.type !== 'pinChange.submit') return;
      for (const typed of [event.old, event.next, event.repeated]) typed?.forget();
    },
    forgetRepeated: ({ event }) => {
      if (event.type === 'pinChange.submit') event.repeated?.forget();
    },
    forget: ({ context }) => {
      context.old?.forget();
      context.next?.forget();
    },
    drop: assign({ old: undefined, next: undefined }),
    fail: assign((_, { problem }: { problem: PinChangeProblem }) => ({ problem })),
    record: assign(({ context }) => ({ done: context.act })),
  },
}).createMachine({
  id: 'pinChange',
  context: ({ input }) => ({
    ...input,
    act: 'set',
    problem: undefined,
    done: undefined,
    old: undefined,
    next: undefined,
  }),
  initial: 'idle',
  on: { 'pinChange.submit': { actions: 'forgetTyped' } },
  states: {
    idle: { on: { 'pinChange.begin': { target: 'typing', actions: 'begin' } } },
    typing: {
      tags: 'typing',
      on: {
        'pinChange.begin': { target: 'typing', reenter: true, actions: 'begin' },
        'pinChange.submit': [
          { guard: 'isFlawed', actions: ['complain', 'forgetTyped'] },
          { target: 'changing', actions: ['take', 'forgetRepeated'] },
        ],
        'pinChange.cancel': 'idle',
      },
      after: { attention: 'idle' },
    },
    changing: {
      tags: ['typing', 'busy'],
      exit: ['forget', 'drop'],
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context: { account, act, old, next } }) => ({ account, act, old, next }),
        onDone: [
          { guard: ({ event }) => 'isDone' in event.output, target: 'idle', actions: 'record' },
          {
            target: 'typing',
            actions: {
              type: 'fail',
              params: ({ event }) => ({
                problem: 'problem' in event.output ? event.output.problem : 'failed',
              }),
            },
          },
        ],
        onError: { target: 'typing', actions: { type: 'fail', params: { problem: 'failed' } } },
      },
      after: {
        timeout: { target: 'typing', actions: { type: 'fail', params: { problem: 'failed' } } },
      },
    },
  },
});

export type PinChangeActor = ActorRefFrom<typeof pinChangeMachine>;

/** Return the problem of the new PIN. */
function problemOf(act: PinAct, event: PinChangeEvent): NewPinProblem | undefined {
  if (act === 'remove' || event.type !== 'pinChange.submit') return undefined;
  return secretPinProblem(event.next, event.repeated);
}
