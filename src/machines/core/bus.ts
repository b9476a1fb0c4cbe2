import type { ReplyTo } from './feature.ts';
import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Seconds } from '../../events/core/time.ts';
import type { DialogsEvent } from './dialogs.machine.ts';
import type { ToastsEvent } from './toasts.machine.ts';
import type { CacheQuery } from '../../events/connection/cache-query.ts';

/**
 * Events that descendants may send to the root: requests to the caching service, toasts, dialogs,
 * and batches for the read model.
 */
export type BusEvent =
  | { type: 'cache.ask'; from: ReplyTo<ResponseEvent>; query: CacheQuery; stream: boolean }
  | { type: 'cache.forget'; from: AnyActorRef }
  | { type: 'cache.connected' }
  /** Wakes the page, as user activity does, because an action is about to run. */
  | { type: 'activity.seen' }
  /** Shows a toast to the user, or withdraws it. */
  | Extract<ToastsEvent, { type: 'toast.show' | 'toast.withdraw' }>
  /** Asks the user a question, or withdraws it. */
  | Extract<DialogsEvent, { type: 'dialog.ask' | 'dialog.withdraw' }>
  | {
      type: 'facts.received';
      events: readonly VerifiedEvent[];
      claims: readonly Claim[];
      now: Seconds;
    };

/**
 * The root actor as its descendants see it. It forwards events by actor id, so a restarted child
 * still receives them.
 */
export type Bus = ActorRef<Snapshot<unknown>, BusEvent>;

/**
 * Replies to a request. An answer may arrive in several bursts. `answer.restarted` voids all
 * earlier parts (INV-EPOCH). `answer.requestSent`: the connection is open, and the waiting request
 * is sent.
 */
export type ResponseEvent =
  | ({ type: 'answer.partReceived' } & CacheResponse)
  | { type: 'answer.restarted' }
  | { type: 'answer.requestSent' }
  | { type: 'answer.ended' }
  | { type: 'answer.failed'; reason: 'no_socket' | 'notice'; text: string };

/** The complete answer to one request. */
export interface CacheResponse {
  readonly events: readonly VerifiedEvent[];
  readonly referenced: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  /**
   * Number of rejected events: too large, malformed, or with an invalid signature. Absent: none.
   */
  readonly rejected?: number;
  /** Arrival time of the last part, by this device's clock. */
  readonly at?: Seconds;
}

/** Result of a request. A failure is a result, not an actor error. */
export type Outcome =
  | { readonly ok: true; readonly answer: CacheResponse }
  | {
      readonly ok: false;
      readonly reason: 'no_socket' | 'notice' | 'timeout';
      readonly text: string;
    };
