import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { isAddressable } from '../../../events/nostr/kinds.ts';

/** Path of the screen that shows an event: what can be replaced by its address, anything else as a thread. */
export function noteTarget(event: VerifiedEvent): string {
  if (!isAddressable(event.kind)) return notePath(event.id);
  return articlePath({ kind: event.kind, pubkey: event.pubkey, identifier: tagValue(event, 'd') ?? '' });
}
