import { field, isRecord } from '../../src/events/core/json.ts';
import type { Filter } from '../../src/events/connection/filter.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { embeddedRepost } from '../../src/events/facts/references.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { isTimestamp, plus, type Seconds } from '../../src/events/core/time.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';
import type { Gate } from '../verify.ts';
import { LIMITS } from './limits.ts';

/** Who a client proved to be (NIP-42): none, or one or more accounts. */
export type Proved = readonly string[];

/** Events that prove something to one server (NIP-42, NIP-98, BUD-01): they are nobody else's business. */
const PROOFS: readonly number[] = [KIND.RelayAuth, KIND.HttpAuth, KIND.BlossomAuth];

/** Why an event is not taken from somebody, by the prefixes of NIP-01; undefined where it is. */
export function objectionTo(event: SignedEvent, now: Seconds, proved: Proved): string | undefined {
  if (event.created_at > plus(now, LIMITS.future)) return 'invalid: created_at is too far in the future';
  // what is meant to end must not stay for ever because it says badly when (NIP-40)
  if (event.tags.some(([name, value]) => name === 'expiration' && !isTimestamp(value)))
    return 'invalid: the expiration is no time in seconds';
  if (PROOFS.includes(event.kind)) return 'invalid: events of this kind are not published';
  if (isProtected(event) && !proved.includes(event.pubkey)) return needsProof(proved, 'protected events are only taken from their author');
  const repeated = embeddedRepost(event);
  if (!isRecord(repeated)) return undefined;
  const [kind, tags] = [field(repeated, 'kind'), field(repeated, 'tags')];
  if (typeof kind === 'number' && PRIVATE_KINDS.includes(kind)) return 'blocked: a private message is repeated in it';
  if (Array.isArray(tags) && tags.some((tag) => Array.isArray(tag) && tag[0] === '-'))
    return 'blocked: a protected event is repeated in it';
  // an event inside of another is taken as it would be by itself
  const inner = readEvent(repeated);
  const fault = inner && objectionTo(inner, now, proved);
  return fault === undefined ? undefined : `blocked: an event is repeated in it that is not taken here (${fault})`;
}

/** Why an event is not taken for the one that it repeats: nobody is made to say what they did not sign. */
export function objectionToRepeated(event: SignedEvent, verify: Gate['verify']): string | undefined {
  const inner = readEvent(embeddedRepost(event));
  return inner && !verify(inner) ? 'invalid: id or signature of the event that is repeated in it does not hold' : undefined;
}

/** Why a question is not answered at all: one for the private messages of others. */
export function objectionToReading(filters: readonly Filter[], proved: Proved): string | undefined {
  const isAnswered = ({ kinds, authors, '#p': people }: Filter) => {
    if (!kinds || kinds.length === 0 || !kinds.every((kind) => PRIVATE_KINDS.includes(kind))) return true;
    const named = authors || people ? [...(authors ?? []), ...(people ?? [])] : proved;
    return named.some((pubkey) => proved.includes(pubkey));
  };
  return filters.every(isAnswered) ? undefined : needsProof(proved, 'private messages are only shown to those they are from or to');
}

/** Whether proving who asks could help. */
export function asksForProof(reason: string): boolean {
  return reason.startsWith(NEEDED);
}

const NEEDED = 'auth-required: ';

/** Asks who is there; where that is known, it was somebody else. */
export function needsProof(proved: Proved, why: string): string {
  return `${proved.length === 0 ? NEEDED : 'restricted: '}${why}`;
}

/** NIP-70. */
function isProtected({ tags }: SignedEvent): boolean {
  return tags.some(([name]) => name === '-');
}
