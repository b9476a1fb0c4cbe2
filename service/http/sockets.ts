import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../relay/limits.ts';
import { addressOfRequest, type IsProxy, openPlaces } from './client-address.ts';
import type { Held, InFlight } from './in-flight.ts';

/** Who serves a socket, by the path it was opened at; `from`: the address it comes from, as `addressOf` counts them. */
export type Serve = (path: string) => ((socket: WebSocket, from: string) => Farewell | undefined) | undefined;

/** Answers what was asked of it and must not be lost, takes nothing more, and says that it ends. */
type Farewell = () => Promise<void>;

/** `opened` is told of each socket and gives whom to tell of its end. */
interface Callers {
  readonly opened: () => () => void;
  readonly isProxy: IsProxy;
  readonly inFlight: InFlight;
}

const ALIVE_EVERY_MS = 45_000;
const GOODBYE_MS = 500;
/** Room to say what is wrong with a message that is a little too large; one that is larger ends its connection. Bytes. */
const SOME_MORE = 1024 * 1024;

/**
 * Takes WebSockets on the HTTP server's port; `serve` arrives when the service is ready. Returns the way to close them all, which waits
 * some milliseconds at most for what is still to be answered.
 */
export function openSockets(
  server: Server,
  serve: Promise<Serve>,
  { opened, isProxy, inFlight }: Callers,
): (patience: number) => Promise<void> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LIMITS.message + SOME_MORE, perMessageDeflate: false });
  const alive = new WeakSet<WebSocket>();
  const farewells = new WeakMap<WebSocket, Farewell>();
  const places = openPlaces();
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    serve
      .then((find) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        const accept = find(path);
        if (!accept) return refuse(stream, '404 Not Found');
        const from = addressOfRequest(request, isProxy);
        const leave = places.take(from);
        if (!leave) return refuse(stream, '429 Too Many Requests');
        stream.on('close', leave);
        return sockets.handleUpgrade(request, stream, head, (socket) => {
          alive.add(socket);
          bound(socket, stream, inFlight.begin(from));
          socket.on('close', opened());
          socket.on('pong', () => alive.add(socket));
          const farewell = accept(socket, from);
          if (farewell) farewells.set(socket, farewell);
        });
      })
      .catch(() => stream.destroy());
  });
  const beat = setInterval(() => {
    for (const socket of sockets.clients) {
      // whoever did not answer the last ping is gone without a word
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, ALIVE_EVERY_MS);
  beat.unref();
  return async (patience) => {
    clearInterval(beat);
    const answered = Promise.all([...sockets.clients].map(async (socket) => farewells.get(socket)?.()));
    await Promise.race([answered, sleep(patience, undefined, { ref: false })]);
    const closing = [...sockets.clients].map((socket) => closed(socket));
    sockets.close();
    await Promise.all(closing);
  };
}

/** Ends a socket whose message has no room before it is whole. */
function bound(socket: WebSocket, stream: Duplex, held: Held): void {
  // before the socket reads it
  stream.prependListener('data', ({ length }: Buffer) => {
    if (!held.add(length)) socket.terminate();
  });
  socket.on('message', () => held.release());
  socket.on('close', () => held.release());
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}

/** Says goodbye; whoever does not answer in time is cut off. */
async function closed(socket: WebSocket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.on('close', () => resolve());
  socket.close(1001, 'the service ends');
  await promise;
  clearTimeout(last);
}
