import { articlePath, notePath } from '../../events/account/verified-name.ts';
import { tagValue, type VerifiedEvent } from '../../events/event.ts';
import { isAddressable } from '../../events/kinds.ts';

/** Path of the screen that shows an event: what can be replaced by its address, anything else as a thread. */
export function noteTarget(event: VerifiedEvent): string {
  if (!isAddressable(event.kind)) return notePath(event.id);
  return articlePath({ kind: event.kind, pubkey: event.pubkey, identifier: tagValue(event, 'd') ?? '' });
}
