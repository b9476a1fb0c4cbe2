import { assign, enqueueActions, setup } from 'xstate';
import type { VerifiedEvent } from '../../events/event.ts';
import type { PoolRef, RelayAnswer } from '../connection/relay-wire.ts';

export interface BroadcastInput {
  readonly event: VerifiedEvent;
  readonly pool: PoolRef;
  readonly relays: readonly string[];
}

/**
 * Sends something that somebody signed before to the account's own relays (NOTE-13). One relay that takes it is enough; nothing is signed,
 * and nothing is kept.
 */
export const broadcastMachine = setup({
  types: {
    context: {} as BroadcastInput & { readonly open: ReadonlySet<string>; readonly isTaken: boolean },
    events: {} as RelayAnswer,
    input: {} as BroadcastInput,
    output: {} as { readonly isTaken: boolean },
  },
  guards: {
    isTaken: ({ context }) => context.isTaken,
    isOver: ({ context }) => context.open.size === 0,
  },
  delays: { patience: 8_000 },
  actions: {
    ask: enqueueActions(({ context: { event, pool, relays }, enqueue, self }) => {
      if (relays.length > 0) enqueue.sendTo(pool, { type: 'pool.ask', from: self, ask: { kind: 'publish', event }, urls: relays });
    }),
    note: assign(({ context, event }) => {
      if (event.type !== 'relay.outcome' || event.eventId !== context.event.id) return {};
      const open = new Set([...context.open].filter((url) => url !== event.url));
      return { open, isTaken: context.isTaken || event.outcome === 'accepted' };
    }),
  },
}).createMachine({
  id: 'broadcast',
  context: ({ input }) => ({ ...input, open: new Set(input.relays), isTaken: false }),
  initial: 'sending',
  states: {
    sending: {
      entry: 'ask',
      always: [
        { guard: 'isTaken', target: 'ended' },
        { guard: 'isOver', target: 'ended' },
      ],
      on: { 'relay.outcome': { actions: 'note' } },
      after: { patience: 'ended' },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => ({ isTaken: context.isTaken }),
});
