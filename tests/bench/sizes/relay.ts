import { once } from 'node:events';
import { WebSocket, WebSocketServer } from 'ws';
import { openBackpressure } from '../../../service/http/backpressure.ts';
import { openGuard } from '../../../service/relay/enforce-policy.ts';
import { openIntake } from '../../../service/relay/event-intake.ts';
import { POLICY } from '../../../service/relay/policy.ts';
import { openRelay } from '../../../service/relay/relay.ts';
import type { Store } from '../../../service/store/store.ts';
import type { EventVerifier } from '../../../service/verify.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { Subjects } from './screen-queries.ts';

const UNCOUNTED = { events: Infinity, bytes: Infinity };
const CLIENTS = 8;
const ASKED = 2_000;

/**
 * Speed of the relay over a store. Messages are sent as clients send them: one at a time, or one
 * after another.
 */
export interface RelaySpeed {
  /** Events that were sent, verified, stored and acknowledged. */
  readonly insertsPerSecond: number;
  readonly reqsPerSecond: number;
}

/** Send events, then requests by eight clients whose sockets are in this process, too. */
export async function timeRelay(
  store: Store,
  gate: EventVerifier,
  events: readonly SignedEvent[],
  subjects: Subjects,
): Promise<RelaySpeed> {
  const guard = openGuard(store, { ...POLICY, account: UNCOUNTED, address: UNCOUNTED });
  const intake = openIntake({ store, gate, guard, told: () => undefined });
  const relay = openRelay({
    backlog: openBackpressure(),
    store,
    intake,
    gate,
    own: 'ws://127.0.0.1/',
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => relay.serve(socket, ''));
  await once(server, 'listening');
  const address = server.address();
  const url = `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  try {
    const insertsPerSecond = await speed(
      url,
      'OK',
      events.map((event) => ['EVENT', event]),
      50,
    );
    const reqsPerSecond = await speed(
      url,
      'EOSE',
      Array.from({ length: ASKED }, (_, n) => ['REQ', `${n % 50}`, filterOf(subjects, n)]),
      1,
    );
    return { insertsPerSecond, reqsPerSecond };
  } finally {
    for (const client of server.clients) client.terminate();
    server.close();
    await intake.close();
    relay.close();
  }
}

/** A typical client filter: notes of some accounts, replies, profiles, single events. */
function filterOf({ accounts, threads }: Subjects, n: number): object {
  const some = Array.from({ length: 20 }, (_, k) => accounts[(n * 7 + k * 3) % accounts.length]);
  const id = threads[n % threads.length];
  const asked = [
    { kinds: [KIND.Text, KIND.Repost], authors: some, limit: 20 },
    { kinds: [KIND.Text, KIND.Reaction, KIND.Zap], '#e': [id], limit: 50 },
    { kinds: [KIND.Metadata], authors: some },
    { ids: [id] },
  ];
  return asked[n % asked.length] ?? {};
}

/**
 * Return messages per second, from the first sent to the last answered. `open`: unanswered messages
 * per client.
 */
async function speed(
  url: string,
  answered: string,
  messages: readonly unknown[],
  open: number,
): Promise<number> {
  const waiting = messages.map((message) => JSON.stringify(message));
  const total = waiting.length;
  const started = performance.now();
  const clients = Array.from({ length: CLIENTS }, async () => {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    let unanswered = 0;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const send = () => {
      for (; unanswered < open && waiting.length > 0; unanswered++)
        socket.send(waiting.shift() ?? '');
      if (unanswered === 0) resolve();
    };
    socket.on('message', (data: Buffer) => {
      const start = data.subarray(0, 16).toString();
      if (start.startsWith('["CLOSED"') || start.startsWith('["NOTICE"'))
        reject(new Error(data.toString()));
      if (!start.startsWith(`["${answered}"`)) return;
      unanswered--;
      send();
    });
    send();
    await promise;
    socket.terminate();
  });
  await Promise.all(clients);
  return total / ((performance.now() - started) / 1_000);
}
