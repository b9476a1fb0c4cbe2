import { createActor, type EventObject, fromCallback, sendTo, setup, SimulatedClock } from 'xstate';
import { openRelayClient } from '../../../src/adapters/connection/relays/relay-client.ts';
import {
  openRelayLines,
  type RelayLines,
} from '../../../src/adapters/connection/relays/relay-line.ts';
import { relaySocket } from '../../../src/adapters/connection/relays/relay-socket.ts';
import { openRelaySockets } from '../../../src/adapters/connection/relays/relay-worker-sockets.ts';
import { nowSeconds } from '../../../src/adapters/core/now.ts';
import type { SocketOpener } from '../../../src/adapters/connection/web-socket.ts';
import { checkPure } from '../../../src/events/nostr/verify-pure.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';
import { relayLinesMachine } from '../../../src/machines/connection/relay-lines.machine.ts';
import { relayMachine } from '../../../src/machines/connection/relay.machine.ts';
import type { LineAnswer, LineEvent } from '../../../src/machines/connection/relay-protocol.ts';
import { fakeBus } from './fake-bus.ts';

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

/** The lines of the relay pool over these sockets. */
export function linesOver(openSocket: SocketOpener, now = nowSeconds): typeof relayLinesMachine {
  return relayLinesMachine.provide({ actors: { relay: relayOver(openSocket, now) } });
}

/** Lines for code that is tested without its port. */
export function startLines(openSocket: SocketOpener) {
  const clock = new SimulatedClock();
  const opened: RelayLines[] = [];
  const port = fromCallback<LineAnswer | EventObject>(({ self, sendBack, receive }) => {
    const lines = openRelayLines(self, sendBack);
    receive((event) => void lines.take(event));
    opened.push(lines);
  });
  const host = setup({
    types: { events: {} as LineEvent },
    actors: { port, lines: linesOver(openSocket) },
  }).createMachine({
    invoke: [
      { id: 'lines', src: 'lines', input: { bus: fakeBus().bus } },
      { id: 'port', src: 'port' },
    ],
    on: { 'line.*': { actions: sendTo('lines', ({ event }) => event) } },
  });
  const actor = createActor(host, { clock }).start();
  const [lines] = opened;
  if (!lines) throw new Error('the port was not started');
  return { lines, clock, actor, relays: actor.getSnapshot().children['lines'] };
}
