import { decrypt } from 'nostr-tools/nip04';
import { base64Size } from '../base64.ts';
import { isHex } from '../hex.ts';

/** As an event's content may be (E-28). */
const MAX_PAYLOAD = 512 * 1024;
const BLOCK = 16;

/** Whether a text has the form of NIP-04: whole blocks of AES-CBC, `?iv=`, and 16 bytes; nothing else (SIGN-04). */
export function isNip04Payload(payload: string): boolean {
  if (payload.length > MAX_PAYLOAD) return false;
  const [cipher = '', iv, ...more] = payload.split('?iv=');
  const size = base64Size(cipher);
  return more.length === 0 && iv !== undefined && base64Size(iv) === BLOCK && size !== undefined && size > 0 && size % BLOCK === 0;
}

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
