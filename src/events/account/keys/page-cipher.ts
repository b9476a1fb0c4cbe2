import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

/** Bytes of a key, and of a nonce. A nonce is random and never used twice. */
export const PAGE_KEY = 32;
export const PAGE_NONCE = 24;

/**
 * Encrypt synchronously (XChaCha20-Poly1305), bound to `pubkey`. The nonce comes before the text.
 */
export function encryptForPage(
  key: Uint8Array,
  nonce: Uint8Array,
  bytes: Uint8Array,
  pubkey: string,
): Uint8Array {
  const text = cipherOf(key, nonce, pubkey).encrypt(bytes);
  const whole = new Uint8Array(nonce.length + text.length);
  whole.set(nonce);
  whole.set(text, nonce.length);
  return whole;
}

/**
 * Decrypt; `undefined` if the bytes were changed, or were not encrypted with this key for this
 * account.
 */
export function decryptForPage(
  key: Uint8Array,
  whole: Uint8Array,
  pubkey: string,
): Uint8Array | undefined {
  try {
    return cipherOf(key, whole.slice(0, PAGE_NONCE), pubkey).decrypt(whole.slice(PAGE_NONCE));
  } catch {
    return undefined;
  }
}

function cipherOf(key: Uint8Array, nonce: Uint8Array, pubkey: string) {
  return xchacha20poly1305(key, nonce, new TextEncoder().encode(pubkey));
}
