import { type ActorRefFrom, assign, setup } from 'xstate';
import { cacheQueryKey } from '../../../events/connection/cache-query.ts';
import { query } from '../../../events/connection/verbs.ts';
import {
  type FeedItem,
  firstItems,
  missingOriginals,
  newItems,
  pageItems,
  rangeOf,
} from '../../../events/facts/feed-items.ts';
import { type Cursor, newerThan, nextCursor } from '../../../events/reading/feed/paging.ts';
import type { Interactions } from '../../../events/reading/thread/interactions.ts';
import { inSeconds } from '../../../events/core/time.ts';
import type { CacheResponse, Bus, Outcome } from '../../core/bus.ts';
import { type RequestPart, requestMachine } from '../../connection/request.machine.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';
import { areUnique, type Invariants } from '../../core/invariants.ts';

export interface FeedInput {
  readonly bus: Bus;
  /** The account's public key, or the default for visitors (FEED-08). */
  readonly viewer: string;
  /**
   * The query without paging fields: a `mega_feed_directive` with its spec, or any verb that
   * returns a page.
   */
  readonly base: CacheQuery;
  /** 20, in a sidebar 8 (LIMIT-02). */
  readonly pageSize: number;
  readonly reads?: Reads;
}

/**
 * Actions that the pages hold instead of notes (NOTE-14). Such pages are paged by count. They are
 * named by data, because a recording has no functions.
 */
export type Reads =
  | { readonly as: 'people' | 'zaps' }
  | { readonly as: 'acts'; readonly acts: Interactions };

/** Returns the rows of one response, or `undefined` to end the list. */
type Reader = (answer: CacheResponse, reads: Reads) => readonly FeedItem[] | undefined;

const readers = new Map<Reads['as'], Reader>();

/** Provide the reader of such pages, which is loaded with their screen. */
export function provideReader(as: Reads['as'], reader: Reader): void {
  readers.set(as, reader);
}

/** Return the rows of one response. `undefined` ends a list of actions. */
function rowsIn(answer: CacheResponse, reads: Reads | undefined): readonly FeedItem[] | undefined {
  return reads ? readers.get(reads.as)?.(answer, reads) : pageItems(answer);
}

interface Context extends FeedInput {
  readonly items: readonly FeedItem[];
  readonly cursor: Cursor | undefined;
  /** Newer rows that wait until the user asks for them (FEED-04). */
  readonly waiting: readonly FeedItem[];
  readonly newer: { readonly since: number } | undefined;
  /**
   * Grows with every insertion at the top, so that the list can keep the scroll position for that
   * render.
   */
  readonly inserted: number;
  readonly reason: string | undefined;
  /**
   * Own notes published from this page that belong in the feed, newest first. They are shown before
   * the service returns them.
   */
  readonly own: readonly string[];
}

export type FeedEvent =
  | RequestPart
  | { type: 'feed.select'; base: CacheQuery }
  | { type: 'feed.loadMore' }
  | { type: 'feed.retry' }
  | { type: 'feed.showNew' }
  | { type: 'feed.own'; ids: readonly string[] }
  | { type: 'screen.shown' }
  | { type: 'screen.hidden' };

/** Limit of newer items (LIMIT-02). */
const NEWER = 100;

const EMPTY = {
  items: [],
  cursor: undefined,
  waiting: [],
  newer: undefined,
  reason: undefined,
} as const;

const AGAIN = { 'feed.retry': 'loading', 'screen.shown': 'loading' } as const;
const EMPTY_AGAIN = { guard: 'isEmpty', target: 'loading' } as const;

/**
 * A paged list with a background check for newer items. Selecting another feed stops the requests
 * of the previous one, so its late pages are ignored (INV-TAGGED).
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
    // the same feed has the same key for any order of fields (FEED-03)
    isOther: ({ context, event }) =>
      event.type === 'feed.select' && cacheQueryKey(event.base) !== cacheQueryKey(context.base),
    isOk: (_, params: { outcome: Outcome }) => params.outcome.ok,
    isLast: ({ context }, params: { outcome: Outcome }) =>
      params.outcome.ok && cursorAfter(context, params.outcome.answer) === undefined,
    isNotice: (_, params: { outcome: Outcome }) =>
      !params.outcome.ok && params.outcome.reason === 'notice',
    looksOut: ({ context }) => context.newer !== undefined && context.waiting.length <= NEWER,
    isOwnNews: ({ context, event }) =>
      event.type === 'feed.own' && event.ids.join() !== context.own.join(),
    hasWaiting: ({ context }) => context.waiting.length > 0,
    isEmpty: ({ context }) => context.items.length === 0,
    showsFirst: ({ context, event }) =>
      event.type === 'request.partReceived' &&
      context.cursor === undefined &&
      firstItems(event.answer).length > context.items.length,
  },
  actions: {
    select: assign(whenEvent('feed.select', ({ event }) => ({ ...EMPTY, base: event.base }))),
    clear: assign(EMPTY),
    showFirst: assign(
      whenEvent('request.partReceived', ({ event }) => ({ items: firstItems(event.answer) })),
    ),
    open: assign(({ context }, params: { outcome: Outcome }) =>
      params.outcome.ok
        ? {
            ...withOwn(context.own, paged({ ...context, ...EMPTY }, params.outcome.answer)),
            newer: newerThan(rangeOf(params.outcome.answer.claims), params.outcome.answer.at),
          }
        : {},
    ),
    append: assign(({ context }, params: { outcome: Outcome }) =>
      params.outcome.ok ? paged(context, params.outcome.answer) : {},
    ),
    hold: assign(({ context }, params: { outcome: Outcome }) =>
      params.outcome.ok ? held(context, params.outcome.answer) : {},
    ),
    showNew: assign(({ context }) => ({
      items: [...context.waiting, ...context.items],
      waiting: [],
      inserted: context.inserted + 1,
    })),
    placeOwn: assign(({ context, event }) =>
      event.type === 'feed.own' ? ownPlaced(context, event.ids) : {},
    ),
    fail: assign((_, params: { outcome: Outcome }) => ({
      reason: params.outcome.ok ? undefined : params.outcome.reason,
    })),
  },
}).createMachine({
  id: 'feed',
  context: ({ input }) => ({ ...input, ...EMPTY, inserted: 0, own: [] }),
  type: 'parallel',
  on: {
    'feed.own': { guard: 'isOwnNews', actions: 'placeOwn' },
    'feed.select': {
      guard: 'isOther',
      target: ['.pages.loading', '.news.resting'],
      actions: 'select',
    },
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
              // a refusal is an empty page that can be retried (FEED-13)
              {
                guard: { type: 'isNotice', params: withOutcome },
                target: 'refused',
                actions: 'clear',
              },
              { target: 'failed', actions: { type: 'fail', params: withOutcome } },
            ],
            onError: 'failed',
          },
          on: { 'request.partReceived': { guard: 'showsFirst', actions: 'showFirst' } },
        },
        ready: { on: { 'feed.loadMore': 'more' } },
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
        /**
         * An empty list is requested again: another service may answer by now (CACHE-05), or the
         * account follows others.
         */
        ended: {
          tags: 'ended',
          on: { 'feed.retry': EMPTY_AGAIN, 'screen.shown': EMPTY_AGAIN },
        },
        /** The next page failed. The shown list stays. */
        stuck: { tags: 'failed', on: { 'feed.retry': 'more', 'screen.shown': 'more' } },
        refused: { tags: 'refused', on: AGAIN },
        failed: { tags: 'failed', on: AGAIN },
      },
    },
    news: {
      initial: 'resting',
      on: {
        'screen.hidden': '.off',
        'feed.showNew': { guard: 'hasWaiting', target: '.resting', actions: 'showNew' },
      },
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
        /** Within 5 s the list is still fresh (ROUTE-21). */
        off: { on: { 'screen.shown': 'resting' }, after: { fresh: 'stale' } },
        stale: { on: { 'screen.shown': 'soon' } },
        soon: {
          on: { 'screen.hidden': 'off' },
          after: { rest: [{ guard: 'looksOut', target: 'checking' }, { target: 'resting' }] },
        },
      },
    },
  },
});

export type FeedActor = ActorRefFrom<typeof feedMachine>;

function pageAsked(context: Context, cursor: Cursor) {
  return { ...asked(context, { limit: context.pageSize, ...cursor }), acted: true };
}

/**
 * Return the request for a page. After it ends, the originals of its reposts that are missing are
 * requested too (THREAD-06).
 */
function asked({ bus, base, viewer, reads }: Context, paging: Readonly<Record<string, number>>) {
  const onward = (answer: CacheResponse) => {
    const event_ids = reads ? [] : missingOriginals(answer);
    return event_ids.length > 0
      ? query('events', { event_ids, extended_response: true, user_pubkey: viewer })
      : undefined;
  };
  return {
    bus,
    query: { verb: base.verb, payload: { ...base.payload, user_pubkey: viewer, ...paging } },
    onward,
  };
}

/** Return the list with one more page, and the next cursor. A page without new items ends it. */
function paged(context: Context, answer: CacheResponse) {
  const rows = rowsIn(answer, context.reads);
  const items = [...context.items, ...newItems(context.items, rows ?? [])];
  return { items, cursor: cursorAfter(context, answer), reason: undefined };
}

/** Return the cursor after that page. `undefined` at the end. */
function cursorAfter(
  { reads, cursor, pageSize }: Context,
  answer: CacheResponse,
): Cursor | undefined {
  // paged by count, because such pages may have no order, and some of their events may not verify
  if (reads) return rowsIn(answer, reads) && { offset: (cursor?.offset ?? 0) + pageSize };
  const range = rangeOf(answer.claims);
  if (range?.orderBy !== 'created_at') return nextCursor(range, cursor, () => undefined);
  const times = new Map(
    [...answer.referenced, ...answer.events].map((event) => [
      event.id,
      inSeconds(event.created_at),
    ]),
  );
  return nextCursor(range, cursor, (id) => times.get(id));
}

/** Add own notes on top of a reloaded page, except those that it contains. */
function withOwn<P extends { readonly items: readonly FeedItem[] }>(
  own: readonly string[],
  page: P,
): P {
  return { ...page, items: [...newItems(page.items, rowsOf(own)), ...page.items] };
}

/**
 * Insert newly published own notes at the top and remove discarded ones. The order of other rows
 * does not change.
 */
function ownPlaced(
  { own, items, waiting, inserted }: Context,
  ids: readonly string[],
): Partial<Context> {
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

function held(context: Context, answer: CacheResponse) {
  const fresh = newItems([...context.waiting, ...context.items], pageItems(answer));
  const newer = newerThan(rangeOf(answer.claims), answer.at);
  return {
    waiting: [...fresh, ...context.waiting],
    newer: newer && context.newer && newer.since > context.newer.since ? newer : context.newer,
  };
}

/** @internal */
export const feedInvariants: Invariants<typeof feedMachine> = {
  /** INV-UNIQUE. A row is either shown or waiting. */
  uniqueRows: ({ context: { items, waiting } }) =>
    areUnique([...items, ...waiting].map(({ id }) => id)),
  uniqueOwn: ({ context }) => areUnique(context.own),
};
