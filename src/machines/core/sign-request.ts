import type { AnyActorRef } from 'xstate';
import type { Account } from '../../events/account/account.ts';
import type { CipherScheme } from '../../events/account/keys/cipher-payload.ts';
import type { EventTemplate } from '../../events/account/signing/signed-answer.ts';
import type { Message } from '../../events/account/user-message.ts';
import type { SigningFailure } from '../../events/account/signing/signing-error.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import type { Ours } from '../../events/nostr/ours.ts';

/** One thing that only the holder of an account's key can do. Nothing is signed that others wrote (TRUST-07). */
export type Act =
  | { readonly do: 'sign'; readonly template: Ours<EventTemplate> }
  | { readonly do: 'encrypt' | 'decrypt'; readonly scheme: CipherScheme; readonly peer: string; readonly text: string };

/** What somebody wants done with an account's key. `id` is the asker's own; `reason` is what a person sees beside the prompt. */
export interface SignRequest {
  readonly id: string;
  readonly from: AnyActorRef;
  /** The account that it was meant for (INV-SCOPE). */
  readonly pubkey: string;
  readonly reason: Message;
  readonly act: Act;
  /** Nobody asked for it: done only where no person is troubled, with a key that is open here, else refused at once (BEYOND-03). */
  readonly quiet?: boolean;
}

/** A signed event, or the text that was encrypted or decrypted. */
export type SignResult = { readonly event: VerifiedEvent } | { readonly text: string };

export type SignOutcome = ({ readonly ok: true } & SignResult) | { readonly ok: false; readonly failure: SigningFailure };

/** What anybody may ask of the session. Every request is settled exactly once (INV-QUEUE). */
export type SignEvent = { type: 'sign.request'; request: SignRequest } | { type: 'sign.cancel'; id: string; from: AnyActorRef };

/** Told to whoever asked. */
export type SignSettled = { type: 'sign.settled'; id: string; outcome: SignOutcome };

/** What the signer's port is told. `id` names one prompt. After `abandon` no answer to it is wanted. */
export type SignerCommand = { type: 'signer.perform'; id: string; act: Act } | { type: 'signer.abandon'; id: string };

/**
 * What the port reports. Events have passed shape, id and signature; whether they are what was asked is not its word to say. `challenge`: a
 * page where a person has to allow it. `locked`: the key is not open (any more), so that prompt was not made.
 */
export type SignerSignal =
  | { type: 'signer.answered'; id: string; answer: SignResult }
  | { type: 'signer.failed'; id: string; failure: SigningFailure }
  | { type: 'signer.challenged'; id: string; url: string }
  | { type: 'signer.locked'; id: string };

/** One life of the port is one account. It does nothing before it is told to perform: no prompt on load (BEYOND-03). */
export interface SignerPortInput {
  readonly account: Account;
}
