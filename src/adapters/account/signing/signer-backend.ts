import { readSignedAnswer, signErrorOf } from '../../../events/account/signing/signed-answer.ts';
import {
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { SignAction, SignResult } from '../../../machines/core/sign-request.ts';
import type { KeyWorkerClient } from '../keys/key-worker-client.ts';

/** The result of an act. `locked`: the key is not open, and no request was sent. */
export type Performed = SignResult | { readonly failure: SigningFailure } | 'locked';

/** A pending act. `forget`: its answer is not wanted any more. */
export interface Performance {
  readonly done: Promise<Performed>;
  readonly forget: () => void;
}

/**
 * The way an account acts: by its key, an extension, or a remote signer. Does nothing until
 * `perform` is called.
 */
export interface SignerBackend {
  readonly perform: (act: SignAction, challenge: (url: string) => void) => Performance;
  readonly end: () => void;
}

/**
 * Check an untrusted answer to an act (E-34): an event with the requested shape, id, signature and
 * content, or a text. The key worker checks signatures.
 */
export async function readPerformed(
  act: SignAction,
  value: unknown,
  pubkey: string,
  deps: { keys: KeyWorkerClient; now: Seconds },
): Promise<Performed> {
  if (act.do !== 'sign')
    return typeof value === 'string' ? { text: value } : { failure: signingFailure('bad-cipher') };
  // the checked copy is the one that is used: its maker cannot change it in between
  const event = readSignedAnswer(value);
  if (!event || signErrorOf({ ...act.template, pubkey }, event, deps.now) !== undefined)
    return { failure: signingFailure('event-sig-not-verified') };
  const verified = await deps.keys.ask({ do: 'verify', event });
  if (!verified.ok) return { failure: verified.failure };
  return verified.event
    ? { event: verified.event }
    : { failure: signingFailure('event-sig-not-verified') };
}
