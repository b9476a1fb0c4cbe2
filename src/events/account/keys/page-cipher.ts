import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

/** Bytes of a key, and of what makes each text of it another one: of chance, and never used twice. */
export const PAGE_KEY = 32;
export const PAGE_NONCE = 24;

/** Encrypts at once (XChaCha20-Poly1305), bound to `pubkey`. The nonce stands before the text. */
export function encryptForPage(key: Uint8Array, nonce: Uint8Array, bytes: Uint8Array, pubkey: string): Uint8Array {
  const text = cipherOf(key, nonce, pubkey).encrypt(bytes);
  const whole = new Uint8Array(nonce.length + text.length);
  whole.set(nonce);
  whole.set(text, nonce.length);
  return whole;
}

/** Undefined: it was not encrypted with that key for that account, or something of it was changed. */
export function decryptForPage(key: Uint8Array, whole: Uint8Array, pubkey: string): Uint8Array | undefined {
  try {
    return cipherOf(key, whole.slice(0, PAGE_NONCE), pubkey).decrypt(whole.slice(PAGE_NONCE));
  } catch {
    return undefined;
  }
}

function cipherOf(key: Uint8Array, nonce: Uint8Array, pubkey: string) {
  return xchacha20poly1305(key, nonce, new TextEncoder().encode(pubkey));
}
