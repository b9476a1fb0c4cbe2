import { type ActorRefFrom, assign, setup } from 'xstate';
import type { Connection } from '../../../events/money/wallets/nwc.ts';
import { promisePort } from '../../core/ports.ts';

/** The money of an account on this device. `ecash`: sats by mint. */
export interface Holdings {
  readonly wallets: readonly Connection[];
  readonly ecash: ReadonlyMap<string, number>;
}

export type HoldingsEvent =
  /** The question is asked again. */
  { type: 'holdings.open' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    holdings: HoldingsEvent;
  }
}

interface Context {
  readonly account: string;
  readonly holdings: Holdings;
}

/**
 * The money of an account on this device, for the question before it signs out (ACCOUNT-06). It is
 * only read: no wallet, relay or mint is contacted.
 */
export const holdingsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as HoldingsEvent,
    input: {} as { account: string },
  },
  actors: { read: promisePort<Holdings, { account: string }>('read') },
  delays: { timeout: 10_000 },
  actions: {
    record: assign((_, { holdings }: { holdings: Holdings }) => ({ holdings })),
  },
}).createMachine({
  id: 'holdings',
  context: ({ input }) => ({ ...input, holdings: { wallets: [], ecash: new Map() } }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context: { account } }) => ({ account }),
        onDone: {
          target: 'known',
          actions: { type: 'record', params: ({ event }) => ({ holdings: event.output }) },
        },
        onError: 'known',
      },
      after: { timeout: 'known' },
    },
    known: { on: { 'holdings.open': 'reading' } },
  },
});

export type HoldingsActor = ActorRefFrom<typeof holdingsMachine>;
