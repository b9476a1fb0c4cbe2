import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import {
  isMissed,
  lockedIn,
  type Plan,
  plansIn,
  refusedIn,
  type Unsigned,
  unsignedIn,
} from '../../../events/publish/outbox/schedule.ts';
import { earlier, type Seconds } from '../../../events/core/time.ts';
import type { AccountNotice, AccountUnlocked, ScopeRef } from '../../core/feature.ts';
import type { Bus } from '../../core/bus.ts';
import { whenEvent } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import type { OutboxStarted, LogUpdate, PublishIntent } from '../../core/outbox-protocol.ts';

/**
 * Commands to the alarm: time of the next ring, or `undefined` for none. `isWatched`: also report
 * if the clock is set back, because notes are waiting that seemed late. `askTime`: report the time.
 */
export type AlarmCommand =
  | { type: 'alarm.set'; at: Seconds | undefined; isWatched: boolean }
  | { type: 'alarm.askTime' };
/**
 * `rung`: the time has come. `clockSetBack`: the clock shows an earlier time than before. Only one
 * tab of a browser receives them. `time`: the answer to `askTime`, in every tab.
 */
export type AlarmSignal =
  | { type: 'alarm.rung'; now: Seconds }
  | { type: 'alarm.time'; now: Seconds }
  | { type: 'alarm.clockSetBack'; now: Seconds };

export interface ScheduleInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

export type ScheduleEvent =
  | OutboxStarted
  | LogUpdate
  | AccountUnlocked
  | AlarmSignal
  /** The user sends a planned note now, before or after its time. */
  | { type: 'schedule.send'; job: string; now: Seconds };

declare module '../../core/feature.ts' {
  interface FeatureEvents {
    schedule: ScheduleEvent;
  }
}

interface Context extends ScheduleInput {
  /** The next one first. */
  readonly plans: readonly Plan[];
  /** Notes whose time came while the key was closed. They are sent when it opens. */
  readonly locked: readonly Plan[];
  /** Notes that failed at their time, and those in `locked`. */
  readonly refused: readonly Plan[];
  /** Notes that a page began at their time and did not sign, the next one first. */
  readonly unsigned: readonly Unsigned[];
  /** Jobs that were unsigned when this page opened. `undefined` until the log is read. */
  readonly found: ReadonlySet<string> | undefined;
  /** Jobs that were sent on this page. */
  readonly handled: ReadonlySet<string>;
  /** Jobs that were found late. They wait for the user, or for a corrected clock. */
  readonly missed: ReadonlySet<string>;
}

/**
 * Notes planned for later. They are stored in the log of the outbox, so they survive the page. They
 * are not signed before their time. Then each is published like a new note. The same transaction
 * discards its plan, so no page or crash sends it twice. A sleeping page is woken. A note missed
 * while no page was open is reported, not sent. A note that a page began to publish and did not
 * sign before it closed is continued here, or reported if it is too late. A note whose key stayed
 * closed is sent once the key opens.
 */
export const scheduleMachine = setup({
  types: { context: {} as Context, events: {} as ScheduleEvent, input: {} as ScheduleInput },
  actors: { alarm: callbackPort<AlarmCommand, { account: string }>('alarm') },
  actions: {
    attend: sendTo(
      ({ context }) => context.scope,
      ({ self }) => ({ type: 'outbox.subscribe', from: self }),
    ),
    /** A message stays only as long as the list has a note that it is about. */
    receivePlans: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'outbox.changed') return;
      const { records } = event;
      const unsigned = unsignedIn(records);
      const next = {
        plans: plansIn(records),
        locked: lockedIn(records),
        refused: refusedIn(records),
        unsigned,
        found: context.found ?? new Set(unsigned.map(({ job }) => job)),
      };
      enqueue.assign(next);
      const still = listed({ ...context, ...next });
      for (const code of listed(context))
        if (!still.includes(code)) enqueue.sendTo(context.bus, { type: 'toast.withdraw', code });
    }),
    setAlarm: enqueueActions(({ context, enqueue, self }) => {
      const { plans, missed } = context;
      const dates = [...openIn(context), ...leftIn(context)].map(({ due }) => due);
      const at = dates.length === 0 ? undefined : dates.reduce(earlier);
      const isWatched = plans.some(({ job }) => missed.has(job));
      if (self.getSnapshot().children.alarm)
        enqueue.sendTo('alarm', { type: 'alarm.set', at, isWatched });
    }),
    sendDue: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'alarm.rung') return;
      const { now } = event;
      const { bus, scope, handled, missed } = context;
      const left = leftIn(context).filter(({ due }) => due <= now);
      const due: readonly Plan[] = [...openIn(context).filter((plan) => plan.due <= now), ...left];
      const late = due.filter((plan) => isMissed(plan, now));
      const timely = due.filter((plan) => !late.includes(plan));
      enqueue.assign({
        handled: new Set([...handled, ...timely.map(({ job }) => job)]),
        missed: new Set([...missed, ...late.map(({ job }) => job)]),
      });
      if (timely.length > 0) enqueue.sendTo(bus, { type: 'activity.seen' });
      // the user may be typing elsewhere
      for (const plan of timely)
        enqueue.sendTo(scope, { ...intentOf(plan, now), isUnattended: true });
      // refused, it is listed with the drafts and can be sent again
      for (const { job } of left.filter((plan) => late.includes(plan)))
        enqueue.sendTo(scope, {
          type: 'outbox.refused',
          job,
          reason: { code: 'publish.unsigned' },
        });
      if (late.length > 0) enqueue.sendTo(scope, missedNews(late));
    }),
    askTime: enqueueActions(({ context, enqueue, self }) => {
      if (context.locked.length > 0 && self.getSnapshot().children.alarm)
        enqueue.sendTo('alarm', { type: 'alarm.askTime' });
    }),
    /** The key is open, so the notes that waited for it need no prompt. */
    sendLocked: enqueueActions(({ context: { scope, locked }, event, enqueue }) => {
      if (event.type !== 'alarm.time') return;
      const { now } = event;
      for (const { job } of locked)
        enqueue.sendTo(scope, { type: 'outbox.retry', job, now, isUnattended: true });
    }),
    /** The clock was ahead, so a note with a future time was not missed. */
    recall: assign(
      whenEvent('alarm.clockSetBack', ({ context: { plans, missed }, event }) => {
        const late = new Set(
          plans.flatMap((plan) => (isMissed(plan, event.now) ? [plan.job] : [])),
        );
        return { missed: new Set([...missed].filter((job) => late.has(job))) };
      }),
    ),
    sendNow: enqueueActions(({ context: { scope, plans, handled }, event, enqueue }) => {
      const plan =
        event.type === 'schedule.send' ? plans.find(({ job }) => job === event.job) : undefined;
      if (event.type !== 'schedule.send' || !plan) return;
      enqueue.assign({ handled: new Set(handled).add(plan.job) });
      enqueue.sendTo(scope, intentOf(plan, event.now));
    }),
  },
}).createMachine({
  id: 'schedule',
  context: ({ input }) => ({
    ...input,
    plans: [],
    locked: [],
    refused: [],
    unsigned: [],
    found: undefined,
    handled: new Set(),
    missed: new Set(),
  }),
  // without an alarm, notes can still be sent manually
  invoke: {
    id: 'alarm',
    src: 'alarm',
    input: ({ context }) => ({ account: context.account }),
    onError: {},
  },
  on: {
    'outbox.started': { actions: 'attend' },
    'outbox.changed': { actions: ['receivePlans', 'setAlarm'] },
    'alarm.clockSetBack': { actions: ['recall', 'setAlarm'] },
    'account.unlocked': { actions: 'askTime' },
    'alarm.time': { actions: 'sendLocked' },
    'alarm.rung': { actions: ['sendDue', 'setAlarm'] },
    'schedule.send': { actions: ['sendNow', 'setAlarm'] },
  },
});

export type ScheduleActor = ActorRefFrom<typeof scheduleMachine>;

function isOpen({ handled, missed }: Context, job: string): boolean {
  return !handled.has(job) && !missed.has(job);
}

/** Return the plans that wait for their time. */
function openIn(context: Context): readonly Plan[] {
  return context.plans.filter(({ job }) => isOpen(context, job));
}

/**
 * Return the unsigned notes that another page left. A note that the user sends in another tab is
 * not taken from it. The alarm rings only after the tab that began one at its time has closed.
 */
function leftIn(context: Context): readonly Unsigned[] {
  return context.unsigned.filter(
    ({ job, plan, isAutomatic }) =>
      isOpen(context, job) &&
      isOpen(context, plan) &&
      (isAutomatic || context.found?.has(job) === true),
  );
}

type StayingCode = 'note.locked' | 'note.missed' | 'note.unsent';

/**
 * Return the codes of the messages whose notes are still listed. A note that is being signed may
 * fail again.
 */
function listed({ plans, missed, locked, refused, unsigned }: Context): readonly StayingCode[] {
  const isBegun = unsigned.length > 0;
  const isLate = plans.some(({ job }) => missed.has(job));
  const codes: readonly (readonly [StayingCode, boolean])[] = [
    ['note.locked', locked.length > 0 || isBegun],
    ['note.missed', isLate || refused.length > locked.length || isBegun],
    ['note.unsent', refused.length > locked.length || isBegun],
  ];
  return codes.flatMap(([code, isListed]) => (isListed ? [code] : []));
}

function missedNews({ length: count }: readonly Plan[]): AccountNotice {
  return {
    type: 'account.failed',
    message: { code: 'note.missed', params: { count } },
    kind: 'warning',
    stays: true,
  };
}

/** Return the intent of a plan. It has the same origin, so it replaces the plan. */
function intentOf({ wish: { draft, origin } }: Plan, now: Seconds): PublishIntent {
  return {
    type: 'intents.publish',
    draft,
    now,
    done: { code: 'note.posted' },
    ...(origin === undefined ? {} : { origin }),
  };
}
