import { type ActorRefFrom, assign, enqueueActions, sendTo, setup } from 'xstate';
import { isMissed, type Plan, plansIn } from '../../../events/publish/outbox/schedule.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ScopeRef, AccountNotice } from '../../core/feature.ts';
import type { Bus } from '../../core/bus.ts';
import { when } from '../../core/event-guards.ts';
import { callbackPort } from '../../core/ports.ts';
import type { OutboxBegan, OutboxNews, OutboxOrder, PublishIntent } from '../../core/outbox-protocol.ts';

/**
 * What the clock of this port is told: when to ring next; undefined: not before it is told again. `isWatched`: the clock is to say when it is set back,
 * as notes are waiting whose time seemed to have gone by.
 */
export type AlarmCommand = { type: 'alarm.set'; at: Seconds | undefined; isWatched: boolean };
/** `rung`: that time has come. `back`: the clock shows an earlier time than before. In one tab of a browser alone. */
export type AlarmSignal = { type: 'alarm.rung'; now: Seconds } | { type: 'alarm.back'; now: Seconds };

export interface ScheduleInput {
  readonly account: string;
  readonly bus: Bus;
  readonly scope: ScopeRef;
}

export type ScheduleEvent =
  | OutboxBegan
  | OutboxNews
  | AlarmSignal
  /** A person wants a note sent now, whose time has not come, or went by. */
  | { type: 'schedule.send'; job: string; now: Seconds };

interface Context extends ScheduleInput {
  /** The next one first. */
  readonly plans: readonly Plan[];
  /** Jobs that were sent on this page. */
  readonly handled: ReadonlySet<string>;
  /** Jobs that were found late: they wait for a person, or for a clock that is set right. */
  readonly missed: ReadonlySet<string>;
}

/**
 * Notes that wait for their time. They lie in the log of the outbox, so they outlive the page; nothing is signed before its time, and then each is
 * published as if somebody had just pressed the button, which in the same step of the log takes its plan away: so no page, and no crash, sends
 * one twice. A page that sleeps is woken for it. What should have gone while no page was open is not sent by itself but told of.
 */
export const scheduleMachine = setup({
  types: { context: {} as Context, events: {} as ScheduleEvent, input: {} as ScheduleInput },
  actors: { alarm: callbackPort<AlarmCommand, { account: string }>('alarm') },
  actions: {
    attend: sendTo(
      ({ context }) => context.scope,
      ({ self }) => ({ type: 'outbox.attend', from: self }) satisfies OutboxOrder,
    ),
    receivePlans: assign(when('outbox.changed', ({ event }) => ({ plans: plansIn(event.records) }))),
    setAlarm: enqueueActions(({ context: { plans, handled, missed }, enqueue, self }) => {
      const at = plans.find(({ job }) => !handled.has(job) && !missed.has(job))?.due;
      const isWatched = plans.some(({ job }) => missed.has(job));
      if (self.getSnapshot().children.alarm) enqueue.sendTo('alarm', { type: 'alarm.set', at, isWatched });
    }),
    sendDue: enqueueActions(({ context: { bus, scope, plans, handled, missed }, event, enqueue }) => {
      if (event.type !== 'alarm.rung') return;
      const { now } = event;
      const due = plans.filter((plan) => plan.due <= now && !handled.has(plan.job) && !missed.has(plan.job));
      const late = due.filter((plan) => isMissed(plan, now));
      const timely = due.filter((plan) => !late.includes(plan));
      enqueue.assign({
        handled: new Set([...handled, ...timely.map(({ job }) => job)]),
        missed: new Set([...missed, ...late.map(({ job }) => job)]),
      });
      if (timely.length > 0) enqueue.sendTo(bus, { type: 'activity.seen' });
      for (const plan of timely) enqueue.sendTo(scope, intentOf(plan, now));
      if (late.length > 0) enqueue.sendTo(scope, missedNews(late));
    }),
    /** The clock was ahead: a note whose time comes only now was not missed. */
    recall: assign(
      when('alarm.back', ({ context: { plans, missed }, event }) => {
        const late = new Set(plans.flatMap((plan) => (isMissed(plan, event.now) ? [plan.job] : [])));
        return { missed: new Set([...missed].filter((job) => late.has(job))) };
      }),
    ),
    sendNow: enqueueActions(({ context: { scope, plans, handled }, event, enqueue }) => {
      const plan = event.type === 'schedule.send' ? plans.find(({ job }) => job === event.job) : undefined;
      if (event.type !== 'schedule.send' || !plan) return;
      enqueue.assign({ handled: new Set(handled).add(plan.job) });
      enqueue.sendTo(scope, intentOf(plan, event.now));
    }),
  },
}).createMachine({
  id: 'schedule',
  context: ({ input }) => ({ ...input, plans: [], handled: new Set(), missed: new Set() }),
  // without a clock they can still be sent by hand
  invoke: { id: 'alarm', src: 'alarm', input: ({ context }) => ({ account: context.account }), onError: {} },
  on: {
    'outbox.began': { actions: 'attend' },
    'outbox.changed': { actions: ['receivePlans', 'setAlarm'] },
    'alarm.back': { actions: ['recall', 'setAlarm'] },
    'alarm.rung': { actions: ['sendDue', 'setAlarm'] },
    'schedule.send': { actions: ['sendNow', 'setAlarm'] },
  },
});

export type ScheduleActor = ActorRefFrom<typeof scheduleMachine>;

function missedNews({ length: count }: readonly Plan[]): AccountNotice {
  return { type: 'account.failed', message: { code: 'note.missed', params: { count } }, kind: 'warning' };
}

/** The same origin: the plan gives way to it. */
function intentOf({ wish: { draft, origin } }: Plan, now: Seconds): PublishIntent {
  return { type: 'intents.publish', draft, now, done: { code: 'note.posted' }, ...(origin === undefined ? {} : { origin }) };
}
