import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { base64Size } from '../base64.ts';
import { isHex } from '../hex.ts';

/** SIGN-04: characters of a payload, its bytes, bytes of a text. The library takes longer ones by a form of its own that others refuse. */
const PAYLOAD = { min: 132, max: 87_472 };
const DECODED = { min: 99, max: 65_603 };
const PLAIN = { min: 1, max: 65_535 };
const VERSION_2 = 'A';

const UTF8 = new TextEncoder();

/** Whether a text has the form of NIP-44 v2. Its first byte is 2, so its first sign is A. */
export function isNip44Payload(payload: string): boolean {
  if (payload.length < PAYLOAD.min || payload.length > PAYLOAD.max || payload[0] !== VERSION_2) return false;
  const size = base64Size(payload);
  return size !== undefined && size >= DECODED.min && size <= DECODED.max;
}

/** The key that two accounts share; undefined where the secret key or the other's public key is none. */
export function conversationKey(secretKey: Uint8Array, peer: string): Uint8Array | undefined {
  if (!isHex(peer, 64)) return undefined;
  try {
    return getConversationKey(secretKey, peer);
  } catch {
    return undefined;
  }
}

/** The payload of a text of 1 to 65,535 bytes (SIGN-04); undefined for others. `nonce`: 32 bytes of chance, never used twice. */
export function encryptNip44(key: Uint8Array, text: string, nonce: Uint8Array): string | undefined {
  const size = text.length > PLAIN.max ? text.length : UTF8.encode(text).length;
  if (size < PLAIN.min || size > PLAIN.max || nonce.length !== 32 || key.length !== 32) return undefined;
  return encrypt(text, key, nonce);
}

/** The text of a payload; undefined where form, authentication or padding is wrong (SIGN-04, code bad-cipher). */
export function decryptNip44(key: Uint8Array, payload: string): string | undefined {
  if (!isNip44Payload(payload)) return undefined;
  try {
    return decrypt(payload, key);
  } catch {
    return undefined;
  }
}
