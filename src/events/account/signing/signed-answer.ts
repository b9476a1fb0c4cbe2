import type { Draft, SignedEvent, Tag, VerifiedEvent } from '../../nostr/event.ts';
import { eventId } from '../../nostr/serialize.ts';
import { readWalletRequest } from './wallet-request.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import { isFarFuture, minus, type Seconds, seconds } from '../../core/time.ts';
import type { Verify } from '../../nostr/verify.ts';

/** What a signer is asked to sign. `created_at`: exactly that second; undefined: the second in which it is asked. */
export interface EventTemplate extends Draft {
  readonly created_at?: Seconds;
}

/** What is wrong with a signer's answer: no event at all, a wrong id or signature, or another one than was asked. */
export type SignFault = 'shape' | 'id' | 'sig' | 'pubkey' | 'kind' | 'content' | 'tags' | 'created_at';

/** How far behind ours a signer's own clock may be where no time was asked for. */
const BEHIND = seconds(10 * 60);

/**
 * A signer's answer as an event of the right shape, unchecked; undefined where it is none. Reads a copy: what the answer's maker changes
 * afterwards, or says differently when asked twice, changes nothing (E-34).
 */
export function readSignedAnswer(answer: unknown): SignedEvent | undefined {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(answer));
    return readEvent(copy) ?? readWalletRequest(copy);
  } catch {
    return undefined;
  }
}

/** A signer's answer as an event whose id and signature hold (SIGN-03), or what is wrong with it. */
export function readSigned(answer: unknown, verify: Verify): VerifiedEvent | SignFault {
  const event = readSignedAnswer(answer);
  if (!event) return 'shape';
  if (eventId(event) !== event.id) return 'id';
  return verify(event) ?? 'sig';
}

/**
 * What of a signed event is not as asked (SIGN-03, INV-IDENTITY); undefined: nothing. A time that was asked for must be that very one, as a
 * list is dated by the one it was made from (INV-SERIAL); else it may be the signer's own, near to `now` in seconds. Without a clock
 * (`now` undefined) any will do.
 */
export function signFault(
  asked: EventTemplate & { readonly pubkey: string },
  event: SignedEvent,
  now: Seconds | undefined,
): SignFault | undefined {
  if (event.pubkey !== asked.pubkey) return 'pubkey';
  if (event.kind !== asked.kind) return 'kind';
  if (event.content !== asked.content) return 'content';
  if (!areEqual(event.tags, asked.tags)) return 'tags';
  return isTimely(asked.created_at, event.created_at, now) ? undefined : 'created_at';
}

function isTimely(asked: Seconds | undefined, given: Seconds, now: Seconds | undefined): boolean {
  if (asked !== undefined) return given === asked;
  return now === undefined || (given >= minus(now, BEHIND) && !isFarFuture(given, now));
}

function areEqual(some: readonly Tag[], others: readonly Tag[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((tag, at) => {
    const other = others[at];
    return other?.length === tag.length && tag.every((value, i) => value === other[i]);
  });
}
