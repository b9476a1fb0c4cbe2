import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { safeRelayUrl } from '../../../events/core/url.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND, REPLY_KINDS } from '../../../events/nostr/kinds.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Bus } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent } from '../../core/event-guards.ts';
import type { InboxesNews } from '../../publish/outbox/inboxes.machine.ts';
import { derived, type Ours } from '../../../events/nostr/ours.ts';

/**
 * A note with missing replies that the user asked for. `hints`: relays named by events about it.
 * `now`: time of the request in seconds.
 */
interface Look {
  readonly id: string;
  readonly author: string;
  readonly hints: ReadonlyArray<Ours<string>>;
  readonly now: Seconds;
}

export type FindRepliesEvent = ({ type: 'findReplies.find' } & Look) | InboxesNews | RelayAnswer;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    findReplies: FindRepliesEvent;
  }
}

interface FurtherInput {
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

interface Context extends FurtherInput {
  readonly queue: readonly Look[];
  readonly open: ReadonlySet<string>;
  /** Notes whose search is finished, with the number of asked relays. */
  readonly looked: ReadonlyMap<string, number>;
}

/** Limit of relays for one note. */
const MOST_RELAYS = 8;
const MOST_REPLIES = 100;

/**
 * Searches for counted replies that did not arrive (BEYOND-04), on request by the user. It asks the
 * caching service with another query, then hinted relays and the author's read relays. Found events
 * become facts like all others.
 */
export const findRepliesMachine = setup({
  types: { context: {} as Context, events: {} as FindRepliesEvent, input: {} as FurtherInput },
  actors: { request: requestMachine },
  delays: { locating: 3_000, listening: 10_000 },
  guards: {
    hasWork: ({ context }) => context.queue.length > 0,
    isSought: ({ context, event }) =>
      event.type === 'inboxes.found' && event.request === context.queue[0]?.id,
    isEverybodyHeard: ({ context }) => context.open.size === 0,
  },
  actions: {
    add: assign(
      whenEvent('findReplies.find', ({ context: { queue, looked }, event }) =>
        queue.some(({ id }) => id === event.id) || looked.has(event.id)
          ? {}
          : { queue: [...queue, event] },
      ),
    ),
    locate: enqueueActions(({ context: { queue, scope }, enqueue, self }) => {
      const [look] = queue;
      if (!look) return;
      const { id, author, now } = look;
      enqueue.sendTo(scope, {
        type: 'inboxes.ask',
        people: [author],
        now,
        request: id,
        from: self,
      });
    }),
    ask: enqueueActions(({ context: { queue, looked, scope }, event, enqueue, self }) => {
      const [look] = queue;
      if (!look) return;
      const inboxes = event.type === 'inboxes.found' ? event.inboxes.get(look.author) : undefined;
      const safe = [...look.hints, ...(inboxes ?? [])].flatMap(
        (named) => derived(named, (url) => safeRelayUrl(url)) ?? [],
      );
      const urls = [...new Set(safe)].slice(0, MOST_RELAYS);
      enqueue.assign({ open: new Set(urls), looked: new Map(looked).set(look.id, urls.length) });
      const filters = [{ kinds: REPLY_KINDS, '#e': [look.id], limit: MOST_REPLIES }];
      if (urls.length > 0)
        enqueue.sendTo(scope, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters },
          urls,
        });
    }),
    receive: enqueueActions(({ context: { bus, queue }, event, enqueue }) => {
      const [look] = queue;
      if (!look || event.type !== 'relay.events') return;
      enqueue.sendTo(bus, {
        type: 'facts.received',
        events: event.events,
        claims: [],
        now: look.now,
      });
    }),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event }) => ({
        open: new Set([...context.open].filter((url) => url !== event.url)),
      })),
    ),
    finish: assign(({ context }) => ({ queue: context.queue.slice(1), open: new Set<string>() })),
  },
}).createMachine({
  id: 'findReplies',
  context: ({ input }) => ({ ...input, queue: [], open: new Set(), looked: new Map() }),
  initial: 'idle',
  on: { 'findReplies.find': { actions: 'add' } },
  states: {
    idle: { always: { guard: 'hasWork', target: 'serving' } },
    serving: {
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, queue } }) => ({
          bus,
          query: query('event_actions', {
            event_id: queue[0]?.id ?? '',
            kind: KIND.Text,
            limit: MOST_REPLIES,
          }),
        }),
        onDone: 'locating',
        onError: 'locating',
      },
    },
    locating: {
      entry: 'locate',
      on: { 'inboxes.found': { guard: 'isSought', target: 'listening', actions: 'ask' } },
      after: { locating: { target: 'listening', actions: 'ask' } },
    },
    listening: {
      always: { guard: 'isEverybodyHeard', target: 'idle', actions: 'finish' },
      on: { 'relay.events': { actions: 'receive' }, 'relay.ended': { actions: 'recordEnded' } },
      after: { listening: { target: 'idle', actions: 'finish' } },
    },
  },
});

export type FindRepliesActor = ActorRefFrom<typeof findRepliesMachine>;
