import { assign, enqueueActions, sendParent, setup } from 'xstate';
import { query } from '../../../events/connection/verbs.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readBroadcast } from '../../../events/publish/outbox/broadcast.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { PoolRef, RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export interface BroadcastInput {
  /** The event that the user chose to send to their relays. */
  readonly event: Ours<VerifiedEvent>;
  readonly bus: Bus;
  readonly pool: PoolRef;
  readonly relays: ReadonlyArray<Ours<string>>;
}

/** Sent to the parent at the end. `isTaken`: true if a relay accepted the event. */
export interface BroadcastNews {
  readonly type: 'broadcast.ended';
  readonly eventId: string;
  readonly isTaken: boolean;
}

/**
 * Sends an already signed event to the account's own relays (NOTE-13). One acceptance is enough.
 * Nothing is signed or stored. If no relay accepts, or relays may not be contacted (RELAY-08), the
 * caching service sends it to them (PUBLISH-03).
 */
export const broadcastMachine = setup({
  types: {
    context: {} as BroadcastInput & {
      readonly open: ReadonlySet<string>;
      readonly isTaken: boolean;
    },
    events: {} as RelayAnswer,
    input: {} as BroadcastInput,
  },
  actors: { request: requestMachine },
  guards: {
    isTaken: ({ context }) => context.isTaken,
    isOver: ({ context }) => context.open.size === 0,
  },
  delays: { timeout: 8_000 },
  actions: {
    ask: enqueueActions(({ context: { event, pool, relays }, enqueue, self }) => {
      if (relays.length > 0)
        enqueue.sendTo(pool, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'publish', event },
          urls: relays,
        });
    }),
    note: assign(({ context, event }) => {
      if (event.type !== 'relay.outcome' || event.eventId !== context.event.id) return {};
      const open = new Set([...context.open].filter((url) => url !== event.url));
      return { open, isTaken: context.isTaken || event.outcome === 'accepted' };
    }),
    recordService: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      isTaken:
        context.isTaken ||
        (outcome.ok && readBroadcast(outcome.answer.claims, context.event.id).accepted.length > 0),
    })),
    notifyEnd: sendParent(
      ({ context: { event, isTaken } }): BroadcastNews => ({
        type: 'broadcast.ended',
        eventId: event.id,
        isTaken,
      }),
    ),
  },
}).createMachine({
  id: 'broadcast',
  context: ({ input }) => ({ ...input, open: new Set(input.relays), isTaken: false }),
  initial: 'sending',
  on: { 'relay.outcome': { actions: 'note' } },
  states: {
    sending: {
      entry: 'ask',
      always: [
        { guard: 'isTaken', target: 'ended' },
        { guard: 'isOver', target: 'asking' },
      ],
      after: { timeout: 'asking' },
    },
    asking: {
      always: { guard: 'isTaken', target: 'ended' },
      invoke: {
        id: 'service',
        src: 'request',
        input: ({ context: { bus, event, relays } }) => ({
          bus,
          query: query('broadcast_events', { events: [event], relays }),
          deadline: 20_000,
        }),
        onDone: { target: 'ended', actions: { type: 'recordService', params: withOutcome } },
        onError: 'ended',
      },
    },
    ended: { type: 'final', entry: 'notifyEnd' },
  },
});
