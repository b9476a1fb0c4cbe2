import type { ActorRef, Snapshot } from 'xstate';
import type { SignEvent } from './sign-request.ts';

/** Whoever passes requests on to the account's signer: the session, or the middle of the house before it. */
export type SignerRef = ActorRef<Snapshot<unknown>, SignEvent>;
