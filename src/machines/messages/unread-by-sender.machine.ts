import { type ActorRefFrom, assign, type DoneActorEvent, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { readContacts, totalOf } from '../../events/messages/contacts.ts';
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
import type { UnreadChanged } from './unread.machine.ts';

export type UnreadBySenderEvent =
  | AccountUnlocked
  /** Start. `service`: address of the current caching service. */
  | { type: 'unreadBySender.open'; service: string }
  | UnreadChanged
  | DoneActorEvent<SignedRequestOutcome>;

declare module '../core/feature.ts' {
  interface FeatureEvents {
    unreadBySender: UnreadBySenderEvent;
  }
}

type Unread = ReadonlyMap<string, number>;

/** Unread messages: total, and number by sender as far as known. */
export interface UnreadBySender {
  readonly total: number;
  readonly unread: Unread;
}

interface Context extends Requester {
  readonly total: number;
  /**
   * Unread counts from the pages since the last start, and the start of the next page in seconds.
   * `undefined` if there is none.
   */
  readonly found: Unread;
  readonly until: number | undefined;
  readonly pages: number;
  /** True if the count changed during the request. */
  readonly isStale: boolean;
  /**
   * Last result. The total is reported together with the senders, so that muted people are never
   * counted.
   */
  readonly tally: UnreadBySender | undefined;
}

/**
 * Page size and limit of pages. Unread messages beyond them count as sent by people who are not
 * muted.
 */
const [PAGE, MOST_PAGES] = [100, 10];
const FRESH = { found: new Map<string, number>(), until: undefined, pages: 0, isStale: false };

const COUNTED = [
  { guard: 'isNone', target: '#unreadBySender.ready', actions: ['recordTotal', 'begin', 'settle'] },
  { target: '#unreadBySender.loading', actions: ['recordTotal', 'begin'] },
] as const;

/**
 * Finds the senders of the unread messages that the caching service counts. The service does not
 * know private mutes, and muted people must not count (ROUTE-19). It loads pages without prompts
 * after each count, until all counted messages are found.
 */
export const unreadBySenderMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UnreadBySenderEvent,
    input: {} as Requester,
    children: {} as { page: 'authenticatedRequest' },
  },
  actors: { authenticatedRequest: authenticatedRequestMachine },
  delays: { reopened, rest: 60_000 },
  guards: {
    ...authenticatedRequestGuards,
    isNone: ({ event }) => event.type === 'unread.changed' && event.count === 0,
    isSame: ({ context: { tally }, event }) =>
      event.type === 'unread.changed' && event.count === tally?.total,
    isWhole: ({ context: { found, total } }) => totalOf(found) >= total,
    isStale: ({ context }) => context.isStale,
    isMore: ({ context: { until, pages } }) => until !== undefined && pages < MOST_PAGES,
  },
  actions: {
    recordService: assign(
      whenEvent('unreadBySender.open', ({ event }) => ({ service: event.service })),
    ),
    recordTotal: assign(whenEvent('unread.changed', ({ event }) => ({ total: event.count }))),
    begin: assign(FRESH),
    markStale: assign({ isStale: true }),
    receive: assign(({ context }, { outcome }: { outcome: SignedRequestOutcome }) => {
      if (!outcome.ok) return {};
      const { account, found, pages } = context;
      const { events, claims } = outcome.answer;
      const range = rangeOf(claims);
      const told = [...readContacts(claims, events, account).values()].map(
        ({ peer, unread }) => [peer, unread] as const,
      );
      return {
        found: new Map([...found, ...told]),
        until: range && range.elements.length >= PAGE ? range.since : undefined,
        pages: pages + 1,
      };
    }),
    settle: assign(({ context: { total, found } }) => ({ tally: { total, unread: found } })),
    /** The senders cannot be found: keep the last known ones and report the new total. */
    giveUp: assign(({ context: { total, tally } }) => ({
      tally: { total, unread: tally?.unread ?? FRESH.found },
    })),
  },
}).createMachine({
  id: 'unreadBySender',
  context: ({ input }) => ({ ...input, ...FRESH, total: 0, tally: undefined }),
  initial: 'rested',
  on: {
    'unread.changed': COUNTED,
    'unreadBySender.open': { actions: 'recordService' },
  },
  states: {
    /**
     * The service repeats the same number often. Its senders may have changed, so it is checked
     * again, but not each time.
     */
    ready: {
      on: { 'unread.changed': [{ guard: 'isSame' }, ...COUNTED] },
      after: { rest: 'rested' },
    },
    rested: {},
    loading: {
      on: { 'unread.changed': { actions: ['recordTotal', 'markStale'] } },
      invoke: {
        id: 'page',
        src: 'authenticatedRequest',
        input: ({ context: { account, bus, signer, service, isLocal, quiet, until } }) => ({
          account,
          bus,
          signer,
          service,
          isLocal,
          quiet,
          query: query('get_directmsg_contacts', {
            user_pubkey: account,
            relation: 'any',
            limit: PAGE,
            ...(until === undefined ? {} : { until, offset: 1 }),
          }),
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: withOutcome },
            target: 'found',
            actions: { type: 'receive', params: withOutcome },
          },
          {
            guard: { type: 'isUnsigned', params: withOutcome },
            target: 'closed',
            actions: 'giveUp',
          },
          { target: 'ready', actions: 'giveUp' },
        ],
        onError: { target: 'ready', actions: 'giveUp' },
      },
    },
    found: {
      always: [
        { guard: 'isWhole', target: 'ready', actions: 'settle' },
        { guard: 'isStale', target: 'loading', actions: 'begin' },
        { guard: 'isMore', target: 'loading' },
        { target: 'ready', actions: 'settle' },
      ],
    },
    closed: { entry: 'begin', ...CLOSED },
  },
});

export type UnreadBySenderActor = ActorRefFrom<typeof unreadBySenderMachine>;
