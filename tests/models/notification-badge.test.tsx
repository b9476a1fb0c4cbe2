// @vitest-environment jsdom
import { act } from '@testing-library/react';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { beforeAll, vi } from 'vitest';
import type { CacheResponse } from '../../src/machines/core/bus.ts';
import type { Notification } from '../../src/events/notifications/notification.ts';
import { inSeconds, type Seconds, seconds } from '../../src/events/core/time.ts';
import {
  notificationsMachine,
  type TabsCommand,
  type TabsSignal,
} from '../../src/machines/notifications/notifications.machine.ts';
import { A } from '../support/account/session-world.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import { fakePromises } from '../support/machines/fake-promises.ts';
import { planted } from '../support/machines/planted.ts';
import { counts, likes, seenUntil } from '../support/notifications/notification-samples.ts';
import { fetchViews, renderedAccount } from '../support/views/rendered-account.tsx';
import { actorAt, endQuestion } from '../support/views/rendered-app.tsx';
import { button, main, type Played, testRenderedTrips } from '../support/views/rendered-trips.ts';

const [PATH, ELSEWHERE] = ['/notifications', '/help'];
/** Dates of the notifications: two of the past, and one that arrives after the list was seen. */
const OLD = [9, 8];
const LATER = Math.ceil(Date.now() / 1_000) + 3_600;

type Context = AnyMachineSnapshot['context'];
const isBefore = (at: Seconds | undefined, time: number) =>
  at === undefined || inSeconds(at) < time;
/** Return the dates that the service counts since the marker. */
const newOf = ({ seen }: Context) => (isBefore(seen, 9) ? OLD : [LATER]);
const kindOf = (at: Seconds | undefined) =>
  at === undefined ? 'none' : inSeconds(at) < 10 ? inSeconds(at) : 'now';

const keyOf = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify([
    value,
    context.total,
    kindOf(context.seen),
    context.looked !== undefined,
    context.news.map(({ at }: Notification) => kindOf(at)),
    kindOf(context.boundary),
  ]);

const done = (id: string, outputs: Readonly<Record<string, unknown>>): AnyEventObject[] =>
  Object.entries(outputs).map(([play, output]) => ({
    type: `xstate.done.actor.${id}`,
    output,
    play,
  }));
const timeout = { ok: false, reason: 'timeout', text: '' };
const ok = (answer: CacheResponse) => ({ ok: true, answer });

/**
 * The regions run at the same time. Here one moves at a time: first the marker, then the list of
 * news, then the mark, then the election. All orders would be thousands of states.
 */
function moves({ value }: AnyMachineSnapshot): RegExp {
  if (value.seen !== 'known') return /\.seen\b/;
  // a tab that does not lead waits until it does
  if (value.counts === 'standing') return /leadership/;
  if (value.counts === 'asleep') return /wake/;
  if (value.news === 'soon' || value.news === 'asking') return /\.news\b/;
  if (value.news === 'unknown') return /\.news\b|^stream/;
  if (value.mark === 'pausing') return /\.mark\b|left$/;
  if (value.mark === 'writing' || value.mark === 'signing') return /\.mark$/;
  return /./;
}

function allows(snapshot: AnyMachineSnapshot, { type, ...event }: AnyEventObject): boolean {
  const { value, context } = snapshot;
  const isHere = context.boundary !== undefined;
  if (!moves(snapshot).test(type)) return false;
  const isQuiet = value.news === 'idle' && value.mark === 'idle' && !isHere;
  switch (type) {
    case 'account.wakeChanged':
      return isQuiet && (value.counts === 'asleep') === event['on'];
    case 'tabs.leadershipChanged':
      return isQuiet && event['leading'] !== context.isLeading;
    case 'xstate.done.actor.news':
      // while the list is open, the service answers
      return event['play'] === 'some' || (value.mark === 'idle' && !isHere);
    case 'notifications.opened':
      return !isHere && context.seen !== undefined;
    case 'notifications.left':
    case 'notifications.mark':
      return isHere;
    case 'notifications.messages':
    case 'notifications.judged':
    case 'notifications.expected':
    case 'notifications.reread':
    case 'notifications.load':
    case 'tabs.received':
    case 'tabs.requested':
    case 'tabs.opened':
      return false;
    default:
      return !type.startsWith('xstate.error');
  }
}

const graph = explore(notificationsMachine, {
  input: { account: A, bus: nobody as never, signer: nobody as never, isLocal: false },
  samples: {
    'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
    'tabs.leadershipChanged': [true, false].map((leading) => ({
      type: 'tabs.leadershipChanged',
      leading,
    })),
    'stream.partReceived': ({ context }) =>
      [0, newOf(context).length].map((count) => ({
        type: 'stream.partReceived',
        answer: counts(A, count),
      })),
    'notifications.opened': [
      { type: 'notifications.opened', now: seconds(LATER - 3_600), visit: 'one' },
    ],
    'notifications.left': [{ type: 'notifications.left', visit: 'other' }],
    'notifications.mark': [{ type: 'notifications.mark', now: seconds(LATER - 3_600) }],
    'xstate.done.actor.seen': done('seen', { some: ok(seenUntil(5)), timeout }),
    'xstate.done.actor.news': ({ context }) => {
      const dates = newOf(context);
      return done('news', { some: ok(likes(A, ...dates)), timeout }).map((one) => ({
        ...one,
        dates,
      }));
    },
    'xstate.done.actor.mark': done('mark', {
      marked: ok(likes(A)),
      unsigned: { ok: false, reason: 'unsigned', text: '' },
    }),
  },
  key: keyOf,
  allows,
});
async function open(notifications = notificationsMachine) {
  const tabs = fakePort<TabsCommand, { readonly account: string }, TabsSignal>();
  const promises = fakePromises();
  const machine = notifications.provide({
    actors: { tabs: tabs.logic, signedRequest: promises.port('mark') as never },
  });
  const world = await renderedAccount(ELSEWHERE, { machines: { notifications: machine } });
  // the numbers of the navigation are counted by code that loads last
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  return { ...world, tabs, promises, items: { known: OLD } };
}
type World = Awaited<ReturnType<typeof open>>;

const notificationsOf = (world: World) => actorAt(world.scope(), 'notifications');
const listOf = ({ app }: World) => actorAt(app, 'screens', 'notifications:all');

async function play(world: World, event: Played): Promise<void> {
  const { app, click, items, promises, settle, socket, tabs } = world;
  const child = /^xstate\.done\.actor\.(seen|news)$/.exec(event.type)?.[1];
  if (child) {
    const { output } = event;
    if (output.ok && child === 'news')
      items.known = [...new Set([...event['dates'], ...items.known])];
    return settle(() =>
      endQuestion(
        world,
        actorAt(notificationsOf(world), child),
        output.ok ? { how: 'end', arrival: { claims: output.answer.claims } } : { how: 'timeout' },
      ),
    );
  }
  switch (event.type) {
    case 'account.wakeChanged':
      await settle(() =>
        app.send({ type: event['on'] ? 'activity.wakeStarted' : 'activity.slept' }),
      );
      return event['on'] ? settle(() => socket.connect()) : undefined;
    case 'tabs.leadershipChanged':
      return settle(() =>
        tabs.report({ type: event.type, leading: event['leading'] } as TabsSignal),
      );
    case 'xstate.done.actor.mark':
      return settle(() => void promises.answer(event['output']));
    case 'notifications.opened':
      await click(linkTo(PATH));
      return showList(world);
    case 'notifications.left':
      return click(linkTo(ELSEWHERE));
    case 'notifications.mark': {
      const pressed = button('Mark all as seen');
      return pressed && click(pressed);
    }
    default:
      return settle(() => notificationsOf(world).send({ ...event }));
  }
}

const linkTo = (path: string): Element => {
  const found = document.querySelector(`a[href="${path}"]`);
  if (!found) throw new Error(`no link to ${path}`);
  return found;
};

/** Answer the first page of the list. The list of an earlier visit has it already. */
async function showList(world: World): Promise<void> {
  const list = listOf(world);
  if (!list.getSnapshot().hasTag('loading')) return;
  const { claims } = likes(A, ...world.items.known);
  await world.settle(() =>
    endQuestion(world, actorAt(list, 'page'), { how: 'end', arrival: { claims } }),
  );
}

function shown() {
  const badge = document.querySelector(`nav a[href="${PATH}"]`)?.textContent;
  if (window.location.pathname !== PATH) return { badge };
  return {
    badge,
    all: main().querySelector('[role=tab]')?.textContent,
    isOwed: main().textContent.includes('Not yet marked as read elsewhere'),
    mark: button('Mark all as seen')
      ? 'offered'
      : button('Waiting for your signer')
        ? 'waiting'
        : '',
  };
}

/**
 * NOTIF-04: the navigation shows the number of new notifications. NOTIF-05: the list counts the
 * notifications that were new when it opened. It says if the service does not know yet that they
 * were seen.
 */
function due(snapshot: AnyMachineSnapshot, world: World): ReturnType<typeof shown> {
  const { unread, boundary, seen }: Context = snapshot.context;
  const badge = `Notifications${unread || ''}`;
  if (boundary === undefined) return { badge };
  const list: readonly Notification[] = listOf(world).getSnapshot().context.list;
  const fresh = list.filter(({ at }) => at > (boundary ?? seen)).length;
  return {
    badge,
    // older ones may be new, too
    all: `All${fresh || ''}${fresh > 0 && fresh === list.length ? '+' : ''}`,
    isOwed: snapshot.hasTag('owed'),
    mark: snapshot.hasTag('marking') ? 'waiting' : 'offered',
  };
}

/** A badge that stays after the list was seen (planted). */
const sticky = planted(notificationsMachine, (config) => {
  const { writing } = config['states']?.['mark']?.['states'] ?? {};
  if (writing?.['invoke']) writing['invoke']['onDone'] = 'idle' as never;
});

beforeAll(async () => {
  await fetchViews(PATH, ELSEWHERE);
  await import('../../src/views/app/Background.tsx');
});

testRenderedTrips(
  {
    name: 'new notifications',
    graph,
    keyOf,
    open: () => open(),
    actor: (world: World): AnyActorRef => notificationsOf(world),
    play,
    shown,
    due,
    each: 24,
  },
  { name: 'a badge that sticks', open: () => open(sticky), fails: /done.actor.mark marked/ },
);
