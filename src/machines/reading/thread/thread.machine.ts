import { type ActorRefFrom, assign, setup } from 'xstate';
import type { NoteParam } from '../../../events/nostr/route-param.ts';
import {
  newestVersion,
  type SignedEvent,
  type VerifiedEvent,
} from '../../../events/nostr/event.ts';
import { DEFAULT_VIEWER } from '../../../events/reading/feed/home.ts';
import { noLater } from '../../../events/reading/feed/paging.ts';
import { type Places, placesAfter } from '../../../events/reading/thread/reply-tree.ts';
import { isTarget, keyOfParam } from '../../../events/reading/thread/event-hints.ts';
import { threadQuery } from '../../../events/reading/thread/thread-query.ts';
import {
  articleItems,
  NO_THREAD,
  type ThreadItems,
  threadItems,
  withReplies,
} from '../../../events/reading/thread/thread-items.ts';
import { inSeconds, type Seconds, seconds } from '../../../events/core/time.ts';
import type { CacheResponse, Bus, Outcome } from '../../core/bus.ts';
import { type RequestPart, requestMachine } from '../../connection/request.machine.ts';
import { whenEvent, withOutcome } from '../../core/event-guards.ts';

export interface ThreadInput {
  readonly bus: Bus;
  readonly target: NoteParam;
  /** The account's public key, or the default for visitors. */
  readonly viewer: string;
}

interface Context extends ThreadInput {
  readonly items: ThreadItems;
  /** Id of the opened event, if known. */
  readonly id: string | undefined;
  /** The opened event of any kind, once it was found. */
  readonly opened: VerifiedEvent | undefined;
  readonly seen: ReadonlyMap<string, SignedEvent>;
  /**
   * True if part of the first response has arrived, so more replies may be inserted between the
   * known ones.
   */
  readonly isPartial: boolean;
  /** Time of the last response. */
  readonly heardAt: Seconds | undefined;
  readonly reason: string | undefined;
  /** Visible replies in their order, and replies that wait until the user shows them. */
  readonly places: Places;
  /** Ids with requested replies: the opened event or a reply. True while they are loading. */
  readonly asked: ReadonlyMap<string, boolean>;
  /** Replies that the user has folded. */
  readonly folded: ReadonlySet<string>;
  /** True if the page is hidden, so new replies need no check. */
  readonly hidden: boolean;
}

export type ThreadEvent =
  | RequestPart
  | { type: 'thread.earlier' }
  /** Known replies from top to bottom. `asked`: those that the user waits for or wrote. */
  | { type: 'thread.orderShown'; order: readonly string[]; asked: readonly string[] }
  | { type: 'thread.showNew' }
  /**
   * `ask`: load the replies to a reply. `settled`: the replies to `id`, which may be the opened
   * event, have loaded.
   */
  | { type: 'thread.openReplies'; id: string }
  | { type: 'thread.repliesLoaded'; id: string }
  | { type: 'thread.fold'; id: string }
  | { type: 'thread.unfold'; id: string }
  | { type: 'thread.retry' }
  /** The user shows the thread although the account's lists may hide it. */
  | { type: 'thread.showAnyway' }
  | { type: 'screen.shown' }
  | { type: 'screen.hidden' };

/** Delays between two checks for new replies and counts, in milliseconds. */
const [OWN_CHECK_MS, CHECK_MS] = [5_000, 15_000];

/**
 * One thread. Without the opened event, from a service that does not know or refuses it, the result
 * is 'missing' (THREAD-03).
 */
export const threadMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ThreadEvent,
    input: {} as ThreadInput,
    tags: {} as 'loading' | 'found' | 'missing' | 'failed' | 'more',
  },
  actors: { request: requestMachine },
  delays: {
    /** The counts of an own note move while its author looks. */
    checkEvery: ({ context }) =>
      context.opened?.pubkey === context.viewer ? OWN_CHECK_MS : CHECK_MS,
    fresh: 5_000,
  },
  guards: {
    isFound: (_, params: { outcome: Outcome; id: string | undefined }) =>
      params.outcome.ok && params.id !== undefined,
    isRefused: (_, params: { outcome: Outcome }) =>
      params.outcome.ok || params.outcome.reason === 'notice',
    isOk: (_, params: { outcome: Outcome }) => params.outcome.ok,
    hasEarlier: ({ context }) => context.items.earlier !== undefined,
    isHidden: ({ context }) => context.hidden,
    isShown: ({ context }) => !context.hidden,
    hasParts: ({ context, event }) =>
      event.type === 'request.partReceived' && foundIn(context.target, event.answer) !== undefined,
  },
  actions: {
    open: assign(({ context }, params: { answer: CacheResponse }) =>
      opened(context, params.answer),
    ),
    add: assign(({ context }, params: { outcome: Outcome; earlier: boolean }) =>
      params.outcome.ok ? added(context, params.outcome.answer, params.earlier) : {},
    ),
    place: assign(
      whenEvent('thread.orderShown', ({ context, event }) => ({
        places: placesAfter(context.places, event.order, new Set(event.asked)),
      })),
    ),
    showNew: assign(({ context: { places } }) => ({
      places: { placed: new Set([...places.placed, ...places.waiting]), waiting: [] },
    })),
    ask: assign(
      whenEvent('thread.openReplies', ({ context, event }) => ({
        ...unfolded(context, event.id),
        asked: asked(context, event.id, true),
      })),
    ),
    askAgain: assign(({ context }) => ({
      asked: asked(context, keyOfParam(context.target), true),
    })),
    settle: assign(
      whenEvent('thread.repliesLoaded', ({ context, event }) => ({
        asked: asked(context, event.id, false),
      })),
    ),
    fold: assign(
      whenEvent('thread.fold', ({ context, event }) => ({
        folded: new Set(context.folded).add(event.id),
      })),
    ),
    unfold: assign(whenEvent('thread.unfold', ({ context, event }) => unfolded(context, event.id))),
    look: assign({ viewer: DEFAULT_VIEWER }),
    show: assign({ hidden: false }),
    hide: assign({ hidden: true }),
    begin: assign(({ context }) => ({
      isPartial: context.opened === undefined || context.isPartial,
    })),
    end: assign({ isPartial: false }),
    fail: assign((_, params: { outcome: Outcome }) => ({
      reason: params.outcome.ok ? undefined : params.outcome.reason,
    })),
  },
}).createMachine({
  id: 'thread',
  options: { maxIterations: 1_000 },
  context: ({ input }) => ({
    ...input,
    items: NO_THREAD,
    id: input.target.type === 'note' ? input.target.id : undefined,
    opened: undefined,
    seen: new Map(),
    isPartial: false,
    heardAt: undefined,
    reason: undefined,
    places: { placed: new Set(), waiting: [] },
    asked: new Map([[keyOfParam(input.target), true]]),
    folded: new Set(),
    hidden: false,
  }),
  initial: 'loading',
  on: {
    'screen.shown': { actions: 'show' },
    'screen.hidden': { actions: 'hide' },
    'thread.orderShown': { actions: 'place' },
    'thread.showNew': { actions: 'showNew' },
    'thread.openReplies': { actions: 'ask' },
    'thread.repliesLoaded': { actions: 'settle' },
    'thread.fold': { actions: 'fold' },
    'thread.unfold': { actions: 'unfold' },
  },
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        id: 'request',
        src: 'request',
        input: ({ context }) => ({
          bus: context.bus,
          query: threadQuery(context.target, context.viewer),
          acted: true,
          parts: true,
        }),
        onDone: [
          {
            guard: {
              type: 'isFound',
              params: ({ context, event }) => ({
                outcome: event.output,
                id: foundIn(context.target, answerOf(event.output)),
              }),
            },
            target: 'found',
            actions: { type: 'open', params: ({ event }) => ({ answer: answerOf(event.output) }) },
          },
          { guard: { type: 'isRefused', params: withOutcome }, target: 'missing' },
          { target: 'failed', actions: { type: 'fail', params: withOutcome } },
        ],
        onError: 'failed',
      },
      exit: 'end',
      on: {
        'request.partReceived': {
          guard: 'hasParts',
          actions: ['begin', { type: 'open', params: ({ event }) => ({ answer: event.answer }) }],
        },
      },
    },
    found: {
      tags: 'found',
      initial: 'shown',
      states: {
        shown: {
          always: { guard: 'isHidden', target: 'hidden' },
          on: { 'thread.earlier': { guard: 'hasEarlier', target: 'earlier', actions: 'askAgain' } },
          after: { checkEvery: 'checking' },
        },
        /** Within 5 s the thread is still fresh (ROUTE-21). */
        hidden: { always: { guard: 'isShown', target: 'shown' }, after: { fresh: 'stale' } },
        stale: { always: { guard: 'isShown', target: 'checking' } },
        checking: {
          invoke: {
            id: 'check',
            src: 'request',
            input: ({ context }) => ({
              bus: context.bus,
              query: threadQuery(context.target, context.viewer, { since: newest(context) }),
            }),
            onDone: {
              target: 'shown',
              actions: {
                type: 'add',
                params: ({ event }) => ({ outcome: event.output, earlier: false }),
              },
            },
            onError: 'shown',
          },
          always: { guard: 'isHidden', target: 'stale' },
          on: { 'thread.earlier': { guard: 'hasEarlier', target: 'earlier', actions: 'askAgain' } },
        },
        earlier: {
          tags: 'more',
          invoke: {
            id: 'earlier',
            src: 'request',
            input: ({ context }) => ({
              bus: context.bus,
              query: threadQuery(context.target, context.viewer, { ...context.items.earlier }),
            }),
            onDone: {
              target: 'shown',
              actions: {
                type: 'add',
                params: ({ event }) => ({ outcome: event.output, earlier: true }),
              },
            },
            onError: 'shown',
          },
        },
      },
    },
    missing: {
      tags: 'missing',
      on: {
        'thread.retry': { target: 'loading', actions: 'askAgain' },
        'thread.showAnyway': { target: 'loading', actions: ['look', 'askAgain'] },
      },
    },
    failed: {
      tags: 'failed',
      on: {
        'thread.retry': { target: 'loading', actions: 'askAgain' },
        'screen.shown': { target: 'loading', actions: ['show', 'askAgain'] },
      },
    },
  },
});

export type ThreadActor = ActorRefFrom<typeof threadMachine>;

function asked(context: Context, id: string, isOnItsWay: boolean): Context['asked'] {
  return new Map(context.asked).set(id, isOnItsWay);
}

function unfolded({ folded }: Context, id: string): Partial<Context> {
  return { folded: new Set([...folded].filter((one) => one !== id)) };
}

const NOTHING: CacheResponse = { events: [], referenced: [], claims: [] };

function answerOf(outcome: Outcome): CacheResponse {
  return outcome.ok ? outcome.answer : NOTHING;
}

/**
 * Return the opened event from a response: a note by its id, or the newest version of an address.
 */
function eventIn(target: NoteParam, answer: CacheResponse): VerifiedEvent | undefined {
  return newestVersion(
    [...answer.events, ...answer.referenced].filter((event) => isTarget(target, event)),
  );
}

function foundIn(target: NoteParam, answer: CacheResponse): string | undefined {
  return eventIn(target, answer)?.id;
}

function pageOf(context: Context, answer: CacheResponse): ThreadItems {
  const page = { events: [...answer.events, ...answer.referenced], claims: answer.claims };
  return context.target.type === 'note'
    ? threadItems(context.target.id, page)
    : articleItems(foundIn(context.target, answer), page);
}

function seenWith(context: Context, answer: CacheResponse): ReadonlyMap<string, SignedEvent> {
  return new Map([...context.seen, ...answer.events.map((event) => [event.id, event] as const)]);
}

function opened(context: Context, answer: CacheResponse): Partial<Context> {
  return {
    items: pageOf(context, answer),
    id: foundIn(context.target, answer) ?? context.id,
    opened: eventIn(context.target, answer) ?? context.opened,
    seen: seenWith(context, answer),
    heardAt: answer.at ?? context.heardAt,
    reason: undefined,
  };
}

function added(context: Context, answer: CacheResponse, earlier: boolean): Partial<Context> {
  const all = seenWith(context, answer);
  const page = pageOf(context, answer);
  const items = withReplies(context.items, page, all);
  // drop replies that are not listed any more
  const listed = new Set(items.replies);
  const seen = new Map([...all].filter(([id]) => listed.has(id)));
  return {
    seen,
    heardAt: answer.at ?? context.heardAt,
    items: earlier ? { ...items, earlier: page.earlier, isFull: page.isFull } : items,
  };
}

/**
 * Return the time for the next check for newer replies. A reply dated ahead must not stop the
 * check.
 */
function newest({ items, seen, heardAt }: Context): number {
  const dates = items.replies.map((id) => inSeconds(seen.get(id)?.created_at ?? seconds(0)));
  return noLater(
    dates.reduce((at, date) => Math.max(at, date), 0),
    heardAt,
  );
}
