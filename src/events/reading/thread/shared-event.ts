import { type RelayList, writeUrls } from '../../account/lists/relay-list.ts';
import { addressOf, parseAddress } from '../../nostr/address.ts';
import type { SignedEvent } from '../../nostr/event.ts';
import { naddrOf, neventOf } from '../../nostr/nip19.ts';

/** Number of relay hints in a shared address. */
const MOST_HINTS = 2;

/**
 * Return the path and the Nostr address (NIP-21) of an event. Both name relays of the author, so
 * that a recipient can find the event where the caching service does not know it.
 */
export function sharedEvent(
  event: SignedEvent,
  relays: RelayList['relays'],
): { readonly path: string; readonly uri: string } | undefined {
  const hints = writeUrls(relays).slice(0, MOST_HINTS);
  const address = parseAddress(addressOf(event) ?? '');
  const naddr = address && naddrOf({ ...address, relays: hints });
  if (naddr !== undefined) return { path: `/a/${naddr}`, uri: `nostr:${naddr}` };
  const { id, pubkey, kind } = event;
  const nevent = neventOf({ id, relays: hints, author: pubkey, kind });
  return nevent === undefined ? undefined : { path: `/e/${nevent}`, uri: `nostr:${nevent}` };
}
