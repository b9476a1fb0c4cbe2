import type { Draft, SignedEvent } from '../../nostr/event.ts';
import { derived, type Ours } from '../../nostr/ours.ts';
import { eventId } from '../../nostr/serialize.ts';
import { plus, seconds, type Seconds } from '../../core/time.ts';

/** A draft with its author and time, as it is sent to a signer. `created_at` in seconds. */
export interface Template extends Draft {
  readonly pubkey: string;
  readonly created_at: Seconds;
}

/**
 * Return the time of the next version: now, but later than the last one, so that it replaces it
 * (INV-SERIAL, E-46). In seconds.
 */
export function nextCreatedAt(now: Seconds, last: Seconds | undefined): Seconds {
  return last === undefined || last < now ? now : plus(last, seconds(1));
}

export function templateOf(
  draft: Ours<Draft>,
  pubkey: string,
  created_at: Seconds,
): Ours<Template> {
  return derived(draft, ({ kind, tags, content }) => ({ kind, tags, content, pubkey, created_at }));
}

/**
 * INV-IDENTITY: true if the signer's event equals the request: same account, kind, time, tags and
 * content, and the id that these give. The signature is checked where events are verified.
 */
export function matchesTemplate(template: Template, event: SignedEvent): boolean {
  return (
    event.pubkey === template.pubkey &&
    eventId(event) === event.id &&
    eventId(template) === event.id
  );
}
