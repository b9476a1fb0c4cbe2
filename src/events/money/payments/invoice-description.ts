import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '../../core/hex.ts';
import { readInvoice } from '../../nostr/bolt11.ts';
import type { SignedEvent } from '../../nostr/event.ts';

/** Hashes of withheld texts, by those of their stand-ins. Only a replay has any. */
const standIns = new Map<string, string>();

/**
 * True if an invoice contains the hash of another text. An invoice without a hash is allowed
 * (LUD-06).
 */
export function describesOther(invoice: string, text: string): boolean {
  const named = readInvoice(invoice)?.descriptionHash;
  if (named === undefined) return false;
  const hash = textHash(text);
  return named !== hash && named !== standIns.get(hash);
}

/** Return a zap request as its invoice describes it (NIP-57). */
export function requestText(event: SignedEvent): string {
  const { id, pubkey, kind, created_at, tags, content, sig } = event;
  return JSON.stringify({ id, pubkey, kind, created_at, tags, content, sig });
}

/** Return the SHA-256 of a text in hex. */
export function textHash(text: string): string {
  return hexOf(sha256(new TextEncoder().encode(text)));
}

/**
 * Let an invoice describe the stand-in of a text that a recording withholds (TRUST-05). `hash`: of
 * the stand-in.
 */
export function describeStandIn(invoice: string, hash: string): void {
  const named = readInvoice(invoice)?.descriptionHash;
  if (named !== undefined) standIns.set(hash, named);
}
