import type { Claim } from '../../events/connection/claims.ts';
import type { Question } from '../../events/connection/cache-query.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Seconds } from '../../events/core/time.ts';

export type Query = Question;

/** What the caching service's socket may be told. `id` is the subscription id on the wire; what is prefetched is delivered to whoever requests it. */
export type CacheCommand =
  | { type: 'socket.request'; id: string; query: Query }
  | { type: 'socket.close'; id: string }
  | { type: 'socket.prefetch'; query: Query };

/**
 * What one burst of frames brought for one subscription: signed events that verified (`events` asked for, `referenced` wrapped in
 * 10000107 or inside reposts), parsed claims, how many were thrown away, and whether the service ended or refused.
 */
export interface Arrival {
  readonly id: string;
  readonly events: readonly VerifiedEvent[];
  readonly referenced: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  /** Events that failed shape, id or signature. */
  readonly rejected: number;
  readonly ended: boolean;
  readonly notice: string | undefined;
}

/** What the socket reports. A batch holds everything that arrived in one burst, in order. */
export type CacheSignal =
  | { type: 'socket.opened' }
  | { type: 'socket.closed'; reason: string }
  | { type: 'socket.batch'; arrivals: readonly Arrival[]; now: Seconds };
