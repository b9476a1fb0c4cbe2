import { type ActorRefFrom, type AnyActorRef, enqueueActions, sendParent, setup, spawnChild } from 'xstate';
import { profileMachine } from '../account/profile.machine.ts';
import type { FeedEntry } from '../../events/connection/claims.ts';
import type { Hub } from '../connection/hub.ts';
import { feedListMachine } from '../reading/feed-list.machine.ts';
import { type FeedInput, feedMachine } from '../reading/feed.machine.ts';
import { statsMachine } from '../reading/stats.machine.ts';
import { type ThreadInput, threadMachine } from '../reading/thread.machine.ts';

/** What a mounted view needs. The key names the actor: views of one key share it, and going back finds it again (ROUTE-23). */
export type ScreenOrder =
  | { readonly kind: 'feed'; readonly key: `feed:${string}`; readonly input: Omit<FeedInput, 'hub' | 'viewer'> }
  | { readonly kind: 'thread'; readonly key: `thread:${string}`; readonly input: Omit<ThreadInput, 'hub' | 'viewer'> }
  | { readonly kind: 'stats'; readonly key: 'stats' };

export type ScreensEvent =
  | { type: 'screen.opened'; order: ScreenOrder }
  | { type: 'screen.closed'; key: string }
  | { type: 'screens.reconnected' }
  | { type: 'screens.lost'; id: 'profile' | 'feeds' };

/** Told to the parent after a sweep, so that the read model can let go of what nobody shows. */
export type ScreensNews = { type: 'screens.swept' };

interface Mount {
  readonly views: number;
  /** Whole minutes since the last view left. */
  readonly idle: number;
}

/** ROUTE-21: pruned after 3 minutes unused, swept every 5 minutes. */
const KEPT_MINUTES = 3;
const SWEEP_MINUTES = 5;

export interface ScreensInput {
  readonly hub: Hub;
  /** Whose eyes: the account's key, or the visitors' default (FEED-08). */
  readonly viewer: string;
  readonly homeFeeds: readonly FeedEntry[];
}

interface Context extends ScreensInput {
  readonly mounts: Readonly<Record<string, Mount>>;
  readonly minutes: number;
}

/** Starts the actors that mounted views need, and buries those that are long unused. */
export const screensMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ScreensEvent,
    input: {} as ScreensInput,
    children: {} as {
      profile: 'profile';
      feeds: 'feedList';
      stats: 'stats';
      [feed: `feed:${string}`]: 'feed';
      [thread: `thread:${string}`]: 'thread';
    },
  },
  actors: { feed: feedMachine, thread: threadMachine, profile: profileMachine, feedList: feedListMachine, stats: statsMachine },
  guards: { isSweep: ({ context }) => (context.minutes + 1) % SWEEP_MINUTES === 0 },
  delays: { minute: 60_000 },
  actions: {
    open: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'screen.opened') return;
      const { order } = event;
      const { key } = order;
      const { hub, viewer } = context;
      const views = (context.mounts[key]?.views ?? 0) + 1;
      enqueue.assign({ mounts: { ...context.mounts, [key]: { views, idle: 0 } } });
      const child = childrenOf(self.getSnapshot())[key];
      if (child) enqueue.sendTo(child, { type: 'screen.shown' });
      else if (order.kind === 'feed') enqueue.spawnChild('feed', { id: order.key, input: { ...order.input, hub, viewer } });
      else if (order.kind === 'thread') enqueue.spawnChild('thread', { id: order.key, input: { ...order.input, hub, viewer } });
      else enqueue.spawnChild('stats', { id: order.key, input: { hub } });
    }),
    close: enqueueActions(({ context, event, enqueue, self }) => {
      if (event.type !== 'screen.closed') return;
      const mount = context.mounts[event.key];
      if (!mount) return;
      const views = Math.max(0, mount.views - 1);
      enqueue.assign({ mounts: { ...context.mounts, [event.key]: { views, idle: 0 } } });
      const child = childrenOf(self.getSnapshot())[event.key];
      if (child && views === 0) enqueue.sendTo(child, { type: 'screen.hidden' });
    }),
    age: enqueueActions(({ context, enqueue }) => {
      const aged = Object.entries(context.mounts).map(([key, mount]) => [
        key,
        mount.views > 0 ? mount : { ...mount, idle: mount.idle + 1 },
      ]);
      enqueue.assign({ mounts: Object.fromEntries(aged), minutes: context.minutes + 1 });
    }),
    prune: enqueueActions(({ context, enqueue }) => {
      const old = Object.keys(context.mounts).filter((key) => (context.mounts[key]?.idle ?? 0) >= KEPT_MINUTES);
      for (const key of old) enqueue.stopChild(key);
      enqueue.assign({ mounts: Object.fromEntries(Object.entries(context.mounts).filter(([key]) => !old.includes(key))) });
    }),
    tellSwept: sendParent({ type: 'screens.swept' } satisfies ScreensNews),
    /** Whoever gave up while the connection was gone tries again by itself. */
    wake: enqueueActions(({ context, enqueue, self }) => {
      const children = childrenOf(self.getSnapshot());
      if (children['feeds']) enqueue.sendTo('feeds', { type: 'screen.shown' });
      for (const [key, mount] of Object.entries(context.mounts)) {
        const child = children[key];
        if (child && mount.views > 0) enqueue.sendTo(child, { type: 'screen.shown' });
      }
    }),
    showProfile: spawnChild('profile', { id: 'profile', input: ({ context: { hub, viewer } }) => ({ hub, viewer }) }),
    listFeeds: spawnChild('feedList', { id: 'feeds', input: ({ context: { hub, homeFeeds } }) => ({ hub, defaults: homeFeeds }) }),
    /** A screen that crashed is gone; opening it again starts it anew. The profile and the list of feeds are always there. */
    bury: enqueueActions(({ context, event, enqueue }) => {
      const id = 'actorId' in event ? String(event.actorId) : '';
      enqueue.stopChild(id);
      enqueue.assign({ mounts: Object.fromEntries(Object.entries(context.mounts).filter(([key]) => key !== id)) });
      if (id === 'profile' || id === 'feeds') enqueue.raise({ type: 'screens.lost', id });
    }),
  },
}).createMachine({
  id: 'screens',
  context: ({ input }) => ({ ...input, mounts: {}, minutes: 0 }),
  entry: ['showProfile', 'listFeeds'],
  initial: 'open',
  on: {
    'screen.opened': { actions: 'open' },
    'screen.closed': { actions: 'close' },
    'screens.reconnected': { actions: 'wake' },
    'screens.lost': [{ guard: ({ event }) => event.id === 'profile', actions: 'showProfile' }, { actions: 'listFeeds' }],
    'xstate.error.actor.*': { actions: 'bury' },
  },
  states: {
    open: {
      after: {
        minute: [
          { guard: 'isSweep', target: 'open', reenter: true, actions: ['age', 'prune', 'tellSwept'] },
          { target: 'open', reenter: true, actions: 'age' },
        ],
      },
    },
  },
});

export type ScreensActor = ActorRefFrom<typeof screensMachine>;

function childrenOf(snapshot: { readonly children: object }): Readonly<Record<string, AnyActorRef | undefined>> {
  return { ...snapshot.children };
}
