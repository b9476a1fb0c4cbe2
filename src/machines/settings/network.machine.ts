import {
  type ActorRefFrom,
  assign,
  type DoneActorEvent,
  enqueueActions,
  type EventObject,
  sendParent,
  sendTo,
  setup,
} from 'xstate';
import type { RelayInfo } from '../../events/connection/relay-info.ts';
import { safeRelayUrl } from '../../events/core/url.ts';
import { query } from '../../events/connection/verbs.ts';
import type { Bus, Outcome } from '../core/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { withOutcome } from '../core/event-guards.ts';
import { callbackPort, promisePort, type OnlineSignal } from '../core/ports.ts';
import type { NetworkNews } from '../connection/relay-protocol.ts';

export type ProxyCommand = { type: 'proxy.keep'; on: boolean };
export type ProxySignal = { type: 'proxy.found'; on: boolean };

export type NetworkEvent =
  | ProxySignal
  | OnlineSignal
  | DoneActorEvent<RelayInfo | undefined>
  /** Load the information document of a relay. */
  | { type: 'network.info'; url: string }
  /** Load the recommended relays. */
  | { type: 'network.recommend' }
  /** Route everything through the caching service, or stop (RELAY-08). */
  | { type: 'network.proxy'; on: boolean };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    network: NetworkEvent;
  }
}

export interface NetworkInput {
  readonly bus: Bus;
  readonly account: string;
  /** Origin of the page, whose own relay may have a private address. */
  readonly home: string;
}

interface Context extends NetworkInput {
  /** Information documents by relay URL. `asking`: loading. `none`: nothing to show. */
  readonly infos: ReadonlyMap<string, RelayInfo | 'asking' | 'none'>;
  readonly recommended: readonly string[];
}

type Child = `info ${string}`;
const CHILDREN: { proxy: 'proxy'; online: 'online'; recommend: 'request'; [info: Child]: 'info' } =
  {
    proxy: 'proxy',
    online: 'online',
    recommend: 'request',
  };

/**
 * Data of the network page beside relays and lists: information documents (RELAY-09), recommended
 * relays (RELAY-07) and the proxy setting.
 */
export const networkMachine = setup({
  types: {
    context: {} as Context,
    events: {} as NetworkEvent,
    input: {} as NetworkInput,
    tags: {} as 'asking' | 'failed',
    children: CHILDREN,
  },
  actors: {
    request: requestMachine,
    info: promisePort<RelayInfo | undefined, { readonly url: string }>('relayInfo'),
    proxy: callbackPort<ProxyCommand, { readonly account: string }>('proxy'),
    online: callbackPort<EventObject, undefined>('online'),
  },
  guards: { isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok },
  actions: {
    askInfo: enqueueActions(({ context: { infos }, event, enqueue }) => {
      if (event.type !== 'network.info' || infos.get(event.url) === 'asking') return;
      enqueue.assign({ infos: new Map(infos).set(event.url, 'asking') });
      enqueue.spawnChild('info', { id: `info ${event.url}`, input: { url: event.url } });
    }),
    recordInfo: enqueueActions(({ context: { infos }, event, enqueue }) => {
      if (!('actorId' in event)) return;
      enqueue.stopChild(event.actorId);
      const info = 'output' in event ? event.output : undefined;
      enqueue.assign({
        infos: new Map(infos).set(event.actorId.slice('info '.length), info ?? 'none'),
      });
    }),
    recordRecommended: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const claims = outcome.ok ? outcome.answer.claims : [];
      const named = claims.flatMap((claim) =>
        claim.claim === 'list' && claim.list === 'defaultRelays' ? claim.values : [],
      );
      return {
        recommended: [...new Set(named.flatMap((url) => safeRelayUrl(url, context.home) ?? []))],
      };
    }),
    keep: sendTo('proxy', ({ event }) => ({
      type: 'proxy.keep',
      on: event.type === 'network.proxy' && event.on,
    })),
    notifyOffline: sendParent(
      ({ event }): NetworkNews => ({
        type: 'network.offline',
        on: event.type === 'network.wentOffline',
      }),
    ),
    notifyOnline: sendParent({ type: 'network.online' } satisfies NetworkNews),
    notifyProxied: sendParent(
      ({ event }): NetworkNews => ({
        type: 'network.proxied',
        on: (event.type === 'proxy.found' || event.type === 'network.proxy') && event.on,
      }),
    ),
  },
}).createMachine({
  id: 'network',
  context: ({ input }) => ({ ...input, infos: new Map(), recommended: [] }),
  invoke: [
    {
      id: 'proxy',
      src: 'proxy',
      input: ({ context }) => ({ account: context.account }),
      onError: {},
    },
    { id: 'online', src: 'online', input: undefined, onError: {} },
  ],
  on: {
    'network.wentOnline': { actions: ['notifyOffline', 'notifyOnline'] },
    'network.wentOffline': { actions: 'notifyOffline' },
    'proxy.found': { actions: 'notifyProxied' },
    'network.proxy': { actions: ['keep', 'notifyProxied'] },
    'network.info': { actions: 'askInfo' },
    'xstate.done.actor.*': { actions: 'recordInfo' },
    'xstate.error.actor.*': { actions: 'recordInfo' },
  },
  initial: 'unasked',
  states: {
    unasked: { on: { 'network.recommend': 'recommending' } },
    recommending: {
      tags: 'asking',
      invoke: {
        id: 'recommend',
        src: 'request',
        input: ({ context: { bus } }) => ({ bus, query: query('get_default_relays', {}) }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'recommended',
            actions: { type: 'recordRecommended', params: withOutcome },
          },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    recommended: {},
    failed: { tags: 'failed', on: { 'network.recommend': 'recommending' } },
  },
});

export type NetworkActor = ActorRefFrom<typeof networkMachine>;
