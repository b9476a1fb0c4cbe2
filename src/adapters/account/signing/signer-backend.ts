import { readSignedAnswer, signFault } from '../../../events/account/signing/signed-answer.ts';
import { type SigningFailure, signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { Act, SignResult } from '../../../machines/core/sign-request.ts';
import type { KeyLine } from '../keys/key-worker-client.ts';

/** What came of an act. `locked`: the key is not open; nothing was asked. */
export type Performed = SignResult | { readonly failure: SigningFailure } | 'locked';

/** An act that is under way. `forget`: its answer is not wanted any more. */
export interface Performance {
  readonly done: Promise<Performed>;
  readonly forget: () => void;
}

/** One account's way of acting: its key, an extension, or a remote signer. Does nothing before it is told to perform. */
export interface SignerBackend {
  readonly perform: (act: Act, challenge: (url: string) => void) => Performance;
  readonly end: () => void;
}

/**
 * What somebody who is not to be trusted gave for an act, if it is what was asked (E-34): an event with shape, id, signature and content
 * as asked, or a text. Signatures are checked where keys are held.
 */
export async function readPerformed(act: Act, value: unknown, pubkey: string, deps: { keys: KeyLine; now: Seconds }): Promise<Performed> {
  if (act.do !== 'sign') return typeof value === 'string' ? { text: value } : { failure: signingFailure('bad-cipher') };
  // the copy that is checked is the copy that is used: its maker cannot change it in between
  const event = readSignedAnswer(value);
  if (!event || signFault({ ...act.template, pubkey }, event, deps.now) !== undefined)
    return { failure: signingFailure('event-sig-not-verified') };
  const verified = await deps.keys.ask({ do: 'verify', event });
  if (!verified.ok) return { failure: verified.failure };
  return verified.event ? { event: verified.event } : { failure: signingFailure('event-sig-not-verified') };
}
