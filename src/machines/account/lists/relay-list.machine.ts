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
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { OutboxAccepted } from '../../core/outbox-protocol.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { NetworkNews } from '../../connection/relay-protocol.ts';

export type RelayListEvent =
  | OutboxAccepted
  | Extract<NetworkNews, { type: 'network.offline' }>
  /** The newest version that this device stores, read when the account starts. */
  | { type: 'relayList.recall'; event: VerifiedEvent }
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
  /** The newest seen version, and whether any source other than this device has answered. */
  readonly newest: VerifiedEvent | undefined;
  readonly isKnown: boolean;
  /** True if the browser has no network. */
  readonly isOffline: boolean;
  /** Empty until they are known. */
  readonly relays: readonly OwnRelay[];
}

/**
 * Finds the account's own relays (NIP-65): requests them from the caching service periodically, and
 * learns them from lists published here. While no service answers, the list that this device stores
 * is used, so that actions can wait in the outbox.
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
    isRejected: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    isOnlyStored: ({ context: { newest, isKnown } }) => newest !== undefined && !isKnown,
    isCutOff: ({ context: { isKnown, isOffline } }) => isOffline && !isKnown,
    /** True if the network is lost while only the stored list is known. */
    isLost: ({ context: { newest, isKnown }, event }) =>
      event.type === 'network.offline' && event.on && newest !== undefined && !isKnown,
    isBack: ({ context: { isKnown, isOffline }, event }) =>
      event.type === 'network.offline' && !event.on && isOffline && !isKnown,
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
    recordStored: assign(({ context, event }) => ({
      newest: newestIn(context, event.type === 'relayList.recall' ? [event.event] : []),
    })),
    /** Another version exists, and the stored one may name relays that are not used any more. */
    dropStored: assign(({ context: { newest, isKnown } }) => ({
      newest: isKnown ? newest : undefined,
    })),
    recordOffline: assign(whenEvent('network.offline', ({ event }) => ({ isOffline: event.on }))),
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
  context: ({ input }) => ({
    ...input,
    newest: undefined,
    isKnown: false,
    isOffline: false,
    relays: [],
  }),
  on: {
    'outbox.accepted': { guard: 'isNewer', target: '.known', actions: 'receiveOwn' },
    'relayList.recall': [
      { guard: 'isCutOff', actions: ['recordStored', 'notifyChanged'] },
      { actions: 'recordStored' },
    ],
    'network.offline': [
      { guard: 'isLost', actions: ['recordOffline', 'notifyChanged'] },
      { guard: 'isBack', target: '.asking', actions: 'recordOffline' },
      { actions: 'recordOffline' },
    ],
  },
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
          {
            guard: { type: 'isRejected', params: withOutcome },
            target: 'failed',
            actions: 'dropStored',
          },
          { guard: 'isOnlyStored', target: 'failed', actions: 'notifyChanged' },
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
