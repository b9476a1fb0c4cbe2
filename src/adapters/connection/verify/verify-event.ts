import type { Claim } from '../../../events/connection/claims.ts';
import type { SignedEvent, VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { zapRequestOf } from '../../../events/facts/zap.ts';
import { embeddedRepost } from '../../../events/facts/references.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';
import type { Verify } from '../../../events/nostr/verify.ts';

/** The verified parts of one signed result. */
export interface VerifiedResult {
  readonly event: VerifiedEvent | undefined;
  /** The note inside a repost, if it verified, and the target of that one in turn. */
  readonly inside: readonly VerifiedEvent[];
  /** A documented look-alike that does not verify, as a claim of the service. */
  readonly claim: Claim | undefined;
  readonly rejected: number;
}

const MAX_REPOST_DEPTH = 3;
const NONE: VerifiedResult = { event: undefined, inside: [], claim: undefined, rejected: 1 };

/**
 * Verifies an event whose shape was checked, and every signed event inside it (INV-VERIFIED, E-15).
 * A forged event in a repost is dropped alone. A zap receipt with a forged request is dropped as a
 * whole (E-41).
 */
export function verifyResult(event: SignedEvent, verify: Verify): VerifiedResult {
  const admitted =
    genuine(event, verify) ??
    (event.kind === KIND.LiveEvent ? verify(restoreRoles(event)) : undefined);
  if (!admitted) return { ...NONE, claim: lookAlike(event) };
  const inside: VerifiedEvent[] = [];
  let rejected = 0;
  for (
    let value = embeddedRepost(admitted);
    value !== undefined && inside.length < MAX_REPOST_DEPTH;
  ) {
    const shaped = readEvent(value);
    const original = shaped && genuine(shaped, verify);
    if (original) inside.push(original);
    else rejected++;
    value = original && embeddedRepost(original);
  }
  return { event: admitted, inside, claim: undefined, rejected };
}

/**
 * Returns the event if its author signed it. A zap receipt also needs a request that its sender
 * signed.
 */
function genuine(event: SignedEvent, verify: Verify): VerifiedEvent | undefined {
  const verified = verify(event);
  if (verified?.kind !== KIND.Zap) return verified;
  const request = readEvent(zapRequestOf(verified));
  return request?.kind === KIND.ZapRequest && verify(request) ? verified : undefined;
}

/**
 * Live events arrive with lower-cased roles in their p tags. Their authors wrote Host, Speaker,
 * Participant.
 */
function restoreRoles(event: SignedEvent): SignedEvent {
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const tags = event.tags.map((tag) =>
    tag[0] === 'p' ? tag.map((part, at) => (at === 3 ? capital(part) : part)) : tag,
  );
  return { ...event, tags };
}

/**
 * The service may have merged stored settings. Then they are the service's claim, not a signed
 * event.
 */
function lookAlike(event: SignedEvent): Claim | undefined {
  if (event.kind !== KIND.Settings && event.kind !== KIND.LiveEvent) return undefined;
  return { claim: 'other', kind: event.kind, content: event };
}
