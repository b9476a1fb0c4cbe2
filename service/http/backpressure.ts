import type { WebSocket } from 'ws';

/** Sends frames to one client, and counts the unsent bytes. */
export interface SendQueue {
  /** Resolves when the frame has been sent, or when the client is gone. Never rejects. */
  send(frame: string | Uint8Array): Promise<void>;
  /** Number of unsent bytes. */
  waiting(): number;
}

/** Unsent bytes of all clients together. */
export interface Backpressure {
  line(socket: WebSocket): SendQueue;
}

/** Limit for all clients together. */
const MOST_IN_ALL = 128 * 1024 * 1024;

interface Reader {
  readonly socket: WebSocket;
  waiting: number;
}

/**
 * Keep the unsent bytes of all clients below `most`. Above it, the client with the most is
 * disconnected (E-27).
 */
export function openBackpressure(most: number = MOST_IN_ALL): Backpressure {
  const readers = new Set<Reader>();
  let total = 0;
  const take = (reader: Reader, bytes: number) => {
    const taken = Math.min(bytes, reader.waiting);
    reader.waiting -= taken;
    total -= taken;
  };
  const cutOff = () => {
    const worst = [...readers].reduce<Reader | undefined>(
      (one, other) => (one && one.waiting >= other.waiting ? one : other),
      undefined,
    );
    if (!worst) return;
    readers.delete(worst);
    take(worst, worst.waiting);
    worst.socket.terminate();
  };
  return {
    line(socket) {
      const reader: Reader = { socket, waiting: 0 };
      readers.add(reader);
      socket.on('close', () => {
        readers.delete(reader);
        take(reader, reader.waiting);
      });
      return {
        waiting: () => reader.waiting,
        send(frame) {
          if (socket.readyState !== socket.OPEN) return Promise.resolve();
          const bytes = typeof frame === 'string' ? Buffer.from(frame) : frame;
          const { promise, resolve } = Promise.withResolvers<void>();
          reader.waiting += bytes.byteLength;
          total += bytes.byteLength;
          socket.send(bytes, { binary: typeof frame !== 'string' }, () => {
            take(reader, bytes.byteLength);
            resolve();
          });
          if (total > most) cutOff();
          return promise;
        },
      };
    },
  };
}
