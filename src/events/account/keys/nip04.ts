import { cbc } from '@noble/ciphers/aes.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { base64Bytes, base64Of } from '../../core/base64.ts';
import { bytesOf, isHex } from '../../core/hex.ts';
import { isNip04Payload } from './cipher-payload.ts';

const UTF8 = new TextDecoder();

/** The key that two accounts share for NIP-04, 32 bytes: the same for all of their messages, and dear to compute. Undefined where either is none. */
export function nip04Key(secretKey: Uint8Array, peer: string): Uint8Array | undefined {
  if (!isHex(peer, 64)) return undefined;
  try {
    return secp256k1.getSharedSecret(secretKey, bytesOf(`02${peer}`)).slice(1);
  } catch {
    return undefined;
  }
}

/**
 * The text of a NIP-04 payload (SIGN-04, code bad-cipher where undefined). Nothing authenticates it: a changed payload may give another
 * text (E-21), so nobody may act on it unasked. Loads elliptic curves: for the worker that holds the key.
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

/** The payload of a text (NIP-04), for whoever understands no better one. `nonce`: 16 bytes of chance, never used twice. */
export function encryptNip04(key: Uint8Array, text: string, nonce: Uint8Array): string {
  return `${base64Of(cbc(key, nonce).encrypt(new TextEncoder().encode(text)))}?iv=${base64Of(nonce)}`;
}
