import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { LIMITS } from '../relay/limits.ts';
import { addressOfRequest, type IsProxy, openConnectionSlots } from './client-address.ts';
import type { Held, InFlight } from './in-flight.ts';

/**
 * Returns the handler for a socket by its path. `from`: the network address, as normalized by
 * `addressOf`.
 */
export type Serve = (
  path: string,
) => ((socket: WebSocket, from: string) => CloseGracefully | undefined) | undefined;

/** Answers pending requests, accepts no new ones, and announces the end. */
type CloseGracefully = () => Promise<void>;

/** `opened` is called for each socket and returns a function for its end. */
interface Callers {
  readonly opened: () => () => void;
  readonly isProxy: IsProxy;
  readonly inFlight: InFlight;
}

const ALIVE_EVERY_MS = 45_000;
const GOODBYE_MS = 500;
/**
 * Extra bytes, so that a slightly oversized message gets an error. A larger one closes its
 * connection.
 */
const SOME_MORE = 1024 * 1024;

/**
 * Accept WebSockets on the HTTP server's port. `serve` resolves when the service is ready. Returns
 * a function that closes them all, after a bounded wait for pending responses.
 */
export function openSockets(
  server: Server,
  serve: Promise<Serve>,
  { opened, isProxy, inFlight }: Callers,
): (timeout: number) => Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.message + SOME_MORE,
    perMessageDeflate: false,
  });
  const alive = new WeakSet<WebSocket>();
  const farewells = new WeakMap<WebSocket, CloseGracefully>();
  const places = openConnectionSlots();
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
      // A client that did not answer the last ping is gone.
      if (!alive.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, ALIVE_EVERY_MS);
  beat.unref();
  return async (timeout) => {
    clearInterval(beat);
    const answered = Promise.all(
      [...sockets.clients].map(async (socket) => farewells.get(socket)?.()),
    );
    await Promise.race([answered, sleep(timeout, undefined, { ref: false })]);
    const closing = [...sockets.clients].map((socket) => closed(socket));
    sockets.close();
    await Promise.all(closing);
  };
}

/** Close a socket whose unfinished message exceeds the limit. */
function bound(socket: WebSocket, stream: Duplex, held: Held): void {
  // Runs before the socket reads the data.
  stream.prependListener('data', ({ length }: Buffer) => {
    if (!held.add(length)) socket.terminate();
  });
  socket.on('message', () => held.release());
  socket.on('close', () => held.release());
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
}

/** Close a socket. A client that does not respond in time is disconnected. */
async function closed(socket: WebSocket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const last = setTimeout(() => socket.terminate(), GOODBYE_MS);
  socket.on('close', () => resolve());
  socket.close(1001, 'the service ends');
  await promise;
  clearTimeout(last);
}
