import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import {
  type OwnRelay,
  readRelayList,
  writeUrls,
} from '../../../events/account/lists/relay-list.ts';
import { relayKey } from '../../../events/core/url.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { NoteParam } from '../../../events/nostr/route-param.ts';
import {
  eventFilters,
  type EventHints,
  isTarget,
  keyOfParam,
} from '../../../events/reading/thread/event-hints.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import type { RelayAnswer, RelayListChanged } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';

/** A search for an event that the caching service does not know. `now` in seconds. */
interface Search {
  readonly target: NoteParam;
  readonly hints: EventHints;
  readonly now: Seconds;
  /** Foreign relays that the user chose to ask. Empty: ask the account's own relays. */
  readonly chosen: ReadonlyArray<Ours<string>>;
}

/** The result so far. Counts are of relays. */
export interface Found {
  readonly event: VerifiedEvent | undefined;
  /** The event's author, as the hints of the first search name it. */
  readonly author: string | undefined;
  /** The first relay that sent the event. */
  readonly url: string | undefined;
  readonly asked: number;
  /** Relays that answered. The others were silent, or were not asked. */
  readonly answered: number;
  /** True if no relay may be asked now, for example because everything goes through the service. */
  readonly isRefused: boolean;
  /** Foreign relays that could be asked. They would learn that the user looks for the event. */
  readonly others: readonly string[];
}

export type FindEventEvent = RelayListChanged | RelayAnswer | ({ type: 'findEvent.find' } & Search);

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    findEvent: FindEventEvent;
  }
}

interface FindEventInput {
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

interface Context extends FindEventInput {
  readonly queue: readonly Search[];
  readonly relays: readonly OwnRelay[];
  readonly open: ReadonlySet<string>;
  readonly found: ReadonlyMap<string, Found>;
}

/** Limit of foreign relays for one event. */
const MOST_OTHERS = 8;
const MOST_SEARCHES = 50;

const NOTHING: Found = {
  event: undefined,
  author: undefined,
  url: undefined,
  asked: 0,
  answered: 0,
  isRefused: false,
  others: [],
};

/**
 * Searches an opened event that the caching service does not know (THREAD-03). The account's own
 * relays are asked automatically. Hinted relays and those of the author would learn who reads the
 * event, so they are only named, and asked after a press (TRUST-08).
 */
export const findEventMachine = setup({
  types: { context: {} as Context, events: {} as FindEventEvent, input: {} as FindEventInput },
  actors: { request: requestMachine },
  delays: { locating: 3_000, listening: 10_000, timeout: 5_000 },
  guards: {
    hasWork: ({ context }) => context.queue.length > 0,
    isChosen: ({ context }) => (context.queue[0]?.chosen.length ?? 0) > 0,
    isAuthorUnknown: ({ context }) => context.queue[0]?.hints.author === undefined,
    hasRelays: ({ context }) => context.relays.length > 0,
    isEverybodyHeard: ({ context }) => context.open.size === 0,
  },
  actions: {
    recordRelays: assign(whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays }))),
    add: assign(whenEvent('findEvent.find', ({ context, event }) => queued(context, event))),
    /** The author's list names relays, but does not cause a connection to them. */
    recordOthers: assign(({ context }, { outcome }: { readonly outcome: Outcome }) => {
      const [search] = context.queue;
      const list = outcome.ok
        ? newestVersion(
            [...outcome.answer.events, ...outcome.answer.referenced].filter(
              ({ kind, pubkey }) => kind === KIND.RelayList && pubkey === search?.hints.author,
            ),
          )
        : undefined;
      return withOthers(context, list ? writeUrls(readRelayList(list).relays) : []);
    }),
    recordHints: assign(({ context }) => withOthers(context, [])),
    ask: enqueueActions(({ context, enqueue, self }) => {
      const [search] = context.queue;
      if (!search) return;
      const { target, hints, chosen } = search;
      const own = context.relays.map(({ url }) => url);
      const urls = chosen.length > 0 ? chosen : own;
      const isAsked = new Set([...own, ...chosen].map(relayKey));
      enqueue.assign({
        open: new Set(urls),
        found: changed(context, ({ others, ...before }) => ({
          ...before,
          asked: before.asked + urls.length,
          others: others.filter((url) => !isAsked.has(relayKey(url))),
        })),
      });
      if (urls.length === 0) return;
      enqueue.sendTo(context.scope, {
        type: 'relays.ask',
        from: self,
        ask: { kind: 'subscribe', filters: eventFilters(target, hints.author) },
        urls,
      });
    }),
    receive: enqueueActions(({ context, event, enqueue }) => {
      const [search] = context.queue;
      if (!search || event.type !== 'relay.events') return;
      const { events, url } = event;
      enqueue.sendTo(context.bus, {
        type: 'facts.received',
        events,
        claims: [],
        now: search.now,
      });
      const target = newestVersion(events.filter((one) => isTarget(search.target, one)));
      if (target)
        enqueue.assign({
          found: changed(context, (before) => ({
            ...before,
            event: newestVersion([target, ...(before.event ? [before.event] : [])]),
            url: before.url ?? url,
          })),
        });
    }),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event: { url, complete, reason } }) => ({
        open: new Set([...context.open].filter((one) => one !== url)),
        found: changed(context, (before) => ({
          ...before,
          answered: before.answered + (complete ? 1 : 0),
          isRefused: before.isRefused || reason?.code === 'relay.suspended',
        })),
      })),
    ),
    finish: assign(({ context }) => ({ queue: context.queue.slice(1), open: new Set<string>() })),
  },
}).createMachine({
  id: 'findEvent',
  context: ({ input }) => ({ ...input, queue: [], relays: [], open: new Set(), found: new Map() }),
  initial: 'idle',
  on: {
    'relayList.changed': { actions: 'recordRelays' },
    'findEvent.find': { actions: 'add' },
  },
  states: {
    idle: {
      always: [
        { guard: 'isChosen', target: 'listening' },
        { guard: 'hasWork', target: 'locating' },
      ],
    },
    /** Finds the author's relays. */
    locating: {
      always: { guard: 'isAuthorUnknown', target: 'waiting', actions: 'recordHints' },
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context: { bus, queue } }) => ({
          bus,
          query: listQuery('relays', queue[0]?.hints.author ?? ''),
        }),
        onDone: { target: 'waiting', actions: { type: 'recordOthers', params: withOutcome } },
        onError: { target: 'waiting', actions: 'recordHints' },
      },
      after: { locating: { target: 'waiting', actions: 'recordHints' } },
    },
    /** Waits for the account's own relays. */
    waiting: {
      always: { guard: 'hasRelays', target: 'listening' },
      after: { timeout: 'listening' },
    },
    listening: {
      entry: 'ask',
      always: { guard: 'isEverybodyHeard', target: 'idle', actions: 'finish' },
      on: { 'relay.events': { actions: 'receive' }, 'relay.ended': { actions: 'recordEnded' } },
      after: { listening: { target: 'idle', actions: 'finish' } },
    },
  },
});

export type FindEventActor = ActorRefFrom<typeof findEventMachine>;

/** Add a search. A new search for the same event starts without the earlier result. */
function queued({ queue, found }: Context, search: Search): Partial<Context> {
  const key = keyOfParam(search.target);
  if (queue.some(({ target }) => keyOfParam(target) === key)) return {};
  const before = search.chosen.length > 0 ? found.get(key) : undefined;
  const fresh = { ...NOTHING, author: search.hints.author };
  const others = [...found].filter(([one]) => one !== key);
  return {
    queue: [...queue, search],
    found: new Map([...others, [key, before ?? fresh] as const].slice(-MOST_SEARCHES)),
  };
}

/** Return the results after a change of the first one in the queue. */
function changed(
  { queue, found }: Context,
  change: (before: Found) => Found,
): ReadonlyMap<string, Found> {
  const [search] = queue;
  if (!search) return found;
  const key = keyOfParam(search.target);
  return new Map(found).set(key, change(found.get(key) ?? NOTHING));
}

/** Name the relays that could be asked: those of hints, and these of the author. */
function withOthers(context: Context, writes: readonly string[]): Partial<Context> {
  const hints = context.queue[0]?.hints.relays ?? [];
  const named = new Map([...hints, ...writes].map((url) => [relayKey(url), url]));
  const others = [...named.values()].slice(0, MOST_OTHERS);
  return { found: changed(context, (before) => ({ ...before, others })) };
}
