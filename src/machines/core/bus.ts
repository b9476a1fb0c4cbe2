import type { ActorRef, AnyActorRef, Snapshot } from 'xstate';
import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Seconds } from '../../events/core/time.ts';
import type { DialogsEvent } from './dialogs.machine.ts';
import type { ToastsEvent } from './toasts.machine.ts';
import type { Query } from './cache-protocol.ts';

/** What anybody may ask of the middle of the house: a question for the caching service, or a batch for the read model. */
export type BusEvent =
  | { type: 'cache.ask'; from: AnyActorRef; query: Query; stream: boolean }
  | { type: 'cache.forget'; from: AnyActorRef }
  | { type: 'cache.connected' }
  /** Something is to be done by a page that may be asleep: it wakes as for a person. */
  | { type: 'activity.seen' }
  /** Something is said to whoever is here. */
  | Extract<ToastsEvent, { type: 'toast.show' }>
  /** A person is asked, or need not be any more. */
  | Extract<DialogsEvent, { type: 'dialog.ask' | 'dialog.withdraw' }>
  | { type: 'facts.received'; events: readonly VerifiedEvent[]; claims: readonly Claim[]; now: Seconds };

/** The root actor as its descendants see it. It forwards by name, so a child that was restarted is found again. */
export type Bus = ActorRef<Snapshot<unknown>, BusEvent>;

/**
 * What an asker hears. Parts of an answer may come in several bursts; after `answer.restart` all earlier parts are void (INV-EPOCH). `asked`: a
 * connection is there, and the question that waited for it goes out.
 */
export type AnswerEvent =
  | ({ type: 'answer.part' } & Answer)
  | { type: 'answer.restart' }
  | { type: 'answer.asked' }
  | { type: 'answer.ended' }
  | { type: 'answer.failed'; reason: 'no_socket' | 'notice'; text: string };

/** All that one question brought. */
export interface Answer {
  readonly events: readonly VerifiedEvent[];
  readonly referenced: readonly VerifiedEvent[];
  readonly claims: readonly Claim[];
  /** Events that were sent and refused: too large, malformed, or not signed by who they name. Absent: none. */
  readonly rejected?: number;
  /** When the last of it came, by this device's clock. */
  readonly at?: Seconds;
}

/** How a question ended. A failure is an outcome, not an error of the actor. */
export type Outcome =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: 'no_socket' | 'notice' | 'timeout'; readonly text: string };
