import type { IncomingMessage } from 'node:http';

/** The pace that a body has to keep after a while; a slower one would stand for hours. */
export interface Pace {
  /** Milliseconds before anything is expected. */
  readonly grace: number;
  /** Bytes in a second. */
  readonly least: number;
  /** Milliseconds between two looks. */
  readonly every: number;
}

/** A line of 64 kbit/s keeps it. */
const PACE: Pace = { grace: 20_000, least: 8 * 1024, every: 5_000 };

/** Ends requests whose bodies come too slowly. */
export interface PaceKeeper {
  watch(request: IncomingMessage): void;
  close(): void;
}

export function keepPace({ grace, least, every }: Pace = PACE, now: () => number = () => performance.now()): PaceKeeper {
  const watched = new Map<IncomingMessage, { readonly since: number; readonly before: number }>();
  const look = () => {
    for (const [request, { since, before }] of watched) {
      const expected = ((now() - since - grace) / 1_000) * least;
      if (request.complete || request.destroyed) watched.delete(request);
      else if (request.socket.bytesRead - before < expected) request.destroy();
    }
  };
  const timer = setInterval(look, every).unref();
  return {
    watch(request) {
      if (request.complete) return;
      watched.set(request, { since: now(), before: request.socket.bytesRead });
      request.once('close', () => watched.delete(request));
    },
    close: () => clearInterval(timer),
  };
}
