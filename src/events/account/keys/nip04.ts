import { cbc } from '@noble/ciphers/aes.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { bytesOf, isHex } from '../../core/hex.ts';
import { isNip04Payload } from './cipher-payload.ts';

const UTF8 = new TextDecoder();

/**
 * Derive the key that two accounts share for NIP-04, 32 bytes. It is the same for all of their
 * messages and expensive to compute. `undefined` if either key is invalid.
 */
export function nip04Key(secretKey: Uint8Array, peer: string): Uint8Array | undefined {
  if (!isHex(peer, 64)) return undefined;
  try {
    return secp256k1.getSharedSecret(secretKey, bytesOf(`02${peer}`)).slice(1);
  } catch {
    return undefined;
  }
}

/**
 * Decrypt a NIP-04 payload (SIGN-04, code bad-cipher if `undefined`). Nothing authenticates the
 * text: a changed payload may give another text (E-21), so no action may follow from it
 * automatically. Loads elliptic curves, so it belongs in the worker that holds the key.
 */
export function decryptNip04(key: Uint8Array, payload: string): string | undefined {
  if (!isNip04Payload(payload)) return undefined;
  const [text, nonce] = payload.split('?iv=').map(base64Bytes);
  if (!text || !nonce) return undefined;
  try {
    return UTF8.decode(cbc(key, nonce).decrypt(text));
  } catch {
    return undefined;
  }
}

/**
 * Encrypt a text with NIP-04, for recipients that support nothing better. `nonce`: 16 random bytes,
 * never used twice.
 */
export function encryptNip04(key: Uint8Array, text: string, nonce: Uint8Array): string {
  return `${base64Of(cbc(key, nonce).encrypt(new TextEncoder().encode(text)))}?iv=${base64Of(nonce)}`;
}
