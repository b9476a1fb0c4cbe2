import {
  type CallbackActorLogic,
  createActor,
  type EventObject,
  fromCallback,
  sendTo,
  setup,
  SimulatedClock,
} from 'xstate';
import { openRelayClient } from '../../../src/adapters/connection/relays/relay-client.ts';
import {
  openPeerClients,
  type PeerClients,
} from '../../../src/adapters/connection/relays/peer-connection.ts';
import { relaySocket } from '../../../src/adapters/connection/relays/relay-socket.ts';
import { openRelaySockets } from '../../../src/adapters/connection/relays/relay-worker-sockets.ts';
import { nowSeconds } from '../../../src/adapters/core/now.ts';
import type { SocketOpener } from '../../../src/adapters/connection/web-socket.ts';
import { checkPure } from '../../../src/events/nostr/verify-pure.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import { peerConnectionsMachine } from '../../../src/machines/connection/peer-connections.machine.ts';
import { relayMachine } from '../../../src/machines/connection/relay.machine.ts';
import { relayPoolMachine } from '../../../src/machines/connection/relay-pool.machine.ts';
import type {
  PeerAnswer,
  PeerEvent,
  RelayCommand,
} from '../../../src/machines/connection/relay-protocol.ts';
import { fakeBus } from './fake-bus.ts';

type SocketPort = CallbackActorLogic<RelayCommand, { url: string }>;

/** The relay machine over sockets of the test, with the code of the worker in this thread. */
export function relayOver(openSocket: SocketOpener, now = nowSeconds): typeof relayMachine {
  const client = openRelayClient((report) => {
    const inside = openRelaySockets(
      { openSocket, verify: () => verifyWith(checkPure), now, later: queueMicrotask },
      report,
    );
    return { post: inside.obey, end: () => undefined };
  });
  return relayMachine.provide({ actors: { socket: relaySocket(client) } });
}

/** The peer connections of the relay pool over these sockets. */
export function peersOver(
  openSocket: SocketOpener,
  now = nowSeconds,
): typeof peerConnectionsMachine {
  return peerConnectionsMachine.provide({ actors: { relay: relayOver(openSocket, now) } });
}

/** The relay pool with that port of sockets. Peer connections use it, too. */
export function poolOver(socket: SocketPort): typeof relayPoolMachine {
  const relay = relayMachine.provide({ actors: { socket } });
  const peers = peerConnectionsMachine.provide({ actors: { relay } });
  return relayPoolMachine.provide({ actors: { relay, peers } });
}

/** Peer connections for code that is tested without its port. */
export function startPeers(openSocket: SocketOpener) {
  const clock = new SimulatedClock();
  const opened: PeerClients[] = [];
  const port = fromCallback<PeerAnswer | EventObject>(({ self, sendBack, receive }) => {
    const peers = openPeerClients(self, sendBack);
    receive((event) => void peers.take(event));
    opened.push(peers);
  });
  const host = setup({
    types: { events: {} as PeerEvent },
    actors: { port, peers: peersOver(openSocket) },
  }).createMachine({
    invoke: [
      { id: 'peers', src: 'peers', input: { bus: fakeBus().bus } },
      { id: 'port', src: 'port' },
    ],
    on: { 'peer.*': { actions: sendTo('peers', ({ event }) => event) } },
  });
  const actor = createActor(host, { clock }).start();
  const [peers] = opened;
  if (!peers) throw new Error('the port was not started');
  return { peers, clock, actor, relays: actor.getSnapshot().children['peers'] };
}
