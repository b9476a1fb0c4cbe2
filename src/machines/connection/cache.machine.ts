import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate';
import { cacheQueryKey, type CacheQuery } from '../../events/connection/cache-query.ts';
import { query, SETUP } from '../../events/connection/verbs.ts';
import { whenEvent } from '../core/event-guards.ts';
import type { Seconds } from '../../events/core/time.ts';
import { callbackPort } from '../core/ports.ts';
import { isGone } from '../core/supervision.ts';
import { backoff, chance, pickUrl } from './backoff.ts';
import type { ResponseEvent, Bus } from '../core/bus.ts';
import type { CacheCommand, CacheSignal, ReceivedBatch } from '../core/cache-protocol.ts';
import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';

export type CacheEvent =
  | CacheSignal
  | { type: 'cache.ask'; from: AnyActorRef; query: CacheQuery; stream: boolean }
  | { type: 'cache.forget'; from: AnyActorRef }
  | { type: 'cache.connect' }
  | { type: 'cache.disconnect' }
  | { type: 'cache.reset' }
  | { type: 'cache.suspend' }
  | { type: 'cache.resume' }
  | { type: 'cache.setOnline' }
  /**
   * Replaces the pool. It must not be empty. `url`: the address to use. Otherwise the current
   * address stays while it is in the pool.
   */
  | { type: 'cache.pool'; urls: readonly string[]; url?: string | undefined }
  /** Restores the pool configured by this build or site. */
  | { type: 'cache.restore' }
  /** Tests whether a caching service answers at this address. */
  | { type: 'cache.test'; url: string }
  | PoolSignal;

/** Commands to the port of the pool, forwarded unchanged. */
export type PoolCommand = Extract<
  CacheEvent,
  { type: 'cache.pool' | 'cache.restore' | 'cache.test' }
>;

/**
 * Result of a test: a caching service with its response time in milliseconds, another server, or
 * nothing.
 */
export type ServiceTest =
  | { readonly found: 'service'; readonly ms: number }
  | { readonly found: 'other' | 'nothing' };

export interface PoolState {
  /** Test results by address. */
  readonly tests: ReadonlyMap<string, ServiceTest | 'asking'>;
  /**
   * `unkept`: this browser did not store the pool. `unloaded`: the requested code could not be
   * loaded.
   */
  readonly problem: 'unkept' | 'unloaded' | undefined;
}

/** Signals from the pool's port: news about the pool, or the configured pool. */
export type PoolSignal =
  | { type: 'pool.updated'; said: Partial<PoolState> }
  | { type: 'cache.pool'; urls: readonly string[]; url?: string | undefined };

/** One wanted request. Without an id it is not on the wire of this connection. */
interface PendingRequest {
  readonly from: AnyActorRef;
  readonly query: CacheQuery;
  readonly stream: boolean;
  readonly id: string | undefined;
  /** Number of connections on which it was sent. */
  readonly epochs: number;
}

export interface CacheInput {
  readonly bus: Bus;
  /** Never empty. The first is tried first, then a random one (CACHE-05). */
  readonly urls: readonly string[];
  /** True if zlib frames are requested (CACHE-01). The local flag noBinary turns it off. */
  readonly compress: boolean;
  /**
   * Requests that the first connection can answer before set-up, because they were sent in advance
   * by other means.
   */
  readonly ahead?: readonly CacheQuery[];
  /** Seed of the jitter. */
  readonly seed: number;
  /** The service of the page's own origin. `undefined` if every service counts as its own. */
  readonly home?: string | undefined;
}

interface Context extends CacheInput {
  readonly ahead: readonly CacheQuery[];
  readonly url: string;
  readonly retries: number;
  readonly asked: readonly PendingRequest[];
  readonly nextId: number;
  /** Subscription id of the set-up request on this connection. */
  readonly setupId: string | undefined;
  /** Time of the last message from the service, for the stale notice. */
  readonly heardAt: Seconds | undefined;
  readonly rejected: number;
  /** Number of sweeps without any frame since a request was sent. 0 if no answer is expected. */
  readonly silence: number;
  readonly said: Partial<PoolState>;
}

/**
 * The service closes a connection with more than 200 open subscriptions. The difference is left for
 * set-up and closing ones.
 */
const MAX_OPEN = 150;

const PROBE = query(SETUP.verb, {});

/** In sweeps. Requests fail after 10 s without an answer. */
const MOST_SILENCE = 1;

/**
 * The connection to the caching service (CACHE-01 to 08). At most one socket exists: the child of
 * `live`. Each entry into `live` starts a new epoch (INV-ONE-SOCKET, INV-EPOCH). `asked` holds the
 * wanted requests; each connect sends exactly those (INV-SUBS).
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
      event.type === 'socket.batch' &&
      event.arrivals.some((a) => a.id === context.setupId && (a.ended || a.notice !== undefined)),
    /** True if the connection is dead although no close event arrived (E-45). */
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
      whenEvent('cache.ask', ({ context, event }) => ({
        asked: [
          ...context.asked,
          { from: event.from, query: event.query, stream: event.stream, id: undefined, epochs: 0 },
        ],
      })),
    ),
    forget: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'cache.forget') return;
      const id = context.asked.find((one) => one.from === event.from)?.id;
      enqueue.assign({ asked: withoutRequester(context.asked, event.from) });
      if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
    }),
    refuse: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'cache.ask') return;
      enqueue.sendTo(event.from, {
        type: 'answer.failed',
        reason: 'no_socket',
        text: 'no_socket',
      } satisfies ResponseEvent);
    }),
    refuseAll: enqueueActions(({ context, enqueue }) => {
      for (const one of context.asked.filter((a) => !a.stream)) {
        enqueue.sendTo(one.from, {
          type: 'answer.failed',
          reason: 'no_socket',
          text: 'no_socket',
        } satisfies ResponseEvent);
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
    /**
     * Void all ids of the last connection. Callers with a partial answer restart, and stopped
     * callers are dropped.
     */
    newEpoch: enqueueActions(({ context, enqueue }) => {
      const asked = context.asked.filter(({ from }) => !isGone(from));
      for (const one of asked)
        if (one.epochs > 0)
          enqueue.sendTo(one.from, { type: 'answer.restarted' } satisfies ResponseEvent);
      enqueue.assign({
        asked: asked.map((one) => ({ ...one, id: undefined })),
        setupId: undefined,
        silence: 0,
      });
    }),
    /**
     * Send wanted requests that are not on the wire yet, in order, below the service's limit of
     * open subscriptions.
     */
    askWaiting: enqueueActions(
      ({ context, enqueue }, params: { only?: readonly CacheQuery[] } | undefined) => {
        const only = params?.only?.map(cacheQueryKey);
        const { asked, nextId, now } = freshIds(
          context.asked,
          context.nextId,
          (query) => only?.includes(cacheQueryKey(query)) ?? true,
        );
        if (now.length === 0) return;
        // a stream may stay silent
        const owes = now.some((one) => !one.stream);
        enqueue.assign({
          asked,
          nextId,
          silence: owes ? Math.max(1, context.silence) : context.silence,
        });
        for (const one of now)
          enqueue.sendTo('socket', { type: 'socket.request', id: one.id, query: one.query });
      },
    ),
    /**
     * Forward facts first, so that their rows exist before the caller gets its answer. Frames
     * without a request are ignored.
     */
    take: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'socket.batch') return;
      const { facts, told, finished } = routeBatch(context.asked, event.arrivals, event.now);
      // names belong to the origin: no other service may confirm them or resolve them (PROFILE-12)
      const isHome = context.home === undefined || context.home === context.url;
      const claims = isHome ? facts.claims : facts.claims.filter(({ claim }) => claim !== 'names');
      if (facts.events.length > 0 || claims.length > 0) {
        enqueue.sendTo(context.bus, {
          type: 'facts.received',
          events: facts.events,
          claims,
          now: event.now,
        });
      }
      for (const { to, answer } of told) enqueue.sendTo(to, answer);
      for (const { id } of finished)
        if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
      enqueue.assign({
        asked: context.asked.filter((one) => !finished.includes(one)),
        heardAt: event.now,
        silence: 0,
        rejected: event.arrivals.reduce((sum, arrival) => sum + arrival.rejected, context.rejected),
      });
    }),
    /** Restart the timeout of requests that waited for the connection. */
    notifyAsked: enqueueActions(({ context, enqueue }) => {
      for (const one of context.asked)
        if (one.id !== undefined && !one.stream && !isGone(one.from))
          enqueue.sendTo(one.from, { type: 'answer.requestSent' } satisfies ResponseEvent);
    }),
    /**
     * Close the requests of actors that stopped without forgetting them. This precedes each batch,
     * because a late answer may be about another account (INV-SCOPE).
     */
    sweep: enqueueActions(({ context, enqueue }) => {
      const gone = context.asked.filter((one) => isGone(one.from));
      for (const { id } of gone)
        if (id !== undefined) enqueue.sendTo('socket', { type: 'socket.close', id });
      if (gone.length > 0)
        enqueue.assign({ asked: context.asked.filter((one) => !gone.includes(one)) });
    }),
    /**
     * If requests got no frame, perhaps because they were cancelled, repeat the set-up request. A
     * living service replies.
     */
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
    recordPool: assign(
      whenEvent('pool.updated', ({ context, event }) => ({
        said: { ...context.said, ...event.said },
      })),
    ),
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
    'cache.forget': {
      actions: assign(({ context, event }) => ({
        asked: withoutRequester(context.asked, event.from),
      })),
    },
    'cache.disconnect': '.disconnected',
    'cache.suspend': '.suspended',
    'cache.reset': '.resetting',
    'cache.pool': { actions: ['setPool', 'notifyPool'] },
    'cache.restore': { actions: 'notifyPool' },
    'cache.test': { actions: 'notifyPool' },
    'pool.updated': { actions: 'recordPool' },
  },
  states: {
    disconnected: {
      tags: 'offline',
      entry: 'refuseAll',
      on: {
        'cache.connect': 'live',
        'cache.suspend': {},
        'cache.ask': [
          { guard: ({ event }) => event.stream, actions: 'remember' },
          { actions: 'refuse' },
        ],
      },
    },
    live: {
      initial: 'connecting',
      entry: 'newEpoch',
      exit: assign({ ahead: [] }),
      invoke: {
        src: 'socket',
        id: 'socket',
        input: ({ context: { url, compress } }) => ({ url, compress }),
        onError: 'waiting',
      },
      on: {
        'socket.closed': 'waiting',
        'socket.batch': { actions: ['sweep', 'take'] },
        'cache.ask': {
          actions: [
            'remember',
            { type: 'askWaiting', params: ({ context }) => ({ only: context.ahead }) },
          ],
        },
        'cache.forget': { actions: 'forget' },
        'cache.pool': { guard: 'moves', actions: ['setPool', 'notifyPool'], target: 'resetting' },
      },
      states: {
        connecting: {
          tags: 'connecting',
          on: {
            'socket.opened': [
              { guard: 'compresses', target: 'negotiating' },
              { target: 'connected' },
            ],
          },
          after: { openTimeout: '#cache.waiting' },
        },
        negotiating: {
          tags: 'connecting',
          entry: 'setUp',
          on: {
            'socket.batch': {
              guard: 'endsSetup',
              target: 'connected',
              actions: ['closeSetup', 'sweep', 'take'],
            },
          },
          after: { setupTimeout: '#cache.waiting' },
        },
        connected: {
          tags: 'online',
          entry: ['askWaiting', 'notifyAsked', 'notifyConnected'],
          on: {
            'socket.batch': { actions: ['sweep', 'take', 'askWaiting'] },
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
                  {
                    target: 'fresh',
                    reenter: true,
                    actions: ['sweep', 'closeSetup', 'probe', 'askWaiting'],
                  },
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
        'cache.setOnline': 'live',
        'cache.connect': 'live',
        'cache.resume': 'live',
        'cache.pool': { guard: 'moves', actions: ['setPool', 'notifyPool'], target: 'resetting' },
      },
    },
    resetting: { tags: 'offline', after: { resetPause: 'live' } },
    suspended: {
      tags: 'offline',
      on: { 'cache.resume': 'live', 'cache.connect': 'live', 'cache.reset': {} },
    },
  },
});

/**
 * Return the new pool. An empty pool changes nothing (CACHE-05), so the last service cannot be
 * removed.
 */
function poolAfter({ urls, url, seed }: Context, event: CacheEvent): Pick<Context, 'urls' | 'url'> {
  if (event.type !== 'cache.pool' || event.urls.length === 0) return { urls, url };
  return {
    urls: event.urls,
    url: event.url ?? (event.urls.includes(url) ? url : pickUrl(event.urls, seed)),
  };
}

export function withoutRequester(
  asked: readonly PendingRequest[],
  from: AnyActorRef,
): readonly PendingRequest[] {
  return asked.filter((one) => one.from !== from);
}

/**
 * Assign new ids to waiting requests that match `fits`, oldest first, up to the limit. Ids are
 * never reused (INV-TAGGED).
 */
function freshIds(
  asked: readonly PendingRequest[],
  nextId: number,
  fits: (query: CacheQuery) => boolean = () => true,
) {
  let id = nextId;
  let room = MAX_OPEN - asked.filter((one) => one.id !== undefined).length;
  const now: Array<PendingRequest & { id: string }> = [];
  const next = asked.map((one) => {
    if (one.id !== undefined || room <= 0 || !fits(one.query)) return one;
    room--;
    const sent = { ...one, id: String(id++), epochs: one.epochs + 1 };
    now.push(sent);
    return sent;
  });
  return { asked: next, nextId: id, now };
}

/**
 * Sort a burst that arrived at `at` into facts for the read model, replies to callers, and finished
 * requests.
 */
function routeBatch(
  asked: readonly PendingRequest[],
  arrivals: readonly ReceivedBatch[],
  at: Seconds,
) {
  const events: VerifiedEvent[] = [];
  const claims: Claim[] = [];
  const told: Array<{ to: AnyActorRef; answer: ResponseEvent }> = [];
  const finished: PendingRequest[] = [];
  for (const arrival of arrivals) {
    const one = asked.find(({ id }) => id === arrival.id);
    if (!one || finished.includes(one)) continue;
    if (isGone(one.from)) {
      finished.push(one);
      continue;
    }
    events.push(...arrival.referenced, ...arrival.events);
    claims.push(...arrival.claims);
    const { events: own, referenced, claims: said, rejected } = arrival;
    if (own.length + referenced.length + said.length + rejected > 0) {
      const part = {
        type: 'answer.partReceived',
        events: own,
        referenced,
        claims: said,
        at,
      } as const;
      told.push({ to: one.from, answer: rejected > 0 ? { ...part, rejected } : part });
    }
    if (arrival.notice !== undefined)
      told.push({
        to: one.from,
        answer: { type: 'answer.failed', reason: 'notice', text: arrival.notice },
      });
    else if (arrival.ended && !one.stream)
      told.push({ to: one.from, answer: { type: 'answer.ended' } });
    if (arrival.notice !== undefined || (arrival.ended && !one.stream)) finished.push(one);
  }
  return { facts: { events, claims }, told, finished };
}
