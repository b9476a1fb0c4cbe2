import { type ActorRefFrom, and, assign, enqueueActions, not, raise, sendTo, setup } from 'xstate';
import { lastSeenQuery } from '../../events/account/signing/signed-query.ts';
import { query } from '../../events/connection/verbs.ts';
import {
  boundaryIn,
  type Counts,
  countsIn,
  type Direct,
  directIn,
  seenIn,
  unreadIn,
} from '../../events/notifications/counts.ts';
import { since } from '../../events/notifications/groups.ts';
import { type Notification, notificationsIn } from '../../events/notifications/notification.ts';
import { notificationsQuery } from '../../events/notifications/notifications-query.ts';
import { inSeconds, later, type Seconds, seconds } from '../../events/core/time.ts';
import type { AccountAwake } from '../core/feature.ts';
import {
  signedRequestMachine,
  type SignedRequestInput,
  type SignedRequestOutcome,
} from '../account/signing/signed-request.machine.ts';
import type { Outcome } from '../core/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { type StreamPart, streamMachine } from '../connection/stream.machine.ts';
import { whenEvent, withOutcome } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** State of one tab that is shared with the others. */
export interface NotificationsTold {
  /** The service's count. `undefined` until it arrives. */
  readonly total: number | undefined;
  readonly direct: number;
  readonly seen: Seconds | undefined;
  /** Time when the list was last seen, until the service has stored it. */
  readonly looked: Seconds | undefined;
  /** Notifications since the marker, newest first, and the ids hidden by the account's lists. */
  readonly news: readonly Notification[];
  readonly hidden: ReadonlySet<string>;
  readonly unread: number;
}

/** A system notification. */
export interface Alert {
  readonly id: string;
  readonly title: string;
  /** Page that opens when the user clicks it. */
  readonly of: 'notifications' | 'messages';
}

/**
 * Commands to the coordinator: lead or resign, share state with other tabs, and show system
 * notifications and the badge.
 */
export type TabsCommand =
  | { type: 'tabs.standBy' }
  | { type: 'tabs.resign' }
  | { type: 'tabs.share'; told: NotificationsTold }
  | { type: 'tabs.setBadge'; unread: number }
  | { type: 'tabs.showAlerts'; alerts: readonly Alert[] };
/**
 * Reports: if this tab leads, the shared state of another tab or its request for ours, and a
 * clicked system notification.
 */
export type TabsSignal =
  | { type: 'tabs.leadershipChanged'; leading: boolean }
  | { type: 'tabs.received'; told: NotificationsTold }
  | { type: 'tabs.requested' }
  | { type: 'tabs.opened'; alert: Alert };

export type NotificationsEvent =
  | TabsSignal
  | StreamPart
  | AccountAwake
  /**
   * The list opened or received new items: mark the shown items as seen. `visit`: entry of the
   * browser's history.
   */
  | { type: 'notifications.opened'; now: Seconds; visit: string }
  | { type: 'notifications.left'; visit: string }
  | { type: 'notifications.expected' }
  /** The user asks to mark the list, so a prompt for a signature is allowed. */
  | { type: 'notifications.mark'; now: Seconds }
  /** Ids of news that the account's lists hide, and system notifications to show. */
  | { type: 'notifications.judged'; hidden: readonly string[]; alerts: readonly Alert[] }
  /**
   * Private messages: the unread ones that the service cannot count (`count`), those that it counts
   * (`direct`), and system notifications to show.
   */
  | { type: 'notifications.messages'; count: number; direct: Direct; alerts: readonly Alert[] }
  | { type: 'notifications.load' }
  | { type: 'notifications.reread' };

declare module '../core/feature.ts' {
  interface FeatureEvents {
    notifications: NotificationsEvent;
  }
}

export interface NotificationsInput extends Pick<SignedRequestInput, 'account' | 'bus' | 'signer'> {
  /** True if the key is stored here. It may open later, while another signer would prompt. */
  readonly isLocal: boolean;
}

interface Context extends NotificationsInput, NotificationsTold {
  readonly privately: number;
  readonly messages: Direct;
  readonly isLeading: boolean;
  /** Marker at the time when the list was opened. Later items are new there. */
  readonly boundary: Seconds | undefined;
  readonly openedAt: Seconds | undefined;
  /** The visit that ended last. If the user goes back to it, the same items are new. */
  readonly last: { readonly visit: string; readonly boundary: Seconds | undefined } | undefined;
  /** True if the user marked in this session. Later marks may prompt without being asked for. */
  readonly isAllowed: boolean;
  /** News that arrived while this tab led and were not judged yet. */
  readonly fresh: readonly Notification[];
  /** True after the first fetch, which causes no system notifications. */
  readonly hasLooked: boolean;
  /** System notification that the user clicked last. */
  readonly chosen: Alert | undefined;
}

type Marked = { readonly outcome: SignedRequestOutcome };
type Asked = { readonly outcome: Outcome };

/** Limit of news fetched in the background: the service sends no more per request. */
const NEWS = 50;
const NEVER = seconds(0);
const NONE = { total: 0, direct: 0, news: [], looked: undefined };
const NOT_MARKED = {
  type: 'toast.show',
  kind: 'warning',
  message: { code: 'notifications.notMarked' },
} as const;

const notifications = setup({
  types: {
    context: {} as Context,
    events: {} as NotificationsEvent,
    input: {} as NotificationsInput,
    tags: {} as 'learning' | 'owed' | 'marking',
    children: {} as {
      tabs: 'tabs';
      stream: 'stream';
      seen: 'request';
      news: 'request';
      mark: 'signedRequest';
    },
  },
  actors: {
    tabs: callbackPort<TabsCommand, { readonly account: string }>('notificationsDesk'),
    stream: streamMachine,
    request: requestMachine,
    signedRequest: signedRequestMachine,
  },
  guards: {
    isLeading: ({ context }) => context.isLeading,
    isAsleep: ({ event }) => event.type === 'account.wakeChanged' && !event.on,
    isElected: ({ event }) => event.type === 'tabs.leadershipChanged' && event.leading,
    isNothing: ({ context, event }) => countsOf(context, event).total === 0,
    /** Without a confirmed marker, the same number may stand for other items. */
    isOther: ({ context, event }) => {
      const { total, direct } = countsOf(context, event);
      return total !== context.total || direct !== context.direct || context.looked !== undefined;
    },
    /** The number of direct messages that count has changed. */
    isOtherDirect: ({ context: { isLeading, direct, messages }, event }) =>
      isLeading &&
      event.type === 'notifications.messages' &&
      directIn(direct, event.direct) !== directIn(direct, messages),
    /** Another tab has seen or marked later items. */
    isFurther: ({ context, event }) =>
      event.type === 'tabs.received' && isFurther(context, event.told),
    /** The service has something to mark, as far as known. Its count may arrive after the list. */
    isDue: ({ context: { total, seen } }) => total !== 0 || seen === undefined,
    isMarked: (_, { outcome }: Marked) => outcome.ok,
    /** The key may open here later, while another signer would prompt. */
    isLocked: ({ context }, { outcome }: Marked) =>
      context.isLocal && !outcome.ok && outcome.reason === 'unsigned',
    isOk: (_, { outcome }: Asked) => outcome.ok,
  },
  delays: { startDelay: 300, second: 1_000, again: 15_000 },
  actions: {
    stand: sendTo('tabs', { type: 'tabs.standBy' as const }),
    resign: sendTo('tabs', { type: 'tabs.resign' as const }),
    lead: assign(({ event }) => ({
      isLeading: event.type !== 'tabs.leadershipChanged' || event.leading,
    })),
    listen: assign(
      whenEvent('tabs.received', ({ context, event: { told } }) => ({
        ...told,
        seen: latest(context.seen, told.seen),
      })),
    ),
    follow: assign(
      whenEvent('tabs.received', ({ context, event: { told } }) => ({
        seen: latest(context.seen, told.seen),
        looked: latest(context.looked, told.looked),
      })),
    ),
    choose: assign(whenEvent('tabs.opened', ({ event }) => ({ chosen: { ...event.alert } }))),
    count: assign(({ context, event }) => countsOf(context, event)),
    look: raise({ type: 'notifications.load' as const }),
    /** Earlier counts may not have been fetched or shared yet. */
    lookAgain: enqueueActions(({ context, enqueue }) => {
      if (context.total) enqueue.raise({ type: 'notifications.load' });
    }),
    reread: raise({ type: 'notifications.reread' as const }),
    /** Without a marker, nothing was seen. If the service is silent, it stays unknown. */
    learnSeen: assign(({ context }, { outcome }: Asked) => {
      const isHeard = outcome.ok || outcome.reason === 'notice';
      const told = outcome.ok ? seenIn(outcome.answer.claims) : undefined;
      return { seen: latest(context.seen, told ?? (isHeard ? NEVER : undefined)) };
    }),
    learnNews: assign(({ context }, { outcome }: Asked) => {
      const { news: before, fresh, hasLooked, account } = context;
      const news = outcome.ok
        ? since(notificationsIn(outcome.answer.claims, account), context.seen)
        : [];
      const known = new Set([...before, ...fresh].map(({ id }) => id));
      const others = hasLooked ? news.filter(({ id }) => !known.has(id)) : [];
      return { news, fresh: [...others, ...fresh].slice(0, NEWS), hasLooked: true };
    }),
    judge: assign(
      whenEvent('notifications.judged', ({ event }) => ({
        hidden: new Set(event.hidden),
        fresh: [],
      })),
    ),
    alert: enqueueActions(({ context, event, enqueue }) => {
      if (!('alerts' in event) || !context.isLeading || event.alerts.length === 0) return;
      enqueue.sendTo('tabs', { type: 'tabs.showAlerts', alerts: event.alerts });
    }),
    recordMessages: assign(
      whenEvent('notifications.messages', ({ event }) => ({
        privately: event.count,
        messages: event.direct,
      })),
    ),
    /** Only the leading tab sets the system badge. */
    badge: enqueueActions(({ context: { unread, privately, isLeading }, enqueue }) => {
      if (isLeading) enqueue.sendTo('tabs', { type: 'tabs.setBadge', unread: unread + privately });
    }),
    /**
     * Update the count for this tab and the others. A tab that does not lead only reports its
     * `looked` time.
     */
    tell: enqueueActions(({ context, enqueue }) => {
      const { total, direct, messages, seen, looked, news, hidden, privately, isLeading } = context;
      const unread = unreadIn({ total: total ?? 0, direct, messages, news, hidden, looked });
      enqueue.assign({ unread });
      enqueue.sendTo('tabs', {
        type: 'tabs.share',
        told: { total, direct, seen, looked, news, hidden, unread },
      });
      if (isLeading) enqueue.sendTo('tabs', { type: 'tabs.setBadge', unread: unread + privately });
    }),
    open: assign(({ context, event }) => ({
      boundary:
        context.boundary ??
        earlierBoundary(context, event) ??
        boundaryIn(
          context,
          latest(context.seen, context.looked),
          'now' in event ? event.now : undefined,
        ),
      openedAt: 'now' in event ? event.now : undefined,
    })),
    leave: assign(
      whenEvent('notifications.left', ({ context: { boundary }, event: { visit } }) => ({
        last: { visit, boundary },
        boundary: undefined,
      })),
    ),
    /** Items that were there when the list opened are seen. */
    see: assign(({ context: { looked, openedAt } }) => ({ looked: latest(looked, openedAt) })),
    /** The service has stored the marker. */
    settle: assign(({ context: { seen, looked } }) => ({ ...NONE, seen: latest(seen, looked) })),
    /** The marker was moved by another device or tab. */
    empty: assign({ ...NONE, fresh: [] }),
    allow: assign({ isAllowed: true }),
    warn: sendTo(({ context }) => context.bus, NOT_MARKED),
  },
});

const askingSeen = notifications.createStateConfig({
  invoke: {
    id: 'seen',
    src: 'request',
    input: ({ context: { bus, account } }) => ({
      bus,
      query: query('get_notifications_seen', { pubkey: account }),
    }),
    onDone: { target: 'known', actions: { type: 'learnSeen', params: withOutcome } },
    onError: 'known',
  },
});

/**
 * Unread notifications of an account (NOTIF-04, NOTIF-05). One tab subscribes to the service's
 * counts while the user is active, and shares them. The view reports hidden items, which are
 * subtracted. The marker is written a second after the list opens. Viewing alone never prompts
 * (BEYOND-03): it uses an open local key, or waits for the user to ask.
 */
export const notificationsMachine = notifications.createMachine({
  id: 'notifications',
  type: 'parallel',
  context: ({ input }) => ({
    ...input,
    total: undefined,
    direct: 0,
    seen: undefined,
    looked: undefined,
    news: [],
    hidden: new Set(),
    unread: 0,
    privately: 0,
    messages: { shown: 0, muted: 0 },
    isLeading: false,
    boundary: undefined,
    openedAt: undefined,
    last: undefined,
    isAllowed: false,
    fresh: [],
    hasLooked: false,
    chosen: undefined,
  }),
  // without the coordinator this tab subscribes itself
  invoke: {
    id: 'tabs',
    src: 'tabs',
    input: ({ context }) => ({ account: context.account }),
    onError: { actions: 'lead' },
  },
  on: {
    'tabs.received': [
      { guard: not('isLeading'), actions: 'listen' },
      { guard: 'isFurther', actions: ['follow', 'tell'] },
    ],
    'tabs.requested': { guard: 'isLeading', actions: 'tell' },
    'tabs.opened': { actions: 'choose' },
    'notifications.judged': { guard: 'isLeading', actions: ['alert', 'judge', 'tell'] },
    'notifications.messages': [
      { guard: 'isOtherDirect', actions: ['recordMessages', 'badge', 'alert', 'look'] },
      { actions: ['recordMessages', 'badge', 'alert'] },
    ],
    'notifications.left': { actions: 'leave' },
  },
  states: {
    /** Election of the leading tab, which subscribes to the counts. Only an active tab leads. */
    counts: {
      initial: 'standing',
      on: {
        'account.wakeChanged': [{ guard: 'isAsleep', target: '.asleep' }, { target: '.standing' }],
        'tabs.leadershipChanged': { actions: ['lead', 'badge'] },
      },
      states: {
        standing: { entry: 'stand', always: { guard: 'isLeading', target: 'listening' } },
        listening: {
          entry: 'lookAgain',
          always: { guard: not('isLeading'), target: 'standing' },
          invoke: {
            id: 'stream',
            src: 'stream',
            input: ({ context: { bus, account } }) => ({
              bus,
              query: query('notification_counts', { pubkey: account }),
            }),
            onError: 'asleep',
          },
          on: {
            'stream.partReceived': [
              { guard: and(['isOther', 'isNothing']), actions: ['empty', 'tell', 'reread'] },
              { guard: 'isOther', actions: ['count', 'look'] },
            ],
          },
        },
        asleep: { entry: 'resign' },
      },
    },
    /** Marker of the account (NOTIF-05). */
    seen: {
      initial: 'arriving',
      states: {
        /** Let visible content load first. */
        arriving: {
          tags: 'learning',
          on: { 'notifications.expected': 'learning' },
          after: { second: 'learning' },
        },
        learning: { tags: 'learning', ...askingSeen },
        known: { on: { 'notifications.reread': 'rereading' } },
        rereading: askingSeen,
      },
    },
    /** Fetch the counted items. */
    news: {
      initial: 'idle',
      on: { 'notifications.load': '.soon' },
      states: {
        idle: {},
        soon: { after: { startDelay: 'asking' } },
        asking: {
          invoke: {
            id: 'news',
            src: 'request',
            input: ({ context: { bus, account, seen } }) => ({
              bus,
              query: notificationsQuery(account, {
                group: 'all',
                limit: NEWS,
                since: seen && inSeconds(seen),
              }),
            }),
            onDone: [
              {
                guard: { type: 'isOk', params: withOutcome },
                target: 'idle',
                actions: { type: 'learnNews', params: withOutcome },
              },
              { target: 'unknown', actions: 'tell' },
            ],
            onError: { target: 'unknown', actions: 'tell' },
          },
        },
        /** It is not known yet which of the counted items are hidden. */
        unknown: {
          after: { again: [{ guard: 'isLeading', target: 'asking' }, { target: 'idle' }] },
        },
      },
    },
    mark: {
      initial: 'idle',
      on: {
        'notifications.opened': [
          { guard: 'isDue', target: '.pausing', actions: 'open' },
          { actions: 'open' },
        ],
        'notifications.mark': { target: '.signing', actions: ['open', 'see', 'tell'] },
      },
      states: {
        idle: {},
        pausing: {
          on: { 'notifications.left': { target: 'idle', actions: 'leave' } },
          after: { second: { target: 'writing', actions: ['see', 'tell'] } },
        },
        writing: {
          invoke: {
            id: 'mark',
            src: 'signedRequest',
            input: ({ context }) => marking(context, !context.isAllowed),
            onDone: [
              {
                guard: { type: 'isMarked', params: withOutcome },
                target: 'idle',
                actions: ['settle', 'tell', 'reread'],
              },
              { guard: { type: 'isLocked', params: withOutcome }, target: 'locked' },
              { target: 'owed' },
            ],
            onError: 'owed',
          },
        },
        /** The key may open later. */
        locked: {
          tags: 'owed',
          always: { guard: not('isDue'), target: 'idle' },
          after: { again: 'writing' },
        },
        /** Waits until the user asks. */
        owed: { tags: 'owed', always: { guard: not('isDue'), target: 'idle' } },
        signing: {
          tags: 'marking',
          // an open prompt stays until the user answers it
          on: { 'notifications.opened': { actions: 'open' } },
          invoke: {
            id: 'mark',
            src: 'signedRequest',
            input: ({ context }) => marking(context, false),
            onDone: [
              {
                guard: { type: 'isMarked', params: withOutcome },
                target: 'idle',
                actions: ['allow', 'settle', 'tell', 'reread'],
              },
              { target: 'owed', actions: 'warn' },
            ],
            onError: { target: 'owed', actions: 'warn' },
          },
        },
      },
    },
  },
});

export type NotificationsActor = ActorRefFrom<typeof notificationsMachine>;

function marking({ account, bus, signer, looked }: Context, quiet: boolean): SignedRequestInput {
  return { account, bus, signer, asked: lastSeenQuery(looked), quiet };
}

/** Return the boundary of the visit to which the user went back. */
function earlierBoundary({ last }: Context, event: NotificationsEvent): Seconds | undefined {
  return 'visit' in event && event.visit === last?.visit ? last.boundary : undefined;
}

/** Return the counts of this event, or the last known ones. */
function countsOf(
  { total, direct, account }: Context,
  event: NotificationsEvent,
): Counts | Pick<Context, 'total' | 'direct'> {
  return (
    (event.type === 'stream.partReceived' ? countsIn(event.answer.claims, account) : undefined) ?? {
      total,
      direct,
    }
  );
}

function isFurther({ seen, looked }: Context, told: NotificationsTold): boolean {
  return latest(seen, told.seen) !== seen || latest(looked, told.looked) !== looked;
}

function latest(one: Seconds | undefined, other: Seconds | undefined): Seconds | undefined {
  return one === undefined || other === undefined ? (one ?? other) : later(one, other);
}
