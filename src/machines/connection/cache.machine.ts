import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import { questionKey } from '../../events/connection/cache-query.ts';
import { query, SETUP } from '../../events/connection/verbs.ts';
import { when } from '../core/event-guards.ts';
import type { Seconds } from '../../events/core/time.ts';
import { callbackPort } from '../core/ports.ts';
import { type Asked, freshIds, isGone, routed, without } from './pending-requests.ts';
import { backoff, chance, pickUrl } from './backoff.ts';
import type { AnswerEvent, Bus } from '../core/bus.ts';
import type { CacheCommand, CacheSignal, Query } from '../core/cache-protocol.ts';

export type CacheEvent =
  | CacheSignal
  | { type: 'cache.ask'; from: AnyActorRef; query: Query; stream: boolean }
  | { type: 'cache.forget'; from: AnyActorRef }
  | { type: 'cache.connect' }
  | { type: 'cache.disconnect' }
  | { type: 'cache.reset' }
  | { type: 'cache.suspend' }
  | { type: 'cache.resume' }
  | { type: 'cache.online' }
  /** The pool from now on, never empty. `url`: the one to be used; else the one in use stays while it is in the pool. */
  | { type: 'cache.pool'; urls: readonly string[]; url?: string | undefined }
  /** The pool as this build or this site names it is wanted back. */
  | { type: 'cache.restore' }
  /** Whether a caching service answers there is wanted. */
  | { type: 'cache.test'; url: string }
  | PoolSignal;

/** What the port of the pool hears: what it is about, as it is. */
export type PoolCommand = Extract<CacheEvent, { type: 'cache.pool' | 'cache.restore' | 'cache.test' }>;

/** What a test found: a caching service and the milliseconds it took to answer, something else, or nothing. */
export type ServiceTest = { readonly found: 'service'; readonly ms: number } | { readonly found: 'other' | 'nothing' };

export interface PoolSaid {
  /** What is known of services that were tested, by address. */
  readonly tests: ReadonlyMap<string, ServiceTest | 'asking'>;
  /** This browser did not keep the pool, or what was ordered could not be loaded. */
  readonly problem: 'unkept' | 'unloaded' | undefined;
}

/** What is said of the pool, or the pool as this build or this site names it. */
export type PoolSignal =
  | { type: 'pool.told'; said: Partial<PoolSaid> }
  | { type: 'cache.pool'; urls: readonly string[]; url?: string | undefined };

export interface CacheInput {
  readonly bus: Bus;
  /** Never empty; the first is tried first, then one picked at random (CACHE-05). */
  readonly urls: readonly string[];
  /** Ask for zlib frames (CACHE-01); off by the local flag noBinary. */
  readonly compress: boolean;
  /** What the first connection can answer before it is set up, because it was asked by other means. */
  readonly ahead?: readonly Query[];
  /** Start of the jitter's sequence. */
  readonly seed: number;
  /** The service of the page's own origin; undefined: whichever is asked. */
  readonly home?: string | undefined;
}

interface Context extends CacheInput {
  readonly ahead: readonly Query[];
  readonly url: string;
  readonly retries: number;
  readonly asked: readonly Asked[];
  readonly nextId: number;
  /** Set-up's subscription id of this connection. */
  readonly setupId: string | undefined;
  /** When the service was last heard, for the stale notice. */
  readonly heardAt: Seconds | undefined;
  readonly rejected: number;
  /** Sweeps since something was asked of which nothing was heard, not even of anything else; 0 where nothing is owed. */
  readonly silence: number;
  readonly said: Partial<PoolSaid>;
}

const PROBE = query(SETUP.verb, {});
/** In sweeps: what is asked is answered within 10 s, or it has failed. */
const MOST_SILENCE = 1;

/**
 * The connection to the caching service (CACHE-01 to 08). At most one socket lives at a time: it is the child of `live`, and each stay in
 * `live` is an epoch of its own (INV-ONE-SOCKET, INV-EPOCH). `asked` is what is wanted; on every connect exactly that is asked (INV-SUBS).
 */
export const cacheMachine = setup({
  types: {
    context: {} as Context,
    events: {} as CacheEvent,
    input: {} as CacheInput,
    tags: {} as 'online' | 'offline' | 'connecting',
  },
  actors: {
    socket: callbackPort<CacheCommand, { url: string; compress: boolean }>('socket'),
    pool: callbackPort<PoolCommand, undefined>('pool'),
  },
  guards: {
    compresses: ({ context }) => context.compress,
    endsSetup: ({ context, event }) =>
      event.type === 'socket.batch' && event.arrivals.some((a) => a.id === context.setupId && (a.ended || a.notice !== undefined)),
    /** The line is dead, though nobody was told that it was closed (E-45). */
    isDead: ({ context }) => context.silence > MOST_SILENCE,
    moves: ({ context, event }) => poolAfter(context, event).url !== context.url,
  },
  delays: {
    openTimeout: 10_000,
    setupTimeout: 5_000,
    resetPause: 1_000,
    stable: 60_000,
    sweep: 10_000,
    backoff: ({ context }) => backoff(context.retries, chance(context.seed)),
  },
  actions: {
    remember: assign(
      when('cache.ask', ({ context, event }) => ({
        asked: [...context.asked, { from: event.from, query: event.query, stream: event.stream, id: undefined, epochs: 0 }],
      })),
    ),
    forget: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'cache.forget') return;
      const id = context.asked.find((one) => one.from === event.from)?.id;
      enqueue.assign({ asked: without(context.asked, event.from) });
      if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
    }),
    refuse: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'cache.ask') return;
      enqueue.sendTo(event.from, { type: 'answer.failed', reason: 'no_socket', text: 'no_socket' } satisfies AnswerEvent);
    }),
    refuseAll: enqueueActions(({ context, enqueue }) => {
      for (const one of context.asked.filter((a) => !a.stream)) {
        enqueue.sendTo(one.from, { type: 'answer.failed', reason: 'no_socket', text: 'no_socket' } satisfies AnswerEvent);
      }
      enqueue.assign({ asked: context.asked.filter((a) => a.stream) });
    }),
    setUp: enqueueActions(({ context, enqueue }) => {
      const id = String(context.nextId);
      enqueue.assign({ nextId: context.nextId + 1, setupId: id });
      enqueue.sendTo('socket', { type: 'socket.request', id, query: SETUP });
    }),
    closeSetup: enqueueActions(({ context, enqueue }) => {
      if (context.setupId === undefined) return;
      enqueue.sendTo('socket', { type: 'socket.close', id: context.setupId });
      enqueue.assign({ setupId: undefined });
    }),
    /** All ids of the last connection are void; whoever had part of an answer starts anew, and who has stopped is forgotten. */
    newEpoch: enqueueActions(({ context, enqueue }) => {
      const asked = context.asked.filter(({ from }) => !isGone(from));
      for (const one of asked) if (one.epochs > 0) enqueue.sendTo(one.from, { type: 'answer.restart' } satisfies AnswerEvent);
      enqueue.assign({ asked: asked.map((one) => ({ ...one, id: undefined })), setupId: undefined, silence: 0 });
    }),
    /** Asks what is wanted and not on the wire yet, in order, below the service's limit of open subscriptions. */
    askWaiting: enqueueActions(({ context, enqueue }, params: { only?: readonly Query[] } | undefined) => {
      const only = params?.only?.map(questionKey);
      const { asked, nextId, now } = freshIds(context.asked, context.nextId, (query) => only?.includes(questionKey(query)) ?? true);
      if (now.length === 0) return;
      // a stream may have nothing to say
      const owes = now.some((one) => !one.stream);
      enqueue.assign({ asked, nextId, silence: owes ? Math.max(1, context.silence) : context.silence });
      for (const one of now) enqueue.sendTo('socket', { type: 'socket.request', id: one.id, query: one.query });
    }),
    /** Facts first, so that whoever hears of an answer finds its rows. Frames nobody asked for are ignored. */
    take: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'socket.batch') return;
      const { facts, told, finished } = routed(context.asked, event.arrivals, event.now);
      // names are those of the origin: no other service can confirm them or lead to them (PROFILE-12)
      const isHome = context.home === undefined || context.home === context.url;
      const claims = isHome ? facts.claims : facts.claims.filter(({ claim }) => claim !== 'names');
      if (facts.events.length > 0 || claims.length > 0) {
        enqueue.sendTo(context.bus, { type: 'facts.received', events: facts.events, claims, now: event.now });
      }
      for (const { to, answer } of told) enqueue.sendTo(to, answer);
      for (const { id } of finished) if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
      enqueue.assign({
        asked: context.asked.filter((one) => !finished.includes(one)),
        heardAt: event.now,
        silence: 0,
        rejected: event.arrivals.reduce((sum, arrival) => sum + arrival.rejected, context.rejected),
      });
    }),
    /** Requests that waited for the connection get their full time from now on. */
    notifyAsked: enqueueActions(({ context, enqueue }) => {
      for (const one of context.asked)
        if (one.id !== undefined && !one.stream && !isGone(one.from))
          enqueue.sendTo(one.from, { type: 'answer.asked' } satisfies AnswerEvent);
    }),
    /** Closes on the wire the requests of actors that stopped without taking them back. */
    sweep: enqueueActions(({ context, enqueue }) => {
      const gone = context.asked.filter((one) => isGone(one.from));
      for (const { id } of gone) if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
      if (gone.length > 0) enqueue.assign({ asked: context.asked.filter((one) => !gone.includes(one)) });
    }),
    /** Where nothing was heard since something was asked, which may have been called off, the set-up is asked anew: a living service says yes. */
    probe: enqueueActions(({ context: { silence, nextId, compress }, enqueue }) => {
      if (silence === 0) return;
      const id = String(nextId);
      enqueue.assign({ silence: silence + 1, nextId: nextId + 1, setupId: id });
      enqueue.sendTo('socket', { type: 'socket.request', id, query: compress ? SETUP : PROBE });
    }),
    countRetry: assign(({ context }) => ({
      retries: context.retries + 1,
      seed: chance(context.seed),
      url: pickUrl(context.urls, chance(context.seed)),
    })),
    notifyConnected: sendTo(({ context }) => context.bus, { type: 'cache.connected' }),
    calm: assign({ retries: 0 }),
    setPool: assign(({ context, event }) => poolAfter(context, event)),
    notifyPool: sendTo('pool', ({ event }) => event),
    recordPool: assign(when('pool.told', ({ context, event }) => ({ said: { ...context.said, ...event.said } }))),
  },
}).createMachine({
  id: 'cache',
  context: ({ input }) => ({
    ...input,
    ahead: input.ahead ?? [],
    url: input.urls[0] ?? '',
    retries: 0,
    asked: [],
    nextId: 1,
    setupId: undefined,
    heardAt: undefined,
    rejected: 0,
    silence: 0,
    said: {},
  }),
  invoke: { id: 'pool', src: 'pool', input: undefined, onError: {} },
  initial: 'live',
  on: {
    'cache.ask': { actions: 'remember' },
    'cache.forget': { actions: assign(({ context, event }) => ({ asked: without(context.asked, event.from) })) },
    'cache.disconnect': '.disconnected',
    'cache.suspend': '.suspended',
    'cache.reset': '.resetting',
    'cache.pool': { actions: ['setPool', 'notifyPool'] },
    'cache.restore': { actions: 'notifyPool' },
    'cache.test': { actions: 'notifyPool' },
    'pool.told': { actions: 'recordPool' },
  },
  states: {
    disconnected: {
      tags: 'offline',
      entry: 'refuseAll',
      on: {
        'cache.connect': 'live',
        'cache.suspend': {},
        'cache.ask': [{ guard: ({ event }) => event.stream, actions: 'remember' }, { actions: 'refuse' }],
      },
    },
    live: {
      initial: 'connecting',
      entry: 'newEpoch',
      exit: assign({ ahead: [] }),
      invoke: { src: 'socket', id: 'socket', input: ({ context: { url, compress } }) => ({ url, compress }), onError: 'waiting' },
      on: {
        'socket.closed': 'waiting',
        'socket.batch': { actions: 'take' },
        'cache.ask': { actions: ['remember', { type: 'askWaiting', params: ({ context }) => ({ only: context.ahead }) }] },
        'cache.forget': { actions: 'forget' },
        'cache.pool': { guard: 'moves', actions: ['setPool', 'notifyPool'], target: 'resetting' },
      },
      states: {
        connecting: {
          tags: 'connecting',
          on: { 'socket.opened': [{ guard: 'compresses', target: 'negotiating' }, { target: 'connected' }] },
          after: { openTimeout: '#cache.waiting' },
        },
        negotiating: {
          tags: 'connecting',
          entry: 'setUp',
          on: { 'socket.batch': { guard: 'endsSetup', target: 'connected', actions: ['closeSetup', 'take'] } },
          after: { setupTimeout: '#cache.waiting' },
        },
        connected: {
          tags: 'online',
          entry: ['askWaiting', 'notifyAsked', 'notifyConnected'],
          on: {
            'socket.batch': { actions: ['take', 'askWaiting'] },
            'cache.ask': { actions: ['remember', 'askWaiting'] },
            'cache.forget': { actions: ['forget', 'askWaiting'] },
          },
          initial: 'fresh',
          after: { stable: { actions: 'calm' } },
          states: {
            fresh: {
              after: {
                sweep: [
                  { guard: 'isDead', target: '#cache.waiting' },
                  { target: 'fresh', reenter: true, actions: ['sweep', 'closeSetup', 'probe', 'askWaiting'] },
                ],
              },
            },
          },
        },
      },
    },
    waiting: {
      tags: 'offline',
      after: { backoff: { target: 'live', actions: 'countRetry' } },
      on: {
        'cache.online': 'live',
        'cache.connect': 'live',
        'cache.resume': 'live',
        'cache.pool': { guard: 'moves', actions: ['setPool', 'notifyPool'], target: 'resetting' },
      },
    },
    resetting: { tags: 'offline', after: { resetPause: 'live' } },
    suspended: { tags: 'offline', on: { 'cache.resume': 'live', 'cache.connect': 'live', 'cache.reset': {} } },
  },
});

/** A pool that names nothing changes nothing (CACHE-05): the last service cannot be removed. */
function poolAfter({ urls, url, seed }: Context, event: CacheEvent): Pick<Context, 'urls' | 'url'> {
  if (event.type !== 'cache.pool' || event.urls.length === 0) return { urls, url };
  return { urls: event.urls, url: event.url ?? (event.urls.includes(url) ? url : pickUrl(event.urls, seed)) };
}
