import { type ActorRefFrom, assign, enqueueActions, type EventObject, raise, setup } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import { accountMachine, type AccountNews } from '../account/session/account.machine.ts';
import { type CacheInput, cacheMachine } from '../connection/cache.machine.ts';
import type { BusEvent } from '../core/bus.ts';
import { callbackPort, type OnlineSignal } from '../core/ports.ts';
import {
  type SettingsInput,
  type SettingsNews,
  settingsMachine,
} from '../settings/settings.machine.ts';
import { activityMachine, type ActivityNews } from './activity.machine.ts';
import type { DialogsEvent } from '../core/dialogs.machine.ts';
import { factsActor } from './facts.actor.ts';
import type { Crash } from '../core/crash.ts';
import { retainedBy } from './retained-events.ts';
import { dialogs, names } from './screen-logic.ts';
import { type ScreensInput, type ScreensNews, screensMachine } from './screens.machine.ts';
import { endingOf, judgeCrash, MINUTE, type Restarts } from '../core/supervision.ts';
import { type ToastsEvent, toastsMachine } from '../core/toasts.machine.ts';

export type AppEvent =
  | BusEvent
  | AccountNews
  | OnlineSignal
  | ActivityNews
  | ScreensNews
  | SettingsNews
  | ToastsEvent
  | DialogsEvent
  /** A part of a view failed and shows a fallback. */
  | { type: 'view.failed'; crash: Crash }
  /** Starts a child after a crash, or for the first time. */
  | { type: 'app.restart'; name: Name };

export interface AppInput {
  /** The last account, as stored by this browser. */
  readonly account?: Account | undefined;
  readonly cache: Omit<CacheInput, 'bus'>;
  readonly settings: SettingsInput;
  readonly screens: Omit<ScreensInput, 'bus'>;
}

const NAMES = [
  'facts',
  'settings',
  'toasts',
  'activity',
  'online',
  'cache',
  'names',
  'providers',
  'screens',
  'account',
  'dialogs',
] as const;
type Name = (typeof NAMES)[number];
/** The others start with the first question, which loads their code. */
const FIRST = NAMES.filter((name) => !/^(dialogs|names|providers)$/.test(name));

/** Maximum number of listed crashes. */
const CRASHES = 50;

const RECONNECT = { type: 'signalCache', params: { type: 'cache.setOnline' } } as const;

interface Context {
  readonly input: AppInput;
  readonly account: Account | undefined;
  readonly crashes: readonly Crash[];
  readonly restarts: Restarts;
}

/** The root: starts its children, forwards events between them and supervises them (TRUST-06). */
export const appMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AppEvent,
    input: {} as AppInput,
    tags: {} as 'offline',
    children: {} as {
      facts: 'facts';
      settings: 'settings';
      toasts: 'toasts';
      dialogs: 'dialogs';
      activity: 'activity';
      online: 'online';
      cache: 'cache';
      names: 'names';
      providers: 'providers';
      screens: 'screens';
      account: 'account';
    },
  },
  actors: {
    facts: factsActor,
    settings: settingsMachine,
    toasts: toastsMachine,
    dialogs: dialogs.logic,
    activity: activityMachine,
    online: callbackPort<EventObject, undefined>('online'),
    cache: cacheMachine,
    names: names.logic,
    providers: names.logic,
    screens: screensMachine,
    account: accountMachine,
  },
  delays: { minute: MINUTE },
  actions: {
    start: enqueueActions(({ context, enqueue, self }, { names }: { names: readonly Name[] }) => {
      const { input } = context;
      for (const name of names) {
        if (name === 'settings')
          enqueue.spawnChild('settings', { id: name, input: input.settings });
        else if (name === 'cache')
          enqueue.spawnChild('cache', { id: name, input: { ...input.cache, bus: self } });
        else if (name === 'screens') {
          const viewer = context.account?.pubkey ?? input.screens.viewer;
          enqueue.spawnChild('screens', {
            id: name,
            input: { ...input.screens, viewer, bus: self },
          });
        } else if (name === 'account')
          enqueue.spawnChild('account', {
            id: name,
            input: { account: context.account, bus: self },
          });
        // the others start in the same way, but the types allow only one at a time
        else
          enqueue.spawnChild(name as 'names', {
            id: name as 'names',
            input: { bus: self, home: input.cache.home },
          });
      }
    }),
    notifyFacts: enqueueActions(({ event, enqueue, self }) => {
      if (event.type === 'facts.received' && self.getSnapshot().children.facts)
        enqueue.sendTo('facts', event);
    }),
    notifyCache: enqueueActions(({ event, enqueue, self }) => {
      if (
        (event.type === 'cache.ask' || event.type === 'cache.forget') &&
        self.getSnapshot().children.cache
      )
        enqueue.sendTo('cache', event);
    }),
    notifyToasts: enqueueActions(({ event, enqueue, self }) => {
      if (isToast(event) && self.getSnapshot().children.toasts) enqueue.sendTo('toasts', event);
    }),
    notifyDialogs: enqueueActions(({ event, enqueue, self }) => {
      if (!isDialog(event)) return;
      const isThere = self.getSnapshot().children.dialogs !== undefined;
      if (!isThere && event.type === 'dialog.ask') enqueue.spawnChild('dialogs', { id: 'dialogs' });
      if (isThere || event.type === 'dialog.ask') enqueue.sendTo('dialogs', event);
    }),
    wake: enqueueActions(({ enqueue, self }) => {
      if (self.getSnapshot().children.activity)
        enqueue.sendTo('activity', { type: 'activity.seen' });
    }),
    signalCache: enqueueActions(
      (
        { enqueue, self },
        { type }: { type: 'cache.suspend' | 'cache.resume' | 'cache.setOnline' },
      ) => {
        if (self.getSnapshot().children.cache) enqueue.sendTo('cache', { type });
      },
    ),
    signalAccount: enqueueActions(({ enqueue, self }, { on }: { on: boolean }) => {
      if (self.getSnapshot().children.account)
        enqueue.sendTo('account', { type: 'account.wakeChanged', on });
    }),
    notifyScreens: enqueueActions(({ enqueue, self }) => {
      if (self.getSnapshot().children.screens)
        enqueue.sendTo('screens', { type: 'screens.reconnected' });
    }),
    evict: enqueueActions(({ enqueue, self }) => {
      const { facts, screens } = self.getSnapshot().children;
      if (facts && screens)
        enqueue.sendTo('facts', { type: 'facts.evict', keep: retainedBy(screens) });
    }),
    /** Screens belong to one account, so they restart for another one (INV-SCOPE). */
    changeAccount: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'account.changed') return;
      enqueue.assign({ account: event.account });
      if (event.account?.pubkey === context.account?.pubkey) return;
      enqueue.raise({ type: 'dialog.clear' });
      enqueue.raise({ type: 'toast.settle', job: undefined });
      if (self.getSnapshot().children.settings)
        enqueue.sendTo('settings', { type: 'settings.switch', account: event.account?.pubkey });
      if (self.getSnapshot().children.facts) enqueue.sendTo('facts', event);
      enqueue.stopChild('screens');
      enqueue.raise({ type: 'app.restart', name: 'screens' });
    }),
    /** A restarted settings actor begins with the first account, so it is sent the current one. */
    reopenSettings: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'app.restart' || event.name !== 'settings') return;
      enqueue.sendTo('settings', { type: 'settings.switch', account: context.account?.pubkey });
    }),
    sayDone: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'account.done') return;
      const { message, note } = event;
      enqueue.raise({
        type: 'toast.show',
        kind: 'success',
        message,
        ...(note === undefined ? {} : { note }),
      });
    }),
    /** Show an undo toast for as long as undoing is possible. */
    offerUndo: enqueueActions(({ event, enqueue }) => {
      if (event.type === 'account.settled') enqueue.raise({ type: 'toast.settle', job: event.job });
      if (event.type !== 'account.held') return;
      const { message, lasts, job: undo } = event;
      enqueue.raise({ type: 'toast.show', kind: 'info', message, lasts, undo });
    }),
    warnFailed: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'account.failed') return;
      enqueue.raise({ kind: 'error', ...event, type: 'toast.show' });
    }),
    warnUnavailable: raise({
      type: 'toast.show',
      kind: 'warning',
      message: { code: 'signIn.unavailable' },
    }),
    warnUnsaved: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'settings.unsaved') return;
      enqueue.raise({
        type: 'toast.show',
        kind: 'warning',
        message: { code: 'settings.unkept', params: { why: event.reason } },
      });
    }),
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      enqueue(endingOf(self, event));
      enqueue.stopChild(crash.actor);
      enqueue.assign({ crashes: [...context.crashes, crash].slice(-CRASHES), restarts });
      const name = NAMES.find((one) => one === crash.actor);
      if (name && isRestarted) enqueue.raise({ type: 'app.restart', name });
    }),
    recordCrash: assign(({ context, event }) =>
      event.type === 'screens.crashed' ||
      event.type === 'account.crashed' ||
      event.type === 'view.failed'
        ? { crashes: [...context.crashes, event.crash].slice(-CRASHES) }
        : {},
    ),
    forgive: assign({ restarts: {} }),
  },
}).createMachine({
  id: 'app',
  context: ({ input }) => ({ input, account: input.account, crashes: [], restarts: {} }),
  entry: { type: 'start', params: { names: FIRST } },
  initial: 'online',
  on: {
    'facts.received': { actions: 'notifyFacts' },
    'cache.ask': { actions: 'notifyCache' },
    'cache.forget': { actions: 'notifyCache' },
    'cache.connected': { actions: 'notifyScreens' },
    'toast.*': { actions: 'notifyToasts' },
    'dialog.*': { actions: 'notifyDialogs' },
    'activity.seen': { actions: 'wake' },
    'activity.slept': {
      actions: [
        { type: 'signalCache', params: { type: 'cache.suspend' } },
        { type: 'signalAccount', params: { on: false } },
      ],
    },
    'account.changed': { actions: 'changeAccount' },
    'account.unavailable': { actions: 'warnUnavailable' },
    'activity.wakeStarted': {
      actions: [
        { type: 'signalCache', params: { type: 'cache.resume' } },
        { type: 'signalAccount', params: { on: true } },
      ],
    },
    // reconnect at once instead of waiting for the grown retry delay
    'activity.woke': { actions: RECONNECT },
    'account.failed': { actions: 'warnFailed' },
    'account.done': { actions: 'sayDone' },
    'account.held': { actions: 'offerUndo' },
    'account.settled': { actions: 'offerUndo' },
    'screens.swept': { actions: 'evict' },
    'screens.crashed': { actions: 'recordCrash' },
    'account.crashed': { actions: 'recordCrash' },
    'view.failed': { actions: 'recordCrash' },
    'settings.unsaved': { actions: 'warnUnsaved' },
    'app.restart': {
      actions: [
        { type: 'start', params: ({ event }) => ({ names: [event.name] }) },
        'reopenSettings',
      ],
    },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    online: {
      on: { 'network.wentOffline': 'offline' },
      after: { minute: { target: 'online', reenter: true, actions: 'forgive' } },
    },
    offline: {
      tags: 'offline',
      on: { 'network.wentOnline': { target: 'online', actions: [RECONNECT, 'notifyScreens'] } },
      after: { minute: { target: 'offline', reenter: true, actions: 'forgive' } },
    },
  },
});

export type AppActor = ActorRefFrom<typeof appMachine>;

function isDialog(event: AppEvent): event is DialogsEvent {
  return event.type.startsWith('dialog.');
}

function isToast(event: AppEvent): event is ToastsEvent {
  return event.type.startsWith('toast.');
}
