import type { Draft, SignedEvent, Tag, VerifiedEvent } from '../../nostr/event.ts';
import { eventId } from '../../nostr/serialize.ts';
import { readWalletRequest } from './wallet-request.ts';
import { readEvent } from '../../nostr/event-shape.ts';
import { isFarFuture, minus, type Seconds, seconds } from '../../core/time.ts';
import type { Verify } from '../../nostr/verify.ts';

/**
 * An event to sign. `created_at`: exactly that second, or `undefined` for the time of the request.
 */
export interface EventTemplate extends Draft {
  readonly created_at?: Seconds;
}

/**
 * The fault in a signer's answer: no event, a wrong id or signature, or a field that differs from
 * the request.
 */
export type SignError =
  | 'shape'
  | 'id'
  | 'sig'
  | 'pubkey'
  | 'kind'
  | 'content'
  | 'tags'
  | 'created_at';

/** Maximum lag of a signer's own clock if no time was requested. */
const BEHIND = seconds(10 * 60);

/**
 * Read a signer's answer as an unchecked event of the right shape; `undefined` if it is none. Reads
 * a copy, so later changes to the answer, or getters with varying results, have no effect (E-34).
 */
export function readSignedAnswer(answer: unknown): SignedEvent | undefined {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(answer));
    return readEvent(copy) ?? readWalletRequest(copy);
  } catch {
    return undefined;
  }
}

/**
 * Read a signer's answer as an event with a valid id and signature (SIGN-03), or return the fault.
 */
export function readSignedEvent(answer: unknown, verify: Verify): VerifiedEvent | SignError {
  const event = readSignedAnswer(answer);
  if (!event) return 'shape';
  if (eventId(event) !== event.id) return 'id';
  return verify(event) ?? 'sig';
}

/**
 * Return the field in which a signed event differs from the request (SIGN-03, INV-IDENTITY);
 * `undefined` if none does. A requested time must match exactly, because a list is dated after the
 * version it was made from (INV-SERIAL). Otherwise the signer may choose a time near to `now`
 * (seconds). If `now` is `undefined`, any time is accepted.
 */
export function signErrorOf(
  asked: EventTemplate & { readonly pubkey: string },
  event: SignedEvent,
  now: Seconds | undefined,
): SignError | undefined {
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
