import { sha256 } from '@noble/hashes/sha2.js';
import type { SignedEvent } from './event.ts';
import { hexOf } from '../core/hex.ts';

type Unsigned = Omit<SignedEvent, 'id' | 'sig'>;

const UTF8 = new TextEncoder();

/** Return the canonical text of an event, whose SHA-256 is its id (NIP-01). */
export function serialize(event: Unsigned): string {
  return JSON.stringify([0, event.pubkey, event.created_at, event.kind, event.tags, event.content]);
}

/** Return the id of an event, computed from its fields, in hex. */
export function eventId(event: Unsigned): string {
  return hexOf(sha256(UTF8.encode(serialize(event))));
}

/** Return an event as it is sent and stored: the seven fields of NIP-01 without any others. */
export function eventJson({
  id,
  pubkey,
  created_at,
  kind,
  tags,
  content,
  sig,
}: SignedEvent): string {
  return JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
}
