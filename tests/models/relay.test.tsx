// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { relayKey } from '../../src/events/core/url.ts';
import { pressed } from '../../src/events/nostr/ours.ts';
import { peerConnectionsMachine } from '../../src/machines/connection/peer-connections.machine.ts';
import { relayMachine } from '../../src/machines/connection/relay.machine.ts';
import { relayPoolMachine } from '../../src/machines/connection/relay-pool.machine.ts';
import type { RelayCommand, RelaySignal } from '../../src/machines/connection/relay-protocol.ts';
import {
  networkMachine,
  type ProxyCommand,
  type ProxySignal,
} from '../../src/machines/settings/network.machine.ts';
import { NetworkRelay } from '../../src/views/settings/network/NetworkRelay.tsx';
import { AppProvider } from '../../src/views/ui/hooks/app-context.ts';
import { runningAccount } from '../support/account/account-screen.tsx';
import { verified } from '../support/connection/fake-cache.ts';
import { elapse } from '../support/machines/clock.ts';
import { explore, nobody } from '../support/machines/explore.ts';
import { fakePort } from '../support/machines/fake-port.ts';
import { planted } from '../support/machines/planted.ts';
import { type Played, testRenderedTrips } from '../support/views/rendered-trips.ts';

const ME = 'a'.repeat(64);
const URL = 'wss://harbour.example';
/** Milliseconds. No delay of the lifecycle is longer. */
const LONGEST = 60_100;
const STEP = 100;

/** The lifecycle of a connection. Requests and proofs of identity have their own tests. */
const LIFECYCLE = new Set([
  'socket.opened',
  'socket.closed',
  'relay.suspend',
  'relay.resume',
  'relay.retry',
  'relay.setOnline',
]);

const keyOf = ({ value, context }: AnyMachineSnapshot) =>
  JSON.stringify([value, context.retries, context.fault?.code]);

const graph = explore(relayMachine, {
  input: {
    url: pressed(URL),
    signer: nobody as never,
    account: ME,
    seed: 0.5,
    rule: 'never',
    suspended: false,
  },
  samples: { 'socket.closed': [{ type: 'socket.closed', reason: 'closed' }] },
  key: keyOf,
  allows: (snapshot, { type }) =>
    (LIFECYCLE.has(type) || /after\.(openTimeout|backoff|stable)/.test(type)) &&
    // the account suspends and resumes all of its relays together
    (snapshot.matches('suspended') ? type === 'relay.resume' : type !== 'relay.resume'),
});

/** An account with one relay, and the row of that relay in the settings. */
async function open(relay = relayMachine) {
  const sockets = fakePort<RelayCommand, { url: string }, RelaySignal>();
  const played = relay.provide({ actors: { socket: sockets.logic } });
  const peers = peerConnectionsMachine.provide({ actors: { relay: played } });
  const relays = relayPoolMachine.provide({ actors: { relay: played, peers } });
  const net = fakePort<EventObject, undefined>();
  const proxy = fakePort<ProxyCommand, { account: string }, ProxySignal>();
  const network = networkMachine.provide({ actors: { online: net.logic, proxy: proxy.logic } });
  const fake = await runningAccount(ME, { relays, network });
  const list = { id: '1'.repeat(64), pubkey: ME, kind: KIND.RelayList, tags: [['r', URL]] };
  act(() => fake.answer('replaceable_event', { events: [verified(list)] }));
  const row = {
    url: URL,
    key: relayKey(URL),
    read: true,
    write: true,
    isBusy: false,
    isHeld: false,
    isNamed: true,
  };
  render(
    <AppProvider app={fake.app}>
      <NetworkRelay relay={row} onEdit={() => undefined} />
    </AppProvider>,
  );
  const actor = () => {
    const { relays: pool } = fake.features();
    const found = pool?.getSnapshot().children[`relay ${relayKey(URL)}`];
    if (!found) throw new Error('the account has no relay');
    return found;
  };
  return {
    ...fake,
    sockets,
    net,
    actor,
    click: async (element: Element) => act(() => void fireEvent.click(element)),
    /** Let time pass until the connection changes. */
    pass(): void {
      // a user who does nothing is away after five minutes
      fake.activity.say({ type: 'activity.seen' });
      const key = () => keyOf(actor().getSnapshot());
      const before = key();
      for (let left = LONGEST; left > 0 && key() === before; left -= STEP) elapse(fake.clock, STEP);
    },
    close() {
      cleanup();
      fake.app.stop();
    },
  };
}
type World = Awaited<ReturnType<typeof open>>;

const retry = () => document.querySelector('button[aria-label^="Try "]');

async function play(world: World, event: Played): Promise<void> {
  const { app, net, sockets } = world;
  const button = retry();
  if (event.type === 'relay.retry') return button ? world.click(button) : undefined;
  act(() => {
    if (event.type === 'socket.opened') sockets.report({ type: 'socket.opened' });
    else if (event.type === 'socket.closed')
      sockets.report({ type: 'socket.closed', reason: 'closed' });
    else if (event.type === 'relay.suspend') app.send({ type: 'activity.slept' });
    else if (event.type === 'relay.resume') app.send({ type: 'activity.wakeStarted' });
    else if (event.type === 'relay.setOnline') {
      net.report({ type: 'network.wentOffline' });
      net.report({ type: 'network.wentOnline' });
    } else world.pass();
  });
}

const shown = () => ({
  state: document.querySelectorAll('p')[1]?.textContent,
  canRetry: retry() !== null,
});

/** RELAY-03 RELAY-07: the words of each state; a connection that failed can be tried again. */
function due(snapshot: AnyMachineSnapshot): ReturnType<typeof shown> {
  const why = snapshot.context.fault?.code === 'relay.timedOut' ? 'timed out' : 'closed';
  const failed = (words: string) => ({
    state: `${words} · relay connection ${why}`,
    canRetry: true,
  });
  if (snapshot.hasTag('waiting')) return failed('Trying again soon');
  if (snapshot.hasTag('givenUp')) return failed('Gave up after 10 tries');
  const state = snapshot.hasTag('online')
    ? 'Online'
    : snapshot.hasTag('connecting')
      ? 'Connecting'
      : 'Paused while you are away';
  return { state, canRetry: false };
}

/** A relay that sleeps on after its user is back (planted). */
const asleep = planted(relayMachine, ({ states }) => {
  delete states?.['suspended']?.['on']?.['relay.resume'];
});

testRenderedTrips(
  {
    name: 'a relay: connecting, retries, sleep and waking',
    graph,
    keyOf,
    open: () => open(),
    actor: (world: World) => world.actor(),
    play,
    shown,
    due,
  },
  { name: 'a relay that sleeps on', open: () => open(asleep), fails: /relay\.resume/ },
);
