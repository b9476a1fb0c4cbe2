import { decrypt } from 'nostr-tools/nip04';
import { isHex } from '../hex.ts';
import { isNip04Payload } from './cipher-form.ts';

/**
 * The text of a NIP-04 payload (SIGN-04, code bad-cipher where undefined). Nothing authenticates it: a changed payload may give another
 * text (E-21), so nobody may act on it unasked. Loads elliptic curves: for the worker that holds the key.
 */
export function decryptNip04(secretKey: Uint8Array, peer: string, payload: string): string | undefined {
  if (!isHex(peer, 64) || !isNip04Payload(payload)) return undefined;
  try {
    return decrypt(secretKey, peer, payload);
  } catch {
    return undefined;
  }
}
