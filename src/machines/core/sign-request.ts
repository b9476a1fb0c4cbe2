import type { ReplyTo } from './feature.ts';
import type { AnyActorRef } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import type { CipherScheme } from '../../events/account/keys/cipher-payload.ts';
import type { EventTemplate } from '../../events/account/signing/signed-answer.ts';
import type { UserMessage } from '../../events/account/user-message.ts';
import type { SigningFailure } from '../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Ours } from '../../events/nostr/ours.ts';

/** An action that needs the account's key. Content written by others is never signed (TRUST-07). */
export type SignAction =
  | { readonly do: 'sign'; readonly template: Ours<EventTemplate> }
  | {
      readonly do: 'encrypt' | 'decrypt';
      readonly scheme: CipherScheme;
      readonly peer: string;
      readonly text: string;
    };

/**
 * A request for an action with the account's key. `id` is chosen by the caller. `reason` is shown
 * beside the prompt.
 */
export interface SignRequest {
  readonly id: string;
  readonly from: ReplyTo<SignSettled>;
  /** The account that must sign (INV-SCOPE). */
  readonly pubkey: string;
  readonly reason: UserMessage;
  readonly act: SignAction;
  /**
   * True if the user did not ask for it. It runs only with a key on this device and without a
   * prompt; else it fails at once (BEYOND-03). A closed key without a PIN opens for it.
   */
  readonly quiet?: boolean;
  /**
   * True if no press of the user leads to it now, although they want it. It fails at once if it
   * would ask for a PIN: that prompt would take the focus from their typing. Other signers are
   * asked.
   */
  readonly isUnattended?: boolean;
  /** True if a closed key stays closed, even without a PIN. Only for a quiet request. */
  readonly onlyIfOpen?: boolean;
}

/** A signed event, or the encrypted or decrypted text. */
export type SignResult = { readonly event: VerifiedEvent } | { readonly text: string };

export type SignOutcome =
  | ({ readonly ok: true } & SignResult)
  | { readonly ok: false; readonly failure: SigningFailure };

/** Requests to the session. Every request is settled exactly once (INV-QUEUE). */
export type SignEvent =
  | { type: 'sign.request'; request: SignRequest }
  | { type: 'sign.cancel'; id: string; from: AnyActorRef };

/** Reply to the caller. */
export type SignSettled = { type: 'sign.settled'; id: string; outcome: SignOutcome };

interface AnyEvent {
  readonly type: string;
}

/** Return the text that the signer decrypted or encrypted. */
export function textIn(event: AnyEvent): string | undefined {
  return isSettled(event) && event.outcome.ok && 'text' in event.outcome
    ? event.outcome.text
    : undefined;
}

/** Return the event that the signer signed. */
export function signedIn(event: AnyEvent): VerifiedEvent | undefined {
  return isSettled(event) && event.outcome.ok && 'event' in event.outcome
    ? event.outcome.event
    : undefined;
}

/** True if the user closed the question for it: at the signer, or for the PIN. */
export function isCalledOff(event: AnyEvent): boolean {
  if (!isSettled(event) || event.outcome.ok) return false;
  const { detail } = event.outcome.failure;
  return detail?.code === 'signer.cancelled' || detail?.code === 'pin.missing';
}

function isSettled(event: AnyEvent): event is SignSettled {
  return event.type === 'sign.settled';
}

/** Commands to the signer's port. `id` identifies one prompt. `abandon`: its answer is ignored. */
export type SignerCommand =
  | { type: 'signer.perform'; id: string; act: SignAction }
  | { type: 'signer.abandon'; id: string };

/**
 * Signals from the signer's port. It has checked shape, id and signature of events, but not that
 * they match the request. `challenge`: a page where the user must approve. `locked`: the key is
 * locked, so there was no prompt.
 */
export type SignerSignal =
  | { type: 'signer.answered'; id: string; answer: SignResult }
  | { type: 'signer.failed'; id: string; failure: SigningFailure }
  | { type: 'signer.challenged'; id: string; url: string }
  | { type: 'signer.locked'; id: string };

/**
 * Each instance of the port serves one account. It does nothing before `perform`, so loading a page
 * never prompts (BEYOND-03).
 */
export interface SignerPortInput {
  readonly account: Account;
}
