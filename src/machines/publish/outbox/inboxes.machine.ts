import {
  type ActorRefFrom,
  type AnyActorRef,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendTo,
  setup,
} from 'xstate';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import type { MessageRelays } from '../../../events/messages/outgoing-message.ts';
import { type Inboxes, inboxesIn } from '../../../events/publish/outbox/inboxes.ts';
import { minus, type Seconds, seconds } from '../../../events/core/time.ts';
import { withoutKey } from '../../../events/core/without-key.ts';
import { relaysForCopies, type OwnRelay } from '../../../events/account/lists/relay-list.ts';
import type { ReplyTo, ScopeRef } from '../../core/feature.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { messageRelaysMachine, type MessageRelaysFound } from './message-relays.machine.ts';
import type { RelayListChanged } from '../../connection/relay-protocol.ts';

export type InboxesEvent =
  | RelayListChanged
  | DoneActorEvent<Outcome | MessageRelaysFound>
  /**
   * Request the read relays of these people. `request`: returned with the response. `now` in
   * seconds.
   */
  | {
      type: 'inboxes.ask';
      people: readonly string[];
      now: Seconds;
      request: string;
      from: ReplyTo<InboxesFound>;
    }
  /** The user is writing to these people: load their read relays in advance. */
  | { type: 'inboxes.record'; people: readonly string[]; now: Seconds }
  | { type: 'inboxes.ready'; asker: Requester }
  /**
   * Request the relays for private messages to that peer (NIP-17). `request`: returned with the
   * response. `isSending`: the user sends a message, so the peer's write relays may be asked.
   * Viewing a conversation asks none of them (TRUST-08).
   */
  | {
      type: 'inboxes.locate';
      peer: string;
      request: string;
      from: ReplyTo<InboxesLocated>;
      isSending: boolean;
    };

/** Response to `inboxes.locate`. `undefined` if the request failed. */
export type InboxesLocated = {
  type: 'inboxes.located';
  request: string;
  relays: MessageRelays | undefined;
};

/** Response to `inboxes.ask`: read relays by person, as far as known in time. */
type InboxesFound = { type: 'inboxes.found'; request: string; inboxes: Inboxes };
/** News: this actor has started and has no pending requests. */
type InboxesBegan = { type: 'inboxes.started' };
export type InboxesNews = InboxesFound | InboxesBegan;

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    inboxes: InboxesEvent;
  }
  interface FeatureNews {
    inboxes: InboxesBegan;
  }
}

interface Requester {
  readonly request: string;
  readonly from: AnyActorRef;
}

interface Question {
  readonly pubkey: string;
  readonly now: Seconds;
}

/** `open`: ids of the pending requests. */
interface Waiting extends Requester {
  readonly open: readonly string[];
}

interface InboxesInput {
  readonly bus: Bus;
  readonly account: string;
  readonly scope: ScopeRef;
  /** Origin of the page, whose own relay may have a private address. */
  readonly home: string;
}

interface Context extends InboxesInput {
  readonly known: Inboxes;
  /** Time of each cache entry. */
  readonly learned: ReadonlyMap<string, Seconds>;
  readonly open: ReadonlyMap<string, Question>;
  readonly waiting: readonly Waiting[];
  readonly locating: ReadonlyMap<string, Requester>;
  /** The account's own relays. Empty until they are known. */
  readonly relays: readonly OwnRelay[];
  readonly count: number;
}

const HOUR = seconds(60 * 60);
const MAX_KNOWN = 1_000;
/** Limit of the delay of publishing, in milliseconds. */
const TIMEOUT_MS = 2_000;

type Child = `ask ${number}`;
type Locating = `locate ${number}`;
const CHILDREN: { [ask: Child]: 'request'; [locating: Locating]: 'messageRelays' } = {};

/**
 * Finds the read relays of other people (BEYOND-14). It requests their signed lists from the
 * caching service and caches them for an hour. Publishing waits at most two seconds and continues
 * with the known relays. Message relays (NIP-17) are requested each time, also from relays, because
 * a wrong guess would leak metadata.
 */
export const inboxesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as InboxesEvent,
    input: {} as InboxesInput,
    children: CHILDREN,
  },
  actors: { request: requestMachine, messageRelays: messageRelaysMachine },
  actions: {
    recordRelays: assign(whenEvent('relayList.changed', ({ event }) => ({ relays: event.relays }))),
    locate: enqueueActions(
      ({ context: { bus, scope, account, home, relays, locating, count }, event, enqueue }) => {
        if (event.type !== 'inboxes.locate') return;
        const { peer, request, from, isSending } = event;
        const id: Locating = `locate ${count}`;
        enqueue.assign({
          locating: new Map(locating).set(id, { request, from }),
          count: count + 1,
        });
        enqueue.spawnChild('messageRelays', {
          id,
          input: {
            bus,
            scope,
            account,
            peer,
            home,
            isSending,
            relays: relays.map(({ url }) => url),
          },
        });
      },
    ),
    notifyLocated: enqueueActions(({ context: { locating, relays }, event, enqueue }) => {
      const id = 'actorId' in event ? event.actorId : '';
      const asker = locating.get(id);
      if (!asker) return;
      enqueue.assign({ locating: withoutKey(locating, id) });
      const found = 'output' in event && 'found' in event.output ? event.output.found : undefined;
      const own = found && (found.own.length > 0 ? found.own : relaysForCopies(relays));
      // without a relay for the own copy, the sender would lose the message
      const isKnown = found && own && own.length > 0;
      const located: InboxesLocated = {
        type: 'inboxes.located',
        request: asker.request,
        relays: isKnown ? { peer: found.peer, own } : undefined,
      };
      enqueue.sendTo(asker.from, located);
    }),
    ask: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'inboxes.ask' && event.type !== 'inboxes.record') return;
      const { people, now } = event;
      const unknown = people.filter(
        (pubkey) => pubkey !== context.account && !isFresh(context, pubkey, now),
      );
      const isAsked = new Map([...context.open].map(([id, { pubkey }]) => [pubkey, id]));
      const open = new Map(context.open);
      let { count } = context;
      for (const pubkey of unknown.filter((one) => !isAsked.has(one))) {
        const id: Child = `ask ${count++}`;
        isAsked.set(pubkey, id);
        open.set(id, { pubkey, now });
        enqueue.spawnChild('request', {
          id,
          input: { bus: context.bus, query: listQuery('relays', pubkey), deadline: TIMEOUT_MS },
        });
      }
      enqueue.assign({ open, count });
      if (event.type === 'inboxes.record') return;
      const asker = { request: event.request, from: event.from };
      if (unknown.length === 0) enqueue.raise({ type: 'inboxes.ready', asker });
      else
        enqueue.assign({
          waiting: [
            ...context.waiting,
            { ...asker, open: unknown.flatMap((one) => isAsked.get(one) ?? []) },
          ],
        });
    }),
    settle: enqueueActions(({ context, event, enqueue }) => {
      if (!('actorId' in event)) return;
      const id = event.actorId;
      const question = context.open.get(id);
      enqueue.stopChild(id);
      if (!question) return;
      const { known, learned } =
        'output' in event && 'ok' in event.output
          ? learnedFrom(context, question, event.output)
          : context;
      const waiting = context.waiting.map((one) => ({
        ...one,
        open: one.open.filter((other) => other !== id),
      }));
      enqueue.assign({
        known,
        learned,
        open: withoutKey(context.open, id),
        waiting: waiting.filter(({ open }) => open.length > 0),
      });
      for (const { request, from, open } of waiting)
        if (open.length === 0) enqueue.raise({ type: 'inboxes.ready', asker: { request, from } });
    }),
    notifyBegan: sendTo(({ context }) => context.scope, {
      type: 'inboxes.started',
    }),
    notifyFound: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'inboxes.ready') return;
      const { request, from } = event.asker;
      enqueue.sendTo(from, {
        type: 'inboxes.found',
        request,
        inboxes: context.known,
      } satisfies InboxesFound);
    }),
  },
}).createMachine({
  id: 'inboxes',
  entry: 'notifyBegan',
  context: ({ input }) => ({
    ...input,
    known: new Map(),
    learned: new Map(),
    open: new Map(),
    waiting: [],
    locating: new Map(),
    relays: [],
    count: 0,
  }),
  on: {
    'inboxes.ask': { actions: 'ask' },
    'inboxes.record': { actions: 'ask' },
    'inboxes.ready': { actions: 'notifyFound' },
    'inboxes.locate': { actions: 'locate' },
    'relayList.changed': { actions: 'recordRelays' },
    'xstate.done.actor.*': { actions: ['settle', 'notifyLocated'] },
    'xstate.error.actor.*': { actions: ['settle', 'notifyLocated'] },
  },
});

function isFresh({ learned }: Context, pubkey: string, now: Seconds): boolean {
  const at = learned.get(pubkey);
  return at !== undefined && minus(now, at) < HOUR;
}

/** Add the relays from a response. A failure adds nothing, so the next request asks again. */
function learnedFrom(
  { known, learned }: Context,
  { pubkey, now }: Question,
  outcome: Outcome,
): Pick<Context, 'known' | 'learned'> {
  if (!outcome.ok) return { known, learned };
  const found = inboxesIn([pubkey], [...outcome.answer.events, ...outcome.answer.referenced]);
  return {
    known: new Map([...withoutKey(known, pubkey), ...found].slice(-MAX_KNOWN)),
    learned: new Map([...withoutKey(learned, pubkey), [pubkey, now] as const].slice(-MAX_KNOWN)),
  };
}

export type InboxesActor = ActorRefFrom<typeof inboxesMachine>;
