import { sendTo, setup } from 'xstate';
import type { ScopeEvent, ScopeRef } from '../../core/feature.ts';
import { promisePort } from '../../core/ports.ts';

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    resumePayments: never;
    resumeDevices: never;
    resumeRedeeming: never;
  }
}

interface ResumeInput {
  readonly account: string;
  readonly scope: ScopeRef;
  /** The event that opens the feature with unfinished work. */
  readonly opens: ScopeEvent;
}

/**
 * Three seconds after start, opens a feature that has unfinished work: an open payment from an
 * earlier page or another tab (BEYOND-06, ZAP-07), or devices to listen for (BEYOND-12).
 */
export const resumeMachine = setup({
  types: { context: {} as ResumeInput, input: {} as ResumeInput },
  actors: {
    hasUnfinishedWork: promisePort<boolean, { readonly account: string }>('hasUnfinishedWork'),
  },
  delays: { startDelay: 3_000 },
  actions: {
    open: sendTo(
      ({ context }) => context.scope,
      ({ context }) => context.opens,
    ),
  },
}).createMachine({
  id: 'resume',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    arriving: { after: { startDelay: 'looking' } },
    looking: {
      invoke: {
        id: 'hasUnfinishedWork',
        src: 'hasUnfinishedWork',
        input: ({ context: { account } }) => ({ account }),
        onDone: [
          { guard: ({ event }) => event.output, target: 'ended', actions: 'open' },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
    },
    ended: { type: 'final' },
  },
});
