import type { WebSocket } from 'ws';

/** The way to one client, with an account of what it was given and has not taken. */
export interface Line {
  /** Settles when the frame has left, or when nobody is there to take it. Never rejects. */
  send(frame: string | Uint8Array): Promise<void>;
  /** Bytes that were given and not taken. */
  waiting(): number;
}

/** What all clients together were given and have not taken. */
export interface Backlog {
  line(socket: WebSocket): Line;
}

/** Bytes that wait for all clients together. */
const MOST_IN_ALL = 128 * 1024 * 1024;

interface Reader {
  readonly socket: WebSocket;
  waiting: number;
}

/** Keeps what waits for all clients below `most` bytes: when it is more, whoever holds most of it is cut off (E-27). */
export function openBacklog(most: number = MOST_IN_ALL): Backlog {
  const readers = new Set<Reader>();
  let total = 0;
  const take = (reader: Reader, bytes: number) => {
    const taken = Math.min(bytes, reader.waiting);
    reader.waiting -= taken;
    total -= taken;
  };
  const cutOff = () => {
    const worst = [...readers].reduce<Reader | undefined>((one, other) => (one && one.waiting >= other.waiting ? one : other), undefined);
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
