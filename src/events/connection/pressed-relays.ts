import { ownRelayUrl } from '../core/url.ts';
import { type Ours, pressed } from '../nostr/ours.ts';

/**
 * Return the addresses of relays among values that a user entered, or that this device kept since
 * then. Others are left out.
 */
export function pressedRelays(values: unknown): ReadonlyArray<Ours<string>> {
  if (!Array.isArray(values)) return [];
  return values.flatMap((url: unknown) =>
    typeof url === 'string' ? (pressed(ownRelayUrl(url)) ?? []) : [],
  );
}
