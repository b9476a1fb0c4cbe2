import { once } from 'node:events';
import { inflateSync } from 'node:zlib';
import { WebSocket, WebSocketServer } from 'ws';
import { serveCache } from '../../../service/cache/connection.ts';
import type { SendQueue } from '../../../service/http/backpressure.ts';
import type { CacheContext } from '../../../service/cache/cache-context.ts';

/** One frame as received: its array, and whether it was a compressed binary one. */
interface Frame {
  readonly packed: boolean;
  readonly frame: readonly unknown[];
}

/** A client of the caching service on a real socket. */
export interface CacheClient {
  /** Sends a value as JSON, or text and bytes as they are. */
  send(message: unknown): void;
  /** Wait until that many unread frames have arrived, and remove them. */
  take(count: number): Promise<readonly Frame[]>;
  /** All frames of a request, up to its EOSE. */
  request(id: string, verb: string, payload?: unknown): Promise<readonly Frame[]>;
  /** Settles when the service closes the socket. */
  readonly closed: Promise<void>;
  readonly socket: WebSocket;
}

/** Serve a caching service on a free port of this machine. `line`: sends the frames of a client. */
export async function listenCache(
  context: CacheContext,
  line: (socket: WebSocket) => SendQueue | undefined = () => undefined,
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, maxPayload: 16_000_000 });
  server.on('connection', (socket) => serveCache(socket, context, line(socket)));
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const clients: WebSocket[] = [];
  return {
    async connect(): Promise<CacheClient> {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`);
      clients.push(socket);
      const client = openClient(socket);
      await once(socket, 'open');
      return client;
    },
    async stop(): Promise<void> {
      for (const socket of [...clients, ...server.clients]) socket.terminate();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

function openClient(socket: WebSocket): CacheClient {
  const frames: Frame[] = [];
  let arrived = Promise.withResolvers<void>();
  const closed = once(socket, 'close').then(() => undefined);
  socket.on('message', (data, binary) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
    frames.push({
      packed: binary,
      frame: JSON.parse((binary ? inflateSync(bytes) : bytes).toString('utf8')),
    });
    arrived.resolve();
    arrived = Promise.withResolvers<void>();
  });
  const until = async (done: () => boolean): Promise<void> => {
    while (!done())
      await Promise.race([
        arrived.promise,
        closed.then(() => Promise.reject(new Error('the socket is closed'))),
      ]);
  };
  const send = (message: unknown) =>
    socket.send(
      typeof message === 'string' || message instanceof Uint8Array
        ? message
        : JSON.stringify(message),
    );
  return {
    socket,
    closed,
    send,
    async take(count) {
      await until(() => frames.length >= count);
      return frames.splice(0, count);
    },
    async request(id, verb, payload) {
      send(['REQ', id, { cache: payload === undefined ? [verb] : [verb, payload] }]);
      const end = () => frames.findIndex(({ frame }) => frame[0] === 'EOSE' && frame[1] === id);
      await until(() => end() >= 0);
      return frames.splice(0, end() + 1);
    },
  };
}
