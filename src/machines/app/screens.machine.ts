import { type ActorRefFrom, enqueueActions, sendParent, setup } from 'xstate';
import type { FeedEntry } from '../../events/connection/claims.ts';
import type { Bus } from '../core/bus.ts';
import type { LookupInput } from '../connection/lookup.machine.ts';
import type { BlobInput } from '../media/blob.machine.ts';
import type { NotificationListInput } from '../notifications/notification-list.machine.ts';
import { feedListMachine } from '../reading/feed/feed-list.machine.ts';
import { type FeedInput, feedMachine } from '../reading/feed/feed.machine.ts';
import type { ThreadInput } from '../reading/thread/thread.machine.ts';
import type { TranslationInput } from '../reading/content/translation.machine.ts';
import type { Crash } from '../core/crash.ts';
import {
  blob,
  linkPreviews,
  lookup,
  notifications,
  profile,
  search,
  stats,
  thread,
  translation,
} from './screen-logic.ts';
import {
  childrenOf,
  endingOf,
  judgeCrash,
  MINUTE,
  pathed,
  type Restarts,
} from '../core/supervision.ts';

/**
 * The actor that a mounted view needs. Its key identifies it: views with one key share the actor,
 * and going back finds it again (ROUTE-23).
 */
export type ScreenOrder =
  | {
      readonly kind: 'feed';
      readonly key: `feed:${string}`;
      readonly input: Omit<FeedInput, 'bus' | 'viewer'>;
    }
  | {
      readonly kind: 'thread';
      readonly key: `thread:${string}`;
      readonly input: Omit<ThreadInput, 'bus' | 'viewer'>;
    }
  | {
      readonly kind: 'lookup';
      readonly key: `lookup:${string}`;
      readonly input: Omit<LookupInput, 'bus'>;
    }
  | { readonly kind: 'blob'; readonly key: `blob:${string}`; readonly input: BlobInput }
  | {
      readonly kind: 'translation';
      readonly key: `translation:${string}`;
      readonly input: TranslationInput;
    }
  | {
      readonly kind: 'notifications';
      readonly key: `notifications:${string}`;
      readonly input: Omit<NotificationListInput, 'bus' | 'viewer'>;
    }
  | { readonly kind: 'profile'; readonly key: 'profile' }
  | { readonly kind: 'linkPreviews'; readonly key: 'linkPreviews' }
  | { readonly kind: 'search'; readonly key: 'search' }
  | { readonly kind: 'stats'; readonly key: 'stats' };

export type ScreensEvent =
  | { type: 'screen.opened'; order: ScreenOrder }
  | { type: 'screen.closed'; key: string }
  | { type: 'screens.reconnected' }
  | { type: 'screens.start'; id: string };

/**
 * Sent to the parent after a sweep, so that the read model can evict unused events. Also sent after
 * a screen crashes.
 */
export type ScreensNews = { type: 'screens.swept' } | { type: 'screens.crashed'; crash: Crash };

interface Mount {
  readonly order: ScreenOrder;
  readonly views: number;
  /** Full minutes since the last view left. The first one is partial. */
  readonly idle: number;
}

/** ROUTE-21: prune after 3 unused minutes, sweep every 5 minutes. */
const KEPT_MINUTES = 3;
const SWEEP_MINUTES = 5;
/** Key of the list of home feeds, which runs without a view. */
const ALWAYS: readonly string[] = ['feeds'];

export interface ScreensInput {
  readonly bus: Bus;
  /** The viewer: the account's key, or the visitors' default (FEED-08). */
  readonly viewer: string;
  readonly homeFeeds: readonly FeedEntry[];
}

interface Context extends ScreensInput {
  readonly mounts: Readonly<Record<string, Mount>>;
  readonly minutes: number;
  readonly restarts: Restarts;
}

/** Starts the actors that mounted views need, and stops long unused ones. */
export const screensMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ScreensEvent,
    input: {} as ScreensInput,
    children: {} as {
      profile: 'profile';
      feeds: 'feedList';
      linkPreviews: 'linkPreviews';
      search: 'search';
      stats: 'stats';
      [feed: `feed:${string}`]: 'feed';
      [thread: `thread:${string}`]: 'thread';
      [lookup: `lookup:${string}`]: 'lookup';
      [blob: `blob:${string}`]: 'blob';
      [translation: `translation:${string}`]: 'translation';
      [notifications: `notifications:${string}`]: 'notifications';
    },
  },
  actors: {
    feed: feedMachine,
    thread: thread.logic,
    lookup: lookup.logic,
    blob: blob.logic,
    profile: profile.logic,
    feedList: feedListMachine,
    linkPreviews: linkPreviews.logic,
    search: search.logic,
    stats: stats.logic,
    translation: translation.logic,
    notifications: notifications.logic,
  },
  guards: { isSweep: ({ context }) => (context.minutes + 1) % SWEEP_MINUTES === 0 },
  delays: { minute: MINUTE },
  actions: {
    open: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'screen.opened') return;
      const { order } = event;
      const { key } = order;
      const views = (context.mounts[key]?.views ?? 0) + 1;
      enqueue.assign({ mounts: { ...context.mounts, [key]: { order, views, idle: 0 } } });
      if (childrenOf(self)[key]) enqueue.sendTo(key, { type: 'screen.shown' });
      else enqueue.raise({ type: 'screens.start', id: key });
    }),
    start: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'screens.start') return;
      const { bus, viewer, homeFeeds } = context;
      const order = context.mounts[event.id]?.order;
      if (event.id === 'feeds')
        enqueue.spawnChild('feedList', { id: 'feeds', input: { bus, defaults: homeFeeds } });
      // the others start in the same way, but the types allow only one at a time
      else if (order)
        enqueue.spawnChild(order.kind as 'feed', {
          id: order.key as `feed:${string}`,
          input: { ...(order as ScreenOrder & { kind: 'feed' }).input, bus, viewer },
        });
    }),
    startAll: enqueueActions(({ enqueue }) => {
      for (const id of ALWAYS) enqueue.raise({ type: 'screens.start', id });
    }),
    close: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'screen.closed') return;
      const mount = context.mounts[event.key];
      if (!mount) return;
      const views = Math.max(0, mount.views - 1);
      enqueue.assign({ mounts: { ...context.mounts, [event.key]: { ...mount, views, idle: 0 } } });
      if (childrenOf(self)[event.key] && views === 0)
        enqueue.sendTo(event.key, { type: 'screen.hidden' });
    }),
    age: enqueueActions(({ context, enqueue }) => {
      const aged = Object.entries(context.mounts).map(([key, mount]) => [
        key,
        mount.views > 0 ? mount : { ...mount, idle: mount.idle + 1 },
      ]);
      enqueue.assign({
        mounts: Object.fromEntries(aged),
        minutes: context.minutes + 1,
        restarts: {},
      });
    }),
    /** Restart failed actors of open screens after a minute. */
    revive: enqueueActions(({ context, enqueue, self }) => {
      const children = childrenOf(self);
      const wanted = [...ALWAYS, ...Object.keys(context.mounts)].filter((id) =>
        isWanted(context, id),
      );
      for (const id of wanted) if (!children[id]) enqueue.raise({ type: 'screens.start', id });
    }),
    prune: enqueueActions(({ context, enqueue }) => {
      const old = Object.keys(context.mounts).filter(
        (key) => (context.mounts[key]?.idle ?? 0) > KEPT_MINUTES,
      );
      for (const key of old) enqueue.stopChild(key);
      enqueue.assign({
        mounts: Object.fromEntries(
          Object.entries(context.mounts).filter(([key]) => !old.includes(key)),
        ),
      });
    }),
    notifySwept: sendParent({ type: 'screens.swept' } satisfies ScreensNews),
    /** Retry requests that failed while offline. */
    wake: enqueueActions(({ context, enqueue, self }) => {
      const children = childrenOf(self);
      if (children['feeds']) enqueue.sendTo('feeds', { type: 'screen.shown' });
      for (const key of Object.keys(context.mounts)) {
        if (children[key] && isWanted(context, key)) enqueue.sendTo(key, { type: 'screen.shown' });
      }
    }),
    /** Restart a crashed screen if it is visible. Otherwise it restarts when opened. */
    supervise: enqueueActions(({ context, event, enqueue, self }) => {
      const { crash, isRestarted, restarts } = judgeCrash(context.restarts, event);
      const id = crash.actor;
      enqueue.sendParent({
        type: 'screens.crashed',
        crash: pathed('screens', crash),
      } satisfies ScreensNews);
      enqueue(endingOf(self, event));
      enqueue.stopChild(id);
      if (!isWanted(context, id)) enqueue.assign({ mounts: without(context.mounts, id) });
      else {
        enqueue.assign({ restarts });
        if (isRestarted) enqueue.raise({ type: 'screens.start', id });
      }
    }),
  },
}).createMachine({
  id: 'screens',
  context: ({ input }) => ({ ...input, mounts: {}, minutes: 0, restarts: {} }),
  entry: 'startAll',
  initial: 'open',
  on: {
    'screen.opened': { actions: 'open' },
    'screen.closed': { actions: 'close' },
    'screens.reconnected': { actions: 'wake' },
    'screens.start': { actions: 'start' },
    'xstate.error.actor.*': { actions: 'supervise' },
  },
  states: {
    open: {
      after: {
        minute: [
          {
            guard: 'isSweep',
            target: 'open',
            reenter: true,
            actions: ['age', 'prune', 'revive', 'notifySwept'],
          },
          { target: 'open', reenter: true, actions: ['age', 'revive'] },
        ],
      },
    },
  },
});

export type ScreensActor = ActorRefFrom<typeof screensMachine>;

function isWanted({ mounts }: Context, id: string): boolean {
  return ALWAYS.includes(id) || (mounts[id]?.views ?? 0) > 0;
}

function without(mounts: Context['mounts'], id: string): Context['mounts'] {
  return Object.fromEntries(Object.entries(mounts).filter(([key]) => key !== id));
}
