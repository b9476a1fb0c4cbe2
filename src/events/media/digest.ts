import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '../core/hex.ts';

/**
 * Return the SHA-256 in hex of bytes that come in pieces, so that a large file is never completely
 * in memory. Rejects if the pieces do.
 */
export async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = sha256.create();
  for await (const piece of pieces) hash.update(piece);
  return hexOf(hash.digest());
}
