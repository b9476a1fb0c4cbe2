import { sha256 } from '@noble/hashes/sha2.js';
import { bytesOf, hexOf, isHex } from '../../core/hex.ts';

/** Payment hashes by the stand-ins of their preimages. Only a replay has any. */
const standIns = new Map<string, string>();

/**
 * True if the preimage matches the payment hash, which proves the payment (BOLT-11). Both are 32
 * bytes in hex.
 */
export function isPreimage(preimage: string, hash: string): boolean {
  return provenHash(preimage) === hash;
}

/** Return the payment hash that a preimage proves. `undefined` if it is malformed. */
export function provenHash(preimage: string): string | undefined {
  return isHex(preimage, 64) ? hexOf(sha256(bytesOf(preimage))) : standIns.get(preimage);
}

/**
 * Return a text in place of a preimage that a recording withholds (TRUST-05). It proves the payment
 * hash on this page, and has the length of a preimage, but is no hex.
 */
export function preimageStandIn(hash: string): string {
  const text = `x${hash.slice(1)}`;
  if (isHex(hash, 64)) standIns.set(text, hash);
  return text;
}
