// @vitest-environment jsdom
import { act } from '@testing-library/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { beforeAll, vi } from 'vitest';
import type { Claim } from '../../src/events/connection/claims.ts';
import { RESULT } from '../../src/events/nostr/kinds.ts';
import { streamMachine } from '../../src/machines/connection/stream.machine.ts';
import { unreadMachine } from '../../src/machines/messages/unread.machine.ts';
import { elapse } from '../support/machines/clock.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { breakable, breakNow, planted } from '../support/machines/planted.ts';
import { A } from '../support/account/session-world.ts';
import { actorAt } from '../support/views/rendered-app.tsx';
import { fetchViews, renderedAccount } from '../support/views/rendered-account.tsx';
import { type Played, testRenderedTrips } from '../support/views/rendered-trips.ts';

const PATH = '/help';
/** Counts that the service sends. */
const COUNTS = [0, 3, 120];

const keyOf = ({ value, context }: AnyMachineSnapshot) => JSON.stringify([value, context.count]);
const counted = (count: number): Claim[] => [
  { claim: 'other', kind: RESULT.MessageStats, content: { cnt: count } },
];

const graph = explore(unreadMachine, {
  input: { account: A, bus: nobody as never, scope: nobody as never },
  samples: {
    'stream.partReceived': COUNTS.map((count) => ({
      type: 'stream.partReceived',
      answer: { events: [], referenced: [], claims: counted(count) },
      count,
    })),
    'account.wakeChanged': [true, false].map((on) => ({ type: 'account.wakeChanged', on })),
    'xstate.error.actor.count': [{ type: 'xstate.error.actor.count', error: new Error('x') }],
  },
  key: keyOf,
  // each change reaches the account once
  allows: (snapshot, event) =>
    event.type !== 'account.wakeChanged' || snapshot.matches('asleep') === event['on'],
});

async function open(unread = unreadMachine) {
  const stream = breakable(streamMachine);
  const machines = { unread: unread.provide({ actors: { stream } }) };
  const world = await renderedAccount(PATH, { machines });
  // the numbers of the navigation are counted by code that loads last
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  return { ...world, unread: () => actorAt(world.scope(), 'unread') };
}
type World = Awaited<ReturnType<typeof open>>;

async function play(world: World, event: Played): Promise<void> {
  const { app, answer, settle, socket, unread } = world;
  await settle(() => {
    if (event.type === 'stream.partReceived')
      answer('directmsg_count', { claims: counted(event['count']), ended: false });
    else if (event.type === 'account.wakeChanged')
      app.send({ type: event['on'] ? 'activity.wakeStarted' : 'activity.slept' });
    else if (event.type === 'xstate.error.actor.count') breakNow(actorAt(unread(), 'count'));
    else pass(world);
  });
  if (event['on'] === true) await settle(() => socket.connect());
}

/** Let time pass until the next change. */
function pass({ clock, unread }: World): void {
  const before = keyOf(unread().getSnapshot());
  for (let left = 15_100; left > 0 && keyOf(unread().getSnapshot()) === before; left -= 100)
    elapse(clock, 100);
}

const shown = () =>
  [...document.querySelectorAll('nav a[href="/dms"]')].map(({ textContent }) => textContent)[0];

/**
 * ROUTE-19: the last count stays in sight while its stream rests, or the user is away. A message
 * counts once its sender is known, or cannot be known.
 */
function due({ context }: AnyMachineSnapshot, world: World): string {
  const { tally } = world.features().unreadBySender?.getSnapshot().context ?? {};
  const count = Math.min(context.count ?? 0, tally?.total ?? Infinity);
  return `Messages${count > 99 ? '99+' : count || ''}`;
}

/** A count that no longer arrives after the user was away (planted). */
const sleeping = planted(unreadMachine, ({ on }) => {
  if (on?.['account.wakeChanged']) on['account.wakeChanged'] = '.asleep' as never;
});

beforeAll(async () => {
  await fetchViews(PATH);
  await import('../../src/views/app/Background.tsx');
});

testRenderedTrips(
  {
    name: 'unread messages',
    graph,
    keyOf,
    open: () => open(),
    actor: (world: World): AnyActorRef => world.unread(),
    play,
    shown,
    due,
  },
  { name: 'a count that sleeps on', open: () => open(sleeping), fails: /wakeChanged/ },
);
