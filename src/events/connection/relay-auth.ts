import { type Draft, type SignedEvent, tagValue } from '../nostr/event.ts';
import { KIND } from '../nostr/kinds.ts';
import { composed, type Ours } from '../nostr/ours.ts';

/** What proves to a relay who asks (NIP-42). It is never published. */
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

/** Whether a signed event answers that challenge of that relay, and nothing else. */
export function isAuthFor(event: SignedEvent, url: string, challenge: string): boolean {
  return event.kind === KIND.RelayAuth && tagValue(event, 'relay') === url && tagValue(event, 'challenge') === challenge;
}
