import { decrypt, encrypt, getConversationKey } from 'nostr-tools/nip44';
import { isHex } from '../../core/hex.ts';
import { isNip44Payload } from './cipher-payload.ts';

/**
 * Bytes of a text (SIGN-04). The library accepts longer texts in a form of its own that others
 * refuse.
 */
const PLAIN = { min: 1, max: 65_535 };

const UTF8 = new TextEncoder();

/**
 * Derive the key that two accounts share; `undefined` if the secret key or the other's public key
 * is invalid.
 */
export function conversationKey(secretKey: Uint8Array, peer: string): Uint8Array | undefined {
  if (!isHex(peer, 64)) return undefined;
  try {
    return getConversationKey(secretKey, peer);
  } catch {
    return undefined;
  }
}

/**
 * Encrypt a text of 1 to 65,535 bytes (SIGN-04); `undefined` for other lengths. `nonce`: 32 random
 * bytes, never used twice.
 */
export function encryptNip44(key: Uint8Array, text: string, nonce: Uint8Array): string | undefined {
  const size = text.length > PLAIN.max ? text.length : UTF8.encode(text).length;
  if (size < PLAIN.min || size > PLAIN.max || nonce.length !== 32 || key.length !== 32)
    return undefined;
  return encrypt(text, key, nonce);
}

/**
 * Decrypt a payload; `undefined` if its form, authentication or padding is wrong (SIGN-04, code
 * bad-cipher).
 */
export function decryptNip44(key: Uint8Array, payload: string): string | undefined {
  if (!isNip44Payload(payload)) return undefined;
  try {
    return decrypt(payload, key);
  } catch {
    return undefined;
  }
}
