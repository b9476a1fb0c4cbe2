import type { IncomingMessage } from 'node:http';

/** The minimum rate of a body after a grace period. A slower one would stay open for hours. */
export interface MinimumRate {
  /** Milliseconds before the rate applies. */
  readonly grace: number;
  /** Bytes per second. */
  readonly least: number;
  /** Milliseconds between two checks. */
  readonly every: number;
}

/** A connection of 64 kbit/s keeps it. */
const PACE: MinimumRate = { grace: 20_000, least: 8 * 1024, every: 5_000 };

/** Aborts requests whose bodies are too slow. */
export interface RateEnforcer {
  watch(request: IncomingMessage): void;
  close(): void;
}

export function enforceMinimumRate(
  { grace, least, every }: MinimumRate = PACE,
  now: () => number = () => performance.now(),
): RateEnforcer {
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
