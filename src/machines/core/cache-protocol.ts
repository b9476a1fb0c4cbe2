import type { Claim } from '../../events/connection/claims.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Seconds } from '../../events/core/time.ts';

/**
 * Commands to the caching service's socket. `id` is the subscription id on the wire. A prefetched
 * answer is delivered to the first matching request.
 */
export type CacheCommand =
  | { type: 'socket.request'; id: string; query: CacheQuery }
  | { type: 'socket.close'; id: string }
  | { type: 'socket.prefetch'; query: CacheQuery };

/**
 * One burst of frames for one subscription. `events` were requested; `referenced` came wrapped in
 * 10000107 or inside reposts. All of them are verified. `rejected` counts invalid events. `ended`
 * and `notice` say how the service finished.
 */
export interface ReceivedBatch {
  readonly id: string;
  readonly events: readonly VerifiedEvent[];
  readonly referenced: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  /** Number of events with an invalid shape, id or signature. */
  readonly rejected: number;
  readonly ended: boolean;
  readonly notice: string | undefined;
}

/** Signals from the socket. A batch holds everything from one burst, in order. */
export type CacheSignal =
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; reason: string }
  | { type: 'socket.batch'; arrivals: readonly ReceivedBatch[]; now: Seconds };
