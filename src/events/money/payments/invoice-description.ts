import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '../../core/hex.ts';
import { readInvoice } from '../../nostr/bolt11.ts';

/**
 * True if an invoice contains the hash of another text. An invoice without a hash is allowed
 * (LUD-06).
 */
export function describesOther(invoice: string, text: string): boolean {
  const named = readInvoice(invoice)?.descriptionHash;
  return named !== undefined && named !== hexOf(sha256(new TextEncoder().encode(text)));
}
