import type { ActorRef, Snapshot } from 'xstate';
import type { SignEvent } from './sign-request.ts';

/**
 * The actor that forwards requests to the account's signer: the session, or the root in front of
 * it.
 */
export type SignerRef = ActorRef<Snapshot<unknown>, SignEvent>;
