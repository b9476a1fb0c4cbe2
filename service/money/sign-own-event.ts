import { finalizeEvent } from 'nostr-tools/pure';
import type { Tag, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { bytesOf } from '../../src/events/core/hex.ts';
import { inSeconds, type Seconds } from '../../src/events/core/time.ts';
import type { EventVerifier } from '../verify.ts';

/** An event of the service itself. */
export interface OwnDraft {
  readonly kind: number;
  readonly createdAt: Seconds;
  readonly tags: readonly Tag[];
  readonly content: string;
}

/** Sign with a secret key in hex, and verify the signature like any other. */
export function signOwn(
  { kind, createdAt, tags, content }: OwnDraft,
  secret: string,
  gate: Pick<EventVerifier, 'admit'>,
): VerifiedEvent {
  const draft = {
    kind,
    created_at: inSeconds(createdAt),
    tags: tags.map((tag) => [...tag]),
    content,
  };
  const event = gate.admit(finalizeEvent(draft, bytesOf(secret)));
  if (!event) throw new Error(`an own event of kind ${kind} does not hold`);
  return event;
}
