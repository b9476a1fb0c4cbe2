import { type Draft, type SignedEvent, tagValue } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/**
 * Build the event that proves the identity of the account to a relay (NIP-42). It is never
 * published.
 */
export function buildAuth(url: string, challenge: string): Ours<Draft> {
  return composed({
    kind: KIND.RelayAuth,
    content: '',
    tags: [
      ['relay', url],
      ['challenge', challenge],
    ],
  });
}

/** True if a signed event answers this challenge of this relay. */
export function isAuthFor(event: SignedEvent, url: string, challenge: string): boolean {
  return (
    event.kind === KIND.RelayAuth &&
    tagValue(event, 'relay') === url &&
    tagValue(event, 'challenge') === challenge
  );
}
