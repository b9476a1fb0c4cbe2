import { type ActorRefFrom, and, assign, enqueueActions, not, raise, sendTo, setup } from 'xstate';
import { seenQuestion } from '../../events/account/signing/signed-query.ts';
import { query } from '../../events/connection/verbs.ts';
import { boundaryIn, type Counts, countsIn, type Direct, directIn, seenIn, unreadIn } from '../../events/notifications/counts.ts';
import { since } from '../../events/notifications/groups.ts';
import { type Notification, notificationsIn } from '../../events/notifications/notification.ts';
import { notificationsQuestion } from '../../events/notifications/notifications-query.ts';
import { inSeconds, later, type Seconds, seconds } from '../../events/core/time.ts';
import type { AccountAwake } from '../core/feature.ts';
import { privilegedMachine, type PrivilegedInput, type PrivilegedOutcome } from '../account/signing/signed-request.machine.ts';
import type { Outcome } from '../core/bus.ts';
import { requestMachine } from '../connection/request.machine.ts';
import { type StreamPart, streamMachine } from '../connection/stream.machine.ts';
import { when, withOutcome } from '../core/event-guards.ts';
import { callbackPort } from '../core/ports.ts';

/** What one tab knows of the account, and the others are told. */
export interface NotificationsTold {
  /** What the service counts; undefined until it has said so. */
  readonly total: number | undefined;
  readonly direct: number;
  readonly seen: Seconds | undefined;
  /** When they were last looked at, as long as the service could not be told. */
  readonly looked: Seconds | undefined;
  /** What came since the marker, newest first, and ids of those that the account's lists hide. */
  readonly news: readonly Notification[];
  readonly hidden: ReadonlySet<string>;
  readonly unread: number;
}

/** Something that the system says. */
export interface Alert {
  readonly id: string;
  readonly title: string;
  /** Where whoever chooses it is led. */
  readonly of: 'notifications' | 'messages';
}

/** What the desk of notifications is told: whether this tab would lead, what the others should know, and what the system shows. */
export type DeskCommand =
  | { type: 'desk.stand' }
  | { type: 'desk.resign' }
  | { type: 'desk.share'; told: NotificationsTold }
  | { type: 'desk.badge'; unread: number }
  | { type: 'desk.alert'; alerts: readonly Alert[] };
/** What it reports: whether this tab leads, what another one told or would be told, and that somebody chose what the system showed. */
export type DeskSignal =
  | { type: 'desk.leading'; leading: boolean }
  | { type: 'desk.told'; told: NotificationsTold }
  | { type: 'desk.asked' }
  | { type: 'desk.chosen'; alert: Alert };

export type NotificationsEvent =
  | DeskSignal
  | StreamPart
  | AccountAwake
  /** The list is open, or new ones were taken into it: what it shows will have been seen. */
  | { type: 'notifications.opened'; now: Seconds }
  | { type: 'notifications.left' }
  /** The list is about to open. */
  | { type: 'notifications.expected' }
  /** Somebody wants it marked, and may be asked to sign for it. */
  | { type: 'notifications.mark'; now: Seconds }
  /** Which of the news the account's lists hide, and what of them the system should say. */
  | { type: 'notifications.judged'; hidden: readonly string[]; alerts: readonly Alert[] }
  /** So many private messages are unread, which the service can't count among what is new; those it can; what the system should say of any. */
  | { type: 'notifications.messages'; count: number; direct: Direct; alerts: readonly Alert[] }
  | { type: 'notifications.look' }
  | { type: 'notifications.reread' };

export interface NotificationsInput extends Pick<PrivilegedInput, 'account' | 'bus' | 'signer'> {
  /** The key is kept here: it may be open later, where another signer would ask somebody. */
  readonly isLocal: boolean;
}

interface Context extends NotificationsInput, NotificationsTold {
  readonly privately: number;
  readonly messages: Direct;
  readonly isLeading: boolean;
  /** The marker as it stood when the list was opened: what came later is new there. */
  readonly boundary: Seconds | undefined;
  readonly openedAt: Seconds | undefined;
  /** Somebody had it marked in this session: the next times need no word. */
  readonly isAllowed: boolean;
  /** News that came while this tab led, and were not judged yet. */
  readonly fresh: readonly Notification[];
  /** Whether news were looked at before: the first say nothing. */
  readonly hasLooked: boolean;
  /** What the system showed and somebody chose last. */
  readonly chosen: Alert | undefined;
}

type Marked = { readonly outcome: PrivilegedOutcome };
type Asked = { readonly outcome: Outcome };

/** As many are looked at in the background: the service sends no more at once (8.2). */
const NEWS = 50;
const NEVER = seconds(0);
const NONE = { total: 0, direct: 0, news: [], looked: undefined };
const NOT_MARKED = { type: 'toast.show', kind: 'warning', message: { code: 'notifications.notMarked' } } as const;

const notifications = setup({
  types: {
    context: {} as Context,
    events: {} as NotificationsEvent,
    input: {} as NotificationsInput,
    tags: {} as 'learning' | 'owed' | 'marking',
    children: {} as { desk: 'desk'; stream: 'stream'; seen: 'request'; news: 'request'; mark: 'privileged' },
  },
  actors: {
    desk: callbackPort<DeskCommand, { readonly account: string }>('notificationsDesk'),
    stream: streamMachine,
    request: requestMachine,
    privileged: privilegedMachine,
  },
  guards: {
    isLeading: ({ context }) => context.isLeading,
    isAsleep: ({ event }) => event.type === 'account.awake' && !event.on,
    isElected: ({ event }) => event.type === 'desk.leading' && event.leading,
    isNothing: ({ context, event }) => countsOf(context, event).total === 0,
    /** Where the service was not heard to know how far somebody looked, the same number may be of others. */
    isOther: ({ context, event }) => {
      const { total, direct } = countsOf(context, event);
      return total !== context.total || direct !== context.direct || context.looked !== undefined;
    },
    /** It is known of other messages who wrote them. */
    isOtherDirect: ({ context: { isLeading, direct, messages }, event }) =>
      isLeading && event.type === 'notifications.messages' && directIn(direct, event.direct) !== directIn(direct, messages),
    /** Another tab looked at them, or had them marked. */
    isFurther: ({ context, event }) => event.type === 'desk.told' && isFurther(context, event.told),
    /** There is something to mark, as far as is known. */
    isDue: ({ context: { total, seen } }) => total !== 0 || seen === undefined,
    isMarked: (_, { outcome }: Marked) => outcome.ok,
    /** The key may be open here later; another signer would ask somebody. */
    isLocked: ({ context }, { outcome }: Marked) => context.isLocal && !outcome.ok && outcome.reason === 'unsigned',
    isOk: (_, { outcome }: Asked) => outcome.ok,
  },
  delays: { calm: 300, second: 1_000, again: 15_000 },
  actions: {
    stand: sendTo('desk', { type: 'desk.stand' as const }),
    resign: sendTo('desk', { type: 'desk.resign' as const }),
    lead: assign(({ event }) => ({ isLeading: event.type !== 'desk.leading' || event.leading })),
    listen: assign(when('desk.told', ({ context, event: { told } }) => ({ ...told, seen: latest(context.seen, told.seen) }))),
    follow: assign(
      when('desk.told', ({ context, event: { told } }) => ({
        seen: latest(context.seen, told.seen),
        looked: latest(context.looked, told.looked),
      })),
    ),
    choose: assign(when('desk.chosen', ({ event }) => ({ chosen: { ...event.alert } }))),
    count: assign(({ context, event }) => countsOf(context, event)),
    look: raise({ type: 'notifications.look' as const }),
    /** What was counted before may not have been looked at, nor told. */
    lookAgain: enqueueActions(({ context, enqueue }) => {
      if (context.total) enqueue.raise({ type: 'notifications.look' });
    }),
    reread: raise({ type: 'notifications.reread' as const }),
    /** Who never had them marked has seen nothing; where the service is silent it is not known. */
    learnSeen: assign(({ context }, { outcome }: Asked) => {
      const isHeard = outcome.ok || outcome.reason === 'notice';
      const told = outcome.ok ? seenIn(outcome.answer.claims) : undefined;
      return { seen: latest(context.seen, told ?? (isHeard ? NEVER : undefined)) };
    }),
    learnNews: assign(({ context }, { outcome }: Asked) => {
      const { news: before, fresh, hasLooked, account } = context;
      const news = outcome.ok ? since(notificationsIn(outcome.answer.claims, account), context.seen) : [];
      const known = new Set([...before, ...fresh].map(({ id }) => id));
      const others = hasLooked ? news.filter(({ id }) => !known.has(id)) : [];
      return { news, fresh: [...others, ...fresh].slice(0, NEWS), hasLooked: true };
    }),
    judge: assign(when('notifications.judged', ({ event }) => ({ hidden: new Set(event.hidden), fresh: [] }))),
    alert: enqueueActions(({ context, event, enqueue }) => {
      if (!('alerts' in event) || !context.isLeading || event.alerts.length === 0) return;
      enqueue.sendTo('desk', { type: 'desk.alert', alerts: event.alerts });
    }),
    recordMessages: assign(when('notifications.messages', ({ event }) => ({ privately: event.count, messages: event.direct }))),
    /** What the system shows is said by one tab. */
    badge: enqueueActions(({ context: { unread, privately, isLeading }, enqueue }) => {
      if (isLeading) enqueue.sendTo('desk', { type: 'desk.badge', unread: unread + privately });
    }),
    /** The one number, for this tab and the others. Who does not lead tells how far it has looked. */
    tell: enqueueActions(({ context, enqueue }) => {
      const { total, direct, messages, seen, looked, news, hidden, privately, isLeading } = context;
      const unread = unreadIn({ total: total ?? 0, direct, messages, news, hidden, looked });
      enqueue.assign({ unread });
      enqueue.sendTo('desk', { type: 'desk.share', told: { total, direct, seen, looked, news, hidden, unread } });
      if (isLeading) enqueue.sendTo('desk', { type: 'desk.badge', unread: unread + privately });
    }),
    open: assign(({ context, event }) => ({
      boundary: context.boundary ?? boundaryIn(context, latest(context.seen, context.looked), 'now' in event ? event.now : undefined),
      openedAt: 'now' in event ? event.now : undefined,
    })),
    leave: assign({ boundary: undefined }),
    /** What was there when the list was opened has been seen. */
    see: assign(({ context: { looked, openedAt } }) => ({ looked: latest(looked, openedAt) })),
    /** The service knows it. */
    settle: assign(({ context: { seen, looked } }) => ({ ...NONE, seen: latest(seen, looked) })),
    /** The marker was moved elsewhere. */
    empty: assign({ ...NONE, fresh: [] }),
    allow: assign({ isAllowed: true }),
    warn: sendTo(({ context }) => context.bus, NOT_MARKED),
  },
});

const askingSeen = notifications.createStateConfig({
  invoke: {
    id: 'seen',
    src: 'request',
    input: ({ context: { bus, account } }) => ({ bus, query: query('get_notifications_seen', { pubkey: account }) }),
    onDone: { target: 'known', actions: { type: 'learnSeen', params: withOutcome } },
    onError: 'known',
  },
});

/**
 * What is new for an account (NOTIF-04, NOTIF-05): one tab hears the service's counts while somebody is there, and tells the others. What the
 * account's lists hide is taken off by who can judge it. The marker is written a moment after the list was opened, but nobody is asked to sign
 * for merely looking (BEYOND-03): with a key that is open here, else once somebody wants it.
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
    isAllowed: false,
    fresh: [],
    hasLooked: false,
    chosen: undefined,
  }),
  // without it this tab hears for itself
  invoke: { id: 'desk', src: 'desk', input: ({ context }) => ({ account: context.account }), onError: { actions: 'lead' } },
  on: {
    'desk.told': [
      { guard: not('isLeading'), actions: 'listen' },
      { guard: 'isFurther', actions: ['follow', 'tell'] },
    ],
    'desk.asked': { guard: 'isLeading', actions: 'tell' },
    'desk.chosen': { actions: 'choose' },
    'notifications.judged': { guard: 'isLeading', actions: ['alert', 'judge', 'tell'] },
    'notifications.messages': [
      { guard: 'isOtherDirect', actions: ['recordMessages', 'badge', 'alert', 'look'] },
      { actions: ['recordMessages', 'badge', 'alert'] },
    ],
    'notifications.left': { actions: 'leave' },
  },
  states: {
    /** Who leads among the tabs, and hears the counts: one that somebody is at. */
    counts: {
      initial: 'standing',
      on: {
        'account.awake': [{ guard: 'isAsleep', target: '.asleep' }, { target: '.standing' }],
        'desk.leading': { actions: ['lead', 'badge'] },
      },
      states: {
        standing: { entry: 'stand', always: { guard: 'isLeading', target: 'listening' } },
        listening: {
          entry: 'lookAgain',
          always: { guard: not('isLeading'), target: 'standing' },
          invoke: {
            id: 'stream',
            src: 'stream',
            input: ({ context: { bus, account } }) => ({ bus, query: query('notification_counts', { pubkey: account }) }),
            onError: 'asleep',
          },
          on: {
            'stream.part': [
              { guard: and(['isOther', 'isNothing']), actions: ['empty', 'tell', 'reread'] },
              { guard: 'isOther', actions: ['count', 'look'] },
            ],
          },
        },
        asleep: { entry: 'resign' },
      },
    },
    /** Until when the account has seen them (NOTIF-05). */
    seen: {
      initial: 'arriving',
      states: {
        /** What is read comes first. */
        arriving: { tags: 'learning', on: { 'notifications.expected': 'learning' }, after: { second: 'learning' } },
        learning: { tags: 'learning', ...askingSeen },
        known: { on: { 'notifications.reread': 'rereading' } },
        rereading: askingSeen,
      },
    },
    /** What the counts are of. */
    news: {
      initial: 'idle',
      on: { 'notifications.look': '.soon' },
      states: {
        idle: {},
        soon: { after: { calm: 'asking' } },
        asking: {
          invoke: {
            id: 'news',
            src: 'request',
            input: ({ context: { bus, account, seen } }) => ({
              bus,
              query: notificationsQuestion(account, { group: 'all', limit: NEWS, since: seen && inSeconds(seen) }),
            }),
            onDone: [
              { guard: { type: 'isOk', params: withOutcome }, target: 'idle', actions: { type: 'learnNews', params: withOutcome } },
              { target: 'unknown', actions: 'tell' },
            ],
            onError: { target: 'unknown', actions: 'tell' },
          },
        },
        /** Which of what is counted is hidden is not known yet. */
        unknown: { after: { again: [{ guard: 'isLeading', target: 'asking' }, { target: 'idle' }] } },
      },
    },
    mark: {
      initial: 'idle',
      on: {
        'notifications.opened': [{ guard: 'isDue', target: '.pausing', actions: 'open' }, { actions: 'open' }],
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
            src: 'privileged',
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
        /** The key may be open later. */
        locked: { tags: 'owed', after: { again: 'writing' } },
        /** Somebody has to want it. */
        owed: { tags: 'owed' },
        signing: {
          tags: 'marking',
          // who was asked to sign is not left alone with it
          on: { 'notifications.opened': { actions: 'open' } },
          invoke: {
            id: 'mark',
            src: 'privileged',
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

function marking({ account, bus, signer, looked }: Context, quiet: boolean): PrivilegedInput {
  return { account, bus, signer, asked: seenQuestion(looked), quiet };
}

/** What the service counts, as it says now or said last. */
function countsOf({ total, direct, account }: Context, event: NotificationsEvent): Counts | Pick<Context, 'total' | 'direct'> {
  return (event.type === 'stream.part' ? countsIn(event.answer.claims, account) : undefined) ?? { total, direct };
}

function isFurther({ seen, looked }: Context, told: NotificationsTold): boolean {
  return latest(seen, told.seen) !== seen || latest(looked, told.looked) !== looked;
}

function latest(one: Seconds | undefined, other: Seconds | undefined): Seconds | undefined {
  return one === undefined || other === undefined ? (one ?? other) : later(one, other);
}
