import { type ActorRefFrom, assign, setup } from 'xstate';
import { query } from '../../events/connection/verbs.ts';
import { type groupAsked, oldestIn } from '../../events/notifications/groups.ts';
import {
  type Notification,
  notificationsIn,
  withMore,
} from '../../events/notifications/notification.ts';
import {
  FIRST_NOTIFICATIONS,
  notificationsQuery,
} from '../../events/notifications/notifications-query.ts';
import { inSeconds } from '../../events/core/time.ts';
import type { Bus, Outcome } from '../core/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { type StreamPart, streamMachine } from '../connection/stream.machine.ts';
import { withOutcome } from '../core/event-guards.ts';

export interface NotificationListInput {
  readonly bus: Bus;
  /** Account whose notifications are shown, and the viewer. */
  readonly viewer: string;
  readonly group: ReturnType<typeof groupAsked>;
}

interface Context extends NotificationListInput {
  readonly list: readonly Notification[];
  /** Newer notifications that wait until the user asks for them (NOTIF-02). */
  readonly waiting: readonly Notification[];
  /** While newer notifications are loaded: start of their next page. */
  readonly until: number | undefined;
  /**
   * True if newer notifications are missing between `waiting` and the list, because not all were
   * fetched.
   */
  readonly hasGap: boolean;
  /**
   * Grows with every insertion at the top, so that the list can keep the scroll position for that
   * render.
   */
  readonly inserted: number;
}

export type NotificationListEvent =
  | StreamPart
  | { type: 'list.loadMore' }
  | { type: 'list.retry' }
  | { type: 'list.showNew' }
  | { type: 'screen.shown' }
  | { type: 'screen.hidden' };

/** Page sizes of the list and of newer notifications (LIMIT-02). */
const PAGE = 20;
const NEWER = 100;

/**
 * Notifications of one group in pages (NOTIF-01). Newer ones are fetched in the background and
 * shown on demand (NOTIF-02).
 */
export const notificationListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as NotificationListEvent,
    input: {} as NotificationListInput,
    tags: {} as 'loading' | 'more' | 'ended' | 'failed' | 'refused',
    children: {} as { page: 'request'; more: 'request'; news: 'request'; stream: 'stream' },
  },
  actors: { request: requestMachine, stream: streamMachine },
  delays: { startDelay: 1_000, checkEvery: 30_000 },
  guards: {
    isOk: (_, { outcome }: { outcome: Outcome }) => outcome.ok,
    isNotice: (_, { outcome }: { outcome: Outcome }) => !outcome.ok && outcome.reason === 'notice',
    isLast: ({ context }, { outcome }: { outcome: Outcome }) =>
      outcome.ok && withMore(context.list, read(context, outcome)) === context.list,
    isBehind: ({ context }, { outcome }: { outcome: Outcome }) =>
      nextUntil(context, outcome) !== undefined,
    looksOut: ({ context }) => !context.hasGap && context.waiting.length < NEWER,
    hasWaiting: ({ context }) => context.waiting.length > 0,
    hasGap: ({ context }) => context.waiting.length > 0 && context.hasGap,
  },
  actions: {
    add: assign(({ context }, { outcome }: { outcome: Outcome }) => ({
      list: withMore(context.list, read(context, outcome)),
    })),
    hold: assign(({ context }, { outcome }: { outcome: Outcome }) => {
      const waiting = withMore(context.waiting, freshIn(context, outcome));
      const until = nextUntil(context, outcome);
      const isFull = until !== undefined && waiting.length >= NEWER;
      return { waiting, hasGap: isFull, until: isFull ? undefined : until };
    }),
    forgetUntil: assign({ until: undefined }),
    showNew: assign(({ context: { list, waiting, inserted } }) => ({
      list: withMore(list, waiting),
      waiting: [],
      inserted: inserted + 1,
    })),
    /** Replace the list. The earlier items load again further down. */
    beginAnew: assign(({ context: { waiting, inserted } }) => ({
      list: waiting,
      waiting: [],
      hasGap: false,
      until: undefined,
      inserted: inserted + 1,
    })),
  },
}).createMachine({
  id: 'notificationList',
  context: ({ input }) => ({
    ...input,
    list: [],
    waiting: [],
    until: undefined,
    hasGap: false,
    inserted: 0,
  }),
  type: 'parallel',
  on: {
    'list.showNew': [
      { guard: 'hasGap', target: ['.pages.ready', '.news.resting'], actions: 'beginAnew' },
      { guard: 'hasWaiting', actions: 'showNew' },
    ],
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
            input: ({ context }) => ({
              ...asked(context, { limit: FIRST_NOTIFICATIONS }),
              acted: true,
            }),
            onDone: [
              { guard: { type: 'isLast', params: withOutcome }, target: 'ended' },
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'ready',
                actions: { type: 'add', params: withOutcome },
              },
              { guard: { type: 'isNotice', params: withOutcome }, target: 'refused' },
              { target: 'failed' },
            ],
            onError: 'failed',
          },
        },
        ready: { on: { 'list.loadMore': 'more' } },
        more: {
          tags: 'more',
          invoke: {
            id: 'more',
            src: 'request',
            input: ({ context }) => ({
              ...asked(context, { limit: PAGE, ...nextOf(context.list) }),
              acted: true,
            }),
            onDone: [
              { guard: { type: 'isLast', params: withOutcome }, target: 'ended' },
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'ready',
                actions: { type: 'add', params: withOutcome },
              },
              { target: 'stuck' },
            ],
            onError: 'stuck',
          },
        },
        ended: { tags: 'ended' },
        /** The next page failed. The shown list stays. */
        stuck: { tags: 'failed', on: { 'list.retry': 'more', 'screen.shown': 'more' } },
        refused: { tags: 'refused', on: { 'list.retry': 'loading' } },
        failed: { tags: 'failed', on: { 'list.retry': 'loading', 'screen.shown': 'loading' } },
      },
    },
    news: {
      initial: 'resting',
      on: { 'screen.hidden': '.off' },
      states: {
        resting: {
          on: { 'stream.partReceived': 'soon' },
          after: { checkEvery: 'soon' },
        },
        /** Notifications that arrive within a moment are fetched together. */
        soon: {
          after: { startDelay: [{ guard: 'looksOut', target: 'checking' }, { target: 'resting' }] },
        },
        checking: {
          on: { 'stream.partReceived': 'soon' },
          invoke: {
            id: 'news',
            src: 'request',
            input: ({ context }) =>
              asked(context, { limit: NEWER, since: newestOf(context), until: context.until }),
            onDone: [
              {
                guard: { type: 'isBehind', params: withOutcome },
                target: 'soon',
                actions: { type: 'hold', params: withOutcome },
              },
              { target: 'resting', actions: { type: 'hold', params: withOutcome } },
            ],
            onError: { target: 'resting', actions: 'forgetUntil' },
          },
        },
        off: { on: { 'screen.shown': 'soon' } },
      },
    },
    /** Subscription that reports new notifications. */
    stream: {
      initial: 'open',
      on: { 'screen.hidden': '.off' },
      states: {
        open: {
          invoke: {
            id: 'stream',
            src: 'stream',
            input: ({ context: { bus, viewer } }) => ({
              bus,
              query: query('notifications', { pubkey: viewer }),
            }),
            onError: 'off',
          },
        },
        off: { on: { 'screen.shown': 'open' } },
      },
    },
  },
});

export type NotificationListActor = ActorRefFrom<typeof notificationListMachine>;

function asked(
  { bus, viewer, group }: Context,
  bounds: Omit<Parameters<typeof notificationsQuery>[1], 'group'>,
) {
  return { bus, query: notificationsQuery(viewer, { group, ...bounds }) };
}

/**
 * Return the start of the next older page. A whole page may share the second of the oldest item.
 */
function nextOf(list: readonly Notification[]) {
  const until = oldestIn(list);
  return { until, offset: list.filter(({ at }) => inSeconds(at) === until).length };
}

function read({ viewer }: Context, outcome: Outcome): readonly Notification[] {
  return outcome.ok ? notificationsIn(outcome.answer.claims, viewer) : [];
}

function newestOf({ list }: Context): number | undefined {
  const [first] = list;
  return first && inSeconds(first.at);
}

function freshIn(context: Context, outcome: Outcome): readonly Notification[] {
  const known = new Set([...context.list, ...context.waiting].map(({ id }) => id));
  return read(context, outcome).filter(({ id }) => !known.has(id));
}

/**
 * Return the start of the next newer page, if the last page was full and did not reach the list.
 */
function nextUntil(context: Context, outcome: Outcome): number | undefined {
  const listed = new Set(context.list.map(({ id }) => id));
  const fresh = freshIn(context, outcome);
  return fresh.length >= PAGE && !read(context, outcome).some(({ id }) => listed.has(id))
    ? oldestIn(fresh)
    : undefined;
}
