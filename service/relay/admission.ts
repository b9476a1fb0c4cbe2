import { field, isRecord } from '../../src/events/core/json.ts';
import type { Filter } from '../../src/events/connection/filter.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { embeddedRepost } from '../../src/events/facts/references.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { isTimestamp, plus, type Seconds } from '../../src/events/core/time.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';
import type { EventVerifier } from '../verify.ts';
import { LIMITS } from './limits.ts';

/** Accounts for which a client authenticated (NIP-42), possibly none. */
export type AuthenticatedAccounts = readonly string[];

/** Events that prove an identity to one server (NIP-42, NIP-98, BUD-01). They are private to it. */
const PROOFS: readonly number[] = [KIND.RelayAuth, KIND.HttpAuth, KIND.BlossomAuth];

/**
 * Return the reason to refuse an event from a client, by the prefixes of NIP-01, or `undefined` if
 * it is accepted.
 */
export function objectionTo(
  event: SignedEvent,
  now: Seconds,
  proved: AuthenticatedAccounts,
): string | undefined {
  if (event.created_at > plus(now, LIMITS.future))
    return 'invalid: created_at is too far in the future';
  // An event that should expire must not stay forever because its expiration is malformed (NIP-40).
  if (event.tags.some(([name, value]) => name === 'expiration' && !isTimestamp(value)))
    return 'invalid: the expiration is no time in seconds';
  if (PROOFS.includes(event.kind)) return 'invalid: events of this kind are not published';
  if (isProtected(event) && !proved.includes(event.pubkey))
    return needsProof(proved, 'protected events are only taken from their author');
  const repeated = embeddedRepost(event);
  if (!isRecord(repeated)) return undefined;
  const [kind, tags] = [field(repeated, 'kind'), field(repeated, 'tags')];
  if (typeof kind === 'number' && PRIVATE_KINDS.includes(kind))
    return 'blocked: a private message is repeated in it';
  if (Array.isArray(tags) && tags.some((tag) => Array.isArray(tag) && tag[0] === '-'))
    return 'blocked: a protected event is repeated in it';
  // An embedded event is checked like an event of its own.
  const inner = readEvent(repeated);
  const fault = inner && objectionTo(inner, now, proved);
  return fault === undefined
    ? undefined
    : `blocked: an event is repeated in it that is not taken here (${fault})`;
}

/**
 * Return the reason to refuse an event because of its embedded event: no account may be misquoted.
 */
export function objectionToRepeated(
  event: SignedEvent,
  verify: EventVerifier['verify'],
): string | undefined {
  const inner = readEvent(embeddedRepost(event));
  return inner && !verify(inner)
    ? 'invalid: id or signature of the event that is repeated in it does not hold'
    : undefined;
}

/** Return the reason to refuse a request: it asks for the private messages of others. */
export function objectionToReading(
  filters: readonly Filter[],
  proved: AuthenticatedAccounts,
): string | undefined {
  const isAnswered = ({ kinds, authors, '#p': people }: Filter) => {
    if (!kinds || kinds.length === 0 || !kinds.every((kind) => PRIVATE_KINDS.includes(kind)))
      return true;
    const named = authors || people ? [...(authors ?? []), ...(people ?? [])] : proved;
    return named.some((pubkey) => proved.includes(pubkey));
  };
  return filters.every(isAnswered)
    ? undefined
    : needsProof(proved, 'private messages are only shown to those they are from or to');
}

/** True if authentication could help. */
export function asksForProof(reason: string): boolean {
  return reason.startsWith(NEEDED);
}

const NEEDED = 'auth-required: ';

/**
 * Return a reason that asks for authentication, or a refusal if the client is already authenticated
 * as another account.
 */
export function needsProof(proved: AuthenticatedAccounts, why: string): string {
  return `${proved.length === 0 ? NEEDED : 'restricted: '}${why}`;
}

/** NIP-70. */
function isProtected({ tags }: SignedEvent): boolean {
  return tags.some(([name]) => name === '-');
}
