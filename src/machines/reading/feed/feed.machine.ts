import { type ActorRefFrom, assign, setup } from 'xstate';
import { questionKey } from '../../../events/connection/cache-query.ts';
import { query } from '../../../events/connection/verbs.ts';
import { type FeedItem, firstItems, missingOriginals, newItems, pageItems, rangeOf } from '../../../events/facts/feed-items.ts';
import { type Cursor, newerThan, nextCursor } from '../../../events/reading/feed/paging.ts';
import { inSeconds } from '../../../events/core/time.ts';
import type { Answer, Bus, Outcome } from '../../core/bus.ts';
import { type RequestPart, requestMachine } from '../../connection/request.machine.ts';
import type { Query } from '../../core/cache-protocol.ts';
import { when, withOutcome } from '../../core/event-guards.ts';

export interface FeedInput {
  readonly bus: Bus;
  /** Whose eyes: the account's key, or the visitors' default (FEED-08). */
  readonly viewer: string;
  /** The question without paging fields: a `mega_feed_directive` with its spec, or any verb that answers a page. */
  readonly base: Query;
  /** LIMIT-02: 20, a sidebar 8. */
  readonly pageSize: number;
  /** Where the rows are not what is read but what was done (NOTE-14): the rows of one answer; undefined ends the list. Paged by count. */
  readonly rows?: (answer: Answer) => readonly FeedItem[] | undefined;
}

interface Context extends FeedInput {
  readonly items: readonly FeedItem[];
  readonly cursor: Cursor | undefined;
  /** Newer rows that wait for the reader to ask for them (FEED-04). */
  readonly waiting: readonly FeedItem[];
  readonly newer: { readonly since: number } | undefined;
  /** Grows with every insertion at the top, so that the list can hold the reader's place for that one render. */
  readonly inserted: number;
  readonly reason: string | undefined;
  /** Own notes that belong into it and that this page has published, newest first: they stand in it before the service names them. */
  readonly own: readonly string[];
}

export type FeedEvent =
  | RequestPart
  | { type: 'feed.select'; base: Query }
  | { type: 'feed.more' }
  | { type: 'feed.retry' }
  | { type: 'feed.showNew' }
  | { type: 'feed.own'; ids: readonly string[] }
  | { type: 'screen.shown' }
  | { type: 'screen.hidden' };

/** LIMIT-02: up to 100 newer items are looked for. */
const NEWER = 100;

const EMPTY = { items: [], cursor: undefined, waiting: [], newer: undefined, reason: undefined } as const;

/**
 * A list in pages, and beside it the look-out for newer items. Selecting another feed buries the questions of the former one, so its pages
 * have nobody left to take them (INV-TAGGED).
 */
export const feedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as FeedEvent,
    input: {} as FeedInput,
    tags: {} as 'loading' | 'more' | 'ended' | 'failed' | 'refused',
  },
  actors: { request: requestMachine },
  delays: { checkEvery: 10_000, rest: 3_000, fresh: 5_000 },
  guards: {
    // FEED-03: the same feed, whatever the order of its keys
    isOther: ({ context, event }) => event.type === 'feed.select' && questionKey(event.base) !== questionKey(context.base),
    isOk: (_, params: { outcome: Outcome }) => params.outcome.ok,
    isLast: ({ context }, params: { outcome: Outcome }) => params.outcome.ok && cursorAfter(context, params.outcome.answer) === undefined,
    isNotice: (_, params: { outcome: Outcome }) => !params.outcome.ok && params.outcome.reason === 'notice',
    looksOut: ({ context }) => context.newer !== undefined && context.waiting.length <= NEWER,
    isOwnNews: ({ context, event }) => event.type === 'feed.own' && event.ids.join() !== context.own.join(),
    hasWaiting: ({ context }) => context.waiting.length > 0,
    showsFirst: ({ context, event }) =>
      event.type === 'request.part' && context.cursor === undefined && firstItems(event.answer).length > context.items.length,
  },
  actions: {
    select: assign(when('feed.select', ({ event }) => ({ ...EMPTY, base: event.base }))),
    clear: assign(EMPTY),
    showFirst: assign(when('request.part', ({ event }) => ({ items: firstItems(event.answer) }))),
    open: assign(({ context }, params: { outcome: Outcome }) =>
      params.outcome.ok
        ? {
            ...withOwn(context.own, paged({ ...context, items: [], cursor: undefined }, params.outcome.answer)),
            newer: newerThan(rangeOf(params.outcome.answer.claims), params.outcome.answer.at),
          }
        : {},
    ),
    append: assign(({ context }, params: { outcome: Outcome }) => (params.outcome.ok ? paged(context, params.outcome.answer) : {})),
    hold: assign(({ context }, params: { outcome: Outcome }) => (params.outcome.ok ? held(context, params.outcome.answer) : {})),
    showNew: assign(({ context }) => ({
      items: [...context.waiting, ...context.items],
      waiting: [],
      inserted: context.inserted + 1,
    })),
    placeOwn: assign(({ context, event }) => (event.type === 'feed.own' ? ownPlaced(context, event.ids) : {})),
    fail: assign((_, params: { outcome: Outcome }) => ({ reason: params.outcome.ok ? undefined : params.outcome.reason })),
  },
}).createMachine({
  id: 'feed',
  context: ({ input }) => ({ ...input, ...EMPTY, inserted: 0, own: [] }),
  type: 'parallel',
  on: {
    'feed.own': { guard: 'isOwnNews', actions: 'placeOwn' },
    'feed.select': { guard: 'isOther', target: ['.pages.loading', '.news.resting'], actions: 'select' },
  },
  states: {
    pages: {
      initial: 'loading',
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            id: 'page',
            src: 'request',
            input: ({ context }) => ({ ...pageAsked(context, { offset: 0 }), parts: true }),
            onDone: [
              {
                guard: { type: 'isLast', params: withOutcome },
                target: 'ended',
                actions: { type: 'open', params: withOutcome },
              },
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'ready',
                actions: { type: 'open', params: withOutcome },
              },
              // FEED-13: a refusal is an empty page that can be asked again
              { guard: { type: 'isNotice', params: withOutcome }, target: 'refused', actions: 'clear' },
              { target: 'failed', actions: { type: 'fail', params: withOutcome } },
            ],
            onError: 'failed',
          },
          on: { 'request.part': { guard: 'showsFirst', actions: 'showFirst' } },
        },
        ready: { on: { 'feed.more': 'more' } },
        more: {
          tags: 'more',
          invoke: {
            id: 'more',
            src: 'request',
            input: ({ context }) => pageAsked(context, context.cursor ?? { offset: 0 }),
            onDone: [
              {
                guard: { type: 'isLast', params: withOutcome },
                target: 'ended',
                actions: { type: 'append', params: withOutcome },
              },
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'ready',
                actions: { type: 'append', params: withOutcome },
              },
              { target: 'stuck', actions: { type: 'fail', params: withOutcome } },
            ],
            onError: 'stuck',
          },
        },
        ended: { tags: 'ended' },
        /** The next page failed; what is shown stays. */
        stuck: { tags: 'failed', on: { 'feed.retry': 'more', 'screen.shown': 'more' } },
        refused: { tags: 'refused', on: { 'feed.retry': 'loading' } },
        failed: { tags: 'failed', on: { 'feed.retry': 'loading', 'screen.shown': 'loading' } },
      },
    },
    news: {
      initial: 'resting',
      on: { 'screen.hidden': '.off', 'feed.showNew': { guard: 'hasWaiting', target: '.resting', actions: 'showNew' } },
      states: {
        resting: {
          after: {
            checkEvery: [
              { guard: 'looksOut', target: 'checking' },
              { target: 'resting', reenter: true },
            ],
          },
        },
        checking: {
          invoke: {
            id: 'news',
            src: 'request',
            input: ({ context }) => asked(context, { limit: NEWER, offset: 0, ...context.newer }),
            onDone: { target: 'resting', actions: { type: 'hold', params: withOutcome } },
            onError: 'resting',
          },
        },
        /** ROUTE-21: whoever comes back within 5 s finds it fresh. */
        off: { on: { 'screen.shown': 'resting' }, after: { fresh: 'stale' } },
        stale: { on: { 'screen.shown': 'soon' } },
        soon: { on: { 'screen.hidden': 'off' }, after: { rest: [{ guard: 'looksOut', target: 'checking' }, { target: 'resting' }] } },
      },
    },
  },
});

export type FeedActor = ActorRefFrom<typeof feedMachine>;

function pageAsked(context: Context, cursor: Cursor) {
  return { ...asked(context, { limit: context.pageSize, ...cursor }), acted: true };
}

/** Some of the list; then, once that has ended, what its reposts repeat and it did not bring (THREAD-06). */
function asked({ bus, base, viewer, rows }: Context, paging: Readonly<Record<string, number>>) {
  const onward = (answer: Answer) => {
    const event_ids = rows ? [] : missingOriginals(answer);
    return event_ids.length > 0 ? query('events', { event_ids, extended_response: true, user_pubkey: viewer }) : undefined;
  };
  return { bus, query: { verb: base.verb, payload: { ...base.payload, user_pubkey: viewer, ...paging } }, onward };
}

/** The list with one page more, and where it goes on. A page that brings nothing new ends it. */
function paged(context: Context, answer: Answer) {
  const rows = context.rows ? context.rows(answer) : pageItems(answer);
  const items = [...context.items, ...newItems(context.items, rows ?? [])];
  return { items, cursor: cursorAfter(context, answer), reason: undefined };
}

/** Where the list goes on after that page; undefined: it ends. */
function cursorAfter({ rows, cursor, pageSize }: Context, answer: Answer): Cursor | undefined {
  // counted by what was asked for: such pages need not name an order, and of what they bring not all need verify
  if (rows) return rows(answer) && { offset: (cursor?.offset ?? 0) + pageSize };
  const range = rangeOf(answer.claims);
  if (range?.orderBy !== 'created_at') return nextCursor(range, cursor, () => undefined);
  const times = new Map([...answer.referenced, ...answer.events].map((event) => [event.id, inSeconds(event.created_at)]));
  return nextCursor(range, cursor, (id) => times.get(id));
}

/** Own notes above a page that is loaded anew, those that it does not name itself. */
function withOwn<P extends { readonly items: readonly FeedItem[] }>(own: readonly string[], page: P): P {
  return { ...page, items: [...newItems(page.items, rowsOf(own)), ...page.items] };
}

/** Puts own notes at the top as they are published, and takes out what was given up; what stands below keeps its place. */
function ownPlaced({ own, items, waiting, inserted }: Context, ids: readonly string[]): Partial<Context> {
  const gone = own.filter((id) => !ids.includes(id));
  const stays = ({ id }: FeedItem) => !gone.includes(id);
  const kept = items.filter(stays);
  const fresh = newItems(kept, rowsOf(ids.filter((id) => !own.includes(id))));
  return {
    own: ids,
    items: [...fresh, ...kept],
    waiting: waiting.filter(({ id }) => !ids.includes(id)),
    inserted: inserted + 1,
  };
}

function rowsOf(ids: readonly string[]): readonly FeedItem[] {
  return ids.map((id) => ({ id, reposts: [] }));
}

function held(context: Context, answer: Answer) {
  const fresh = newItems([...context.waiting, ...context.items], pageItems(answer));
  const newer = newerThan(rangeOf(answer.claims), answer.at);
  return {
    waiting: [...fresh, ...context.waiting],
    newer: newer && context.newer && newer.since > context.newer.since ? newer : context.newer,
  };
}
