import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { isAddressable } from '../../../events/nostr/kinds.ts';

/**
 * Return the path of the screen that shows an event: by address if the event is replaceable, else
 * as a thread.
 */
export function noteTarget(event: VerifiedEvent): string {
  if (!isAddressable(event.kind)) return notePath(event.id);
  return articlePath({
    kind: event.kind,
    pubkey: event.pubkey,
    identifier: tagValue(event, 'd') ?? '',
  });
}
