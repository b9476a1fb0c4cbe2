import { assign, enqueueActions, setup } from 'xstate';
import { listFilter, listQuery } from '../../../events/account/lists/list-query.ts';
import { ownRelayTags, readMessageRelays } from '../../../events/account/lists/relay-list.ts';
import { relayKey } from '../../../events/core/url.ts';
import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { MessageRelays } from '../../../events/messages/outgoing-message.ts';
import { writesOf } from '../../../events/publish/outbox/inboxes.ts';
import type { ScopeRef } from '../../core/feature.ts';
import type { Bus, Outcome } from '../../core/bus.ts';
import type { RelayAnswer } from '../../connection/relay-protocol.ts';
import { requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { addressed, each, type Ours } from '../../../events/nostr/ours.ts';

interface MessageRelaysInput {
  readonly bus: Bus;
  readonly scope: ScopeRef;
  readonly account: string;
  readonly peer: string;
  /** True if a message is being sent, so relays of the peer may be asked. */
  readonly isSending: boolean;
  readonly relays: ReadonlyArray<Ours<string>>;
  /** Origin of the page, whose own relay may have a private address. */
  readonly home: string;
}

/** Message relays of both lists. `undefined` if one of them could not be loaded. */
export interface MessageRelaysFound {
  readonly found: MessageRelays | undefined;
}

interface Context extends MessageRelaysInput {
  readonly urls: Partial<MessageRelays>;
  /** Lists signed by the peer: message relays, and general relays. */
  readonly lists: readonly VerifiedEvent[];
  /** `asked`: requested relays. `open`: those that have not ended yet. */
  readonly asked: ReadonlyArray<Ours<string>>;
  readonly open: ReadonlySet<string>;
}

type Answered = { readonly outcome: Outcome };
const TIMEOUT_MS = 4_000;
/** Timeout in milliseconds for the peer's write relays, which are usually cached. */
const WRITES_TIMEOUT_MS = 2_000;
/** Limits of requested relays: of the peer's relays, which come first, and in total. */
const [MOST_OF_PEER, MOST_ASKED] = [6, 12];

/**
 * Finds the message relays of a peer and the account (kind 10050). A rejected list counts as
 * unknown, not as missing. If the caching service has no list of the peer, own relays are asked.
 * When a message is sent, the peer's write relays are asked too. Otherwise their operator would
 * learn who views the conversation (TRUST-08).
 */
export const messageRelaysMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RelayAnswer,
    input: {} as MessageRelaysInput,
    output: {} as MessageRelaysFound,
  },
  actors: { request: requestMachine },
  delays: { listening: 3_000 },
  guards: {
    isOk: (_, { outcome }: Answered) => outcome.ok && !outcome.answer.rejected,
    isListed: ({ context }) => listOf(context) !== undefined,
    isSending: ({ context }) => context.isSending,
    isEverybodyHeard: ({ context }) => context.open.size === 0,
  },
  actions: {
    /** Ignore lists by other authors. */
    receivePeer: assign(({ context: { peer, home, urls } }, { outcome }: Answered) => {
      const lists = eventsIn(outcome).filter(({ pubkey }) => pubkey === peer);
      return { lists, urls: { ...urls, peer: namedIn({ lists, peer, home }) } };
    }),
    receiveOwn: assign(({ context: { account, home, urls } }, { outcome }: Answered) => {
      const list = listOf({ lists: eventsIn(outcome).filter(({ pubkey }) => pubkey === account) });
      return { urls: { ...urls, own: ownRelayTags(account, list, home) } };
    }),
    receiveWrites: assign(({ context: { lists, peer } }, { outcome }: Answered) => ({
      lists: [...lists, ...eventsIn(outcome).filter(({ pubkey }) => pubkey === peer)],
    })),
    receiveLists: assign(
      whenEvent('relay.events', ({ context: { lists, peer }, event }) => ({
        lists: [...lists, ...event.events.filter(({ pubkey }) => pubkey === peer)],
      })),
    ),
    /** Ask the relays that were not asked yet. */
    askRelays: enqueueActions(
      ({ context: { peer, scope, relays, lists, asked, open, isSending }, enqueue, self }) => {
        const all = [...(isSending ? writesOf(peer, lists).slice(0, MOST_OF_PEER) : []), ...relays];
        const known = new Map([...asked, ...all].map((url) => [relayKey(url), url]));
        const urls = [...known.values()].slice(asked.length, MOST_ASKED);
        if (urls.length === 0) return;
        enqueue.assign({ asked: [...asked, ...urls], open: new Set([...open, ...urls]) });
        const filters = [listFilter('messageRelays', peer), listFilter('relays', peer)];
        enqueue.sendTo(scope, {
          type: 'relays.ask',
          from: self,
          ask: { kind: 'subscribe', filters },
          urls,
        });
      },
    ),
    recordEnded: assign(
      whenEvent('relay.ended', ({ context, event }) => ({
        open: new Set([...context.open].filter((url) => url !== event.url)),
      })),
    ),
    /** The list counts as missing only if the caching service said so. */
    settle: assign(({ context }) =>
      listOf(context) ? { urls: { ...context.urls, peer: namedIn(context) } } : {},
    ),
  },
}).createMachine({
  id: 'messageRelays',
  context: ({ input }) => ({ ...input, urls: {}, lists: [], asked: [], open: new Set() }),
  initial: 'peer',
  states: {
    peer: {
      invoke: {
        id: 'peer',
        src: 'request',
        input: ({ context: { bus, peer } }) => ({
          bus,
          query: listQuery('messageRelays', peer),
          deadline: TIMEOUT_MS,
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'own',
            actions: { type: 'receivePeer', params: withOutcome },
          },
          { target: 'own' },
        ],
        onError: 'own',
      },
    },
    own: {
      invoke: {
        id: 'own',
        src: 'request',
        input: ({ context: { bus, account } }) => ({
          bus,
          query: listQuery('messageRelays', account),
          deadline: TIMEOUT_MS,
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'judging',
            actions: { type: 'receiveOwn', params: withOutcome },
          },
          { target: 'ended' },
        ],
        onError: 'ended',
      },
    },
    judging: {
      always: [
        { guard: 'isListed', target: 'ended' },
        { guard: 'isSending', target: 'writes' },
        { target: 'listening' },
      ],
    },
    writes: {
      invoke: {
        id: 'writes',
        src: 'request',
        input: ({ context: { bus, peer } }) => ({
          bus,
          query: listQuery('relays', peer),
          deadline: WRITES_TIMEOUT_MS,
        }),
        onDone: { target: 'listening', actions: { type: 'receiveWrites', params: withOutcome } },
        onError: 'listening',
      },
    },
    listening: {
      entry: 'askRelays',
      always: { guard: 'isEverybodyHeard', target: 'ended', actions: 'settle' },
      // an own relay may know the peer's write relays
      on: {
        'relay.events': { actions: ['receiveLists', 'askRelays'] },
        'relay.ended': { actions: 'recordEnded' },
      },
      after: { listening: { target: 'ended', actions: 'settle' } },
    },
    ended: { type: 'final' },
  },
  output: ({ context: { urls } }) => ({
    found: urls.peer && urls.own ? { peer: urls.peer, own: urls.own } : undefined,
  }),
});

function listOf({ lists }: Pick<Context, 'lists'>): VerifiedEvent | undefined {
  return newestVersion(lists.filter(({ kind }) => kind === KIND.DirectMessageRelays));
}

/**
 * Return the message relays that the peer's list names. The account writes to the peer, so that
 * list decides.
 */
function namedIn({
  lists,
  peer,
  home,
}: Pick<Context, 'lists' | 'peer' | 'home'>): MessageRelays['peer'] {
  const list = listOf({ lists });
  return list ? each(addressed(peer, list, (signed) => readMessageRelays(signed, home))) : [];
}

function eventsIn(outcome: Outcome): readonly VerifiedEvent[] {
  return outcome.ok ? [...outcome.answer.events, ...outcome.answer.referenced] : [];
}
