import { type ActorRefFrom, assign, type DoneActorEvent, sendParent, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import {
  asRead,
  type Contacts,
  latestByPeer,
  listedOf,
  MOST_HELD,
  olderThan,
  readContacts,
  type Relation,
  stillWrittenTo,
  withContacts,
} from '../../events/messages/contacts.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { rangeOf } from '../../events/facts/feed-items.ts';
import type { SignedRequestOutcome } from '../account/signing/signed-request.machine.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import type { AccountUnlocked } from '../core/feature.ts';
import {
  type Requester,
  CLOSED,
  authenticatedRequestGuards,
  authenticatedRequestMachine,
  reopened,
} from '../account/signing/authenticated-request.machine.ts';

export type ContactsEvent =
  | AccountUnlocked
  | { type: 'contacts.show'; relation: Relation }
  | { type: 'contacts.loadMore' }
  /** A message was sent or received: request the contacts again. */
  | { type: 'contacts.refresh' }
  /** The messages of `peer` are read, or all messages if it is `undefined`. */
  | { type: 'contacts.read'; peer: string | undefined }
  /** The user asks for the contacts, so prompts of the signer are allowed. */
  | { type: 'contacts.allowPrompts' }
  /** The caching service was changed. */
  | { type: 'contacts.setService'; service: string }
  | DoneActorEvent<SignedRequestOutcome>;

/**
 * Sent to the parent: number of unread messages by sender, as far as the shown list knows them; the
 * contacts of all lists; and the last message of each.
 */
export type ContactsNews = {
  type: 'contacts.changed';
  unread: ReadonlyMap<string, number>;
  contacts: Contacts;
  latest: ReadonlyMap<string, VerifiedEvent>;
};

/**
 * Known contacts of one relation. `until`: start of the next page in seconds, or `undefined` if
 * there is none.
 */
interface Listed {
  readonly contacts: Contacts;
  readonly until: number | undefined;
  /** Number of strangers named by the service that exceeded the limit. */
  readonly rest: number;
}

interface Context extends Requester {
  readonly relation: Relation;
  readonly lists: ReadonlyMap<Relation, Listed>;
  /** The last message of each contact. */
  readonly latest: ReadonlyMap<string, VerifiedEvent>;
  /** Start of the requested page. `undefined` for the first one. */
  readonly from: number | undefined;
  /** Peers whose messages were read during the request. Its counts may be older. */
  readonly readMeanwhile: ReadonlyArray<string | undefined>;
  /** True if messages were sent or received during the request. */
  readonly isStale: boolean;
}

/** Page size (LIMIT-02). */
const PAGE = 20;

/**
 * Contacts of the account, as counted by the caching service (DM-01): followed people, others, or
 * all. Each list loads in pages. A response counts only for the list that requested it.
 */
export const contactsMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ContactsEvent,
    input: {} as Requester,
    tags: {} as 'loading' | 'failed' | 'closed',
    children: {} as { page: 'authenticatedRequest' },
  },
  actors: { authenticatedRequest: authenticatedRequestMachine },
  delays: { reopened },
  guards: {
    ...authenticatedRequestGuards,
    isStale: ({ context }) => context.isStale,
    isMore: ({ context: { lists, relation } }) => lists.get(relation)?.until !== undefined,
  },
  actions: {
    choose: assign(
      whenEvent('contacts.show', ({ event }) => ({ relation: event.relation, from: undefined })),
    ),
    fromTop: assign({ from: undefined }),
    fromEnd: assign(({ context: { lists, relation } }) => ({ from: lists.get(relation)?.until })),
    allow: assign({ quiet: false, from: undefined }),
    recordService: assign(
      whenEvent('contacts.setService', ({ event }) => ({ service: event.service })),
    ),
    begin: assign({ readMeanwhile: [], isStale: false }),
    markStale: assign({ isStale: true }),
    receive: assign(({ context }, { outcome }: { outcome: SignedRequestOutcome }) => {
      if (!outcome.ok) return {};
      const { account, lists, relation, from, readMeanwhile } = context;
      const { events, claims } = outcome.answer;
      const known = lists.get(relation);
      const told = readMeanwhile.reduce<Contacts>(asRead, readContacts(claims, events, account));
      const found = stillWrittenTo(told, known?.contacts ?? new Map());
      const range = rangeOf(claims);
      const until = range && range.elements.length >= PAGE ? range.since : undefined;
      // A reload from the top keeps the older part of the list and drops contacts that left the
      // reloaded part.
      const isFurther = from !== undefined || known === undefined;
      const before = isFurther ? known?.contacts : olderThan(known.contacts, until);
      const all = withContacts(before ?? new Map(), found);
      const followed = relation === 'follows' ? all : (lists.get('follows')?.contacts ?? new Map());
      const { shown, rest } = listedOf(all, new Set(followed.keys()), MOST_HELD);
      const listed = {
        contacts: new Map(shown.map((one) => [one.peer, one])),
        until: isFurther ? until : until && known.until,
        rest: rest + (known?.rest ?? 0),
      };
      return {
        lists: new Map(lists).set(relation, listed),
        latest: latestByPeer(context.latest, events, account),
      };
    }),
    markRead: assign(
      whenEvent('contacts.read', ({ context: { lists, readMeanwhile }, event: { peer } }) => ({
        lists: new Map(
          [...lists].map(([name, one]) => [name, { ...one, contacts: asRead(one.contacts, peer) }]),
        ),
        readMeanwhile: [...readMeanwhile, peer],
      })),
    ),
    /** Report only the shown list, because the counts of the others may be old. */
    notifyChanged: sendParent(({ context: { lists, relation, latest } }): ContactsNews => {
      const all = lists.get(relation)?.contacts.values() ?? [];
      return {
        type: 'contacts.changed',
        unread: new Map([...all].map(({ peer, unread }) => [peer, unread])),
        contacts: new Map([...lists.values()].flatMap(({ contacts }) => [...contacts])),
        latest,
      };
    }),
  },
}).createMachine({
  id: 'contacts',
  context: ({ input }) => ({
    ...input,
    relation: 'follows',
    lists: new Map(),
    latest: new Map(),
    from: undefined,
    readMeanwhile: [],
    isStale: false,
  }),
  initial: 'unasked',
  on: {
    'contacts.show': { target: '.loading', actions: 'choose' },
    'contacts.read': { actions: ['markRead', 'notifyChanged'] },
    'contacts.allowPrompts': { target: '.loading', actions: 'allow' },
    'contacts.setService': { actions: 'recordService' },
  },
  states: {
    unasked: {},
    loading: {
      tags: 'loading',
      entry: 'begin',
      on: { 'contacts.refresh': { actions: 'markStale' } },
      invoke: {
        id: 'page',
        src: 'authenticatedRequest',
        input: ({
          context: { account, bus, signer, service, isLocal, quiet, relation, from },
        }) => ({
          account,
          bus,
          signer,
          service,
          isLocal,
          quiet,
          query: query('get_directmsg_contacts', {
            user_pubkey: account,
            relation,
            limit: PAGE,
            ...(from === undefined ? {} : { until: from, offset: 1 }),
          }),
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'ready',
            actions: [{ type: 'receive', params: withOutcome }, 'notifyChanged'],
          },
          { guard: { type: 'isUnsigned', params: withOutcome }, target: 'closed' },
          { target: 'failed' },
        ],
        onError: 'failed',
      },
    },
    ready: {
      always: { guard: 'isStale', target: 'loading', actions: 'fromTop' },
      on: {
        'contacts.loadMore': { guard: 'isMore', target: 'loading', actions: 'fromEnd' },
        'contacts.refresh': { target: 'loading', actions: 'fromTop' },
      },
    },
    closed: CLOSED,
    failed: {
      tags: 'failed',
      on: {
        'contacts.loadMore': 'loading',
        'contacts.refresh': { target: 'loading', actions: 'fromTop' },
      },
    },
  },
});

export type ContactsActor = ActorRefFrom<typeof contactsMachine>;
