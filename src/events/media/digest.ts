import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '../core/hex.ts';

/** SHA-256 in hex of bytes that come in pieces, so that a large file is never in the memory as a whole. Rejects where the pieces do. */
export async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = sha256.create();
  for await (const piece of pieces) hash.update(piece);
  return hexOf(hash.digest());
}
