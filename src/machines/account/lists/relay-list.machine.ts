import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import {
  ownRelaysIn,
  type OwnRelay,
  relaysInUse,
} from '../../../events/account/lists/relay-list.ts';
import { replaces, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { withOutcome } from '../../core/event-guards.ts';
import type { OutboxAccepted } from '../../core/outbox-protocol.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Ours } from '../../../events/nostr/ours.ts';

export type RelayListEvent =
  | OutboxAccepted
  /** Requests the list again at once after a failure, because a feature waits for it. */
  | { type: 'relayList.find' };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    relayList: RelayListEvent;
  }
}

export interface RelayListInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
  /** Origin of the page, and its relay. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

interface Context extends RelayListInput {
  /** The newest seen version, and whether any source has answered. */
  readonly newest: VerifiedEvent | undefined;
  readonly isKnown: boolean;
  /** Empty until they are known. */
  readonly relays: readonly OwnRelay[];
}

/**
 * Finds the account's own relays (NIP-65): requests them from the caching service periodically, and
 * learns them from lists published here.
 */
export const relayListMachine = setup({
  types: { context: {} as Context, events: {} as RelayListEvent, input: {} as RelayListInput },
  actors: { request: requestMachine },
  guards: {
    /**
     * A rejected relay list is no answer: acting on none or an older one could send data anywhere
     * (INV-BASE).
     */
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok && !outcome.answer.rejected,
    isKnown: ({ context }) => context.isKnown,
    isNewer: ({ context, event }) =>
      event.type === 'outbox.accepted' && newestIn(context, [event.event]) === event.event,
  },
  /** The list may have changed elsewhere. */
  delays: { refresh: 10 * 60_000, again: 30_000 },
  actions: {
    receive: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      newest: newestIn(
        context,
        outcome.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [],
      ),
      isKnown: true,
    })),
    /** The caching service may not have it yet. */
    receiveOwn: assign(({ context, event }) => ({
      newest: newestIn(context, event.type === 'outbox.accepted' ? [event.event] : []),
      isKnown: true,
    })),
    notifyChanged: enqueueActions(
      ({ context: { account, scope, newest, home, homeRelay }, enqueue }) => {
        const named = newest ? ownRelaysIn(account, newest, home) : [];
        const relays = relaysInUse(named, homeRelay);
        enqueue.assign({ relays });
        enqueue.sendTo(scope, { type: 'relayList.changed', relays });
      },
    ),
  },
}).createMachine({
  id: 'relayList',
  context: ({ input }) => ({ ...input, newest: undefined, isKnown: false, relays: [] }),
  on: { 'outbox.accepted': { guard: 'isNewer', target: '.known', actions: 'receiveOwn' } },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, account } }) => ({ bus, query: listQuery('relays', account) }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'known',
            actions: { type: 'receive', params: withOutcome },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    failed: {
      always: { guard: 'isKnown', target: 'known' },
      on: { 'relayList.find': 'asking' },
      after: { again: 'asking' },
    },
    known: { entry: 'notifyChanged', after: { refresh: 'asking' } },
  },
});

function newestIn(
  { account, newest }: Context,
  events: readonly VerifiedEvent[],
): VerifiedEvent | undefined {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.RelayList && pubkey === account);
  return lists.reduce((best, one) => (replaces(one, best) ? one : best), newest);
}

export type RelayListActor = ActorRefFrom<typeof relayListMachine>;
