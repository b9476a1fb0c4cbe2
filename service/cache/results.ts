import { RESULT } from '../../src/events/nostr/kinds.ts';
import type { StoredEvent } from '../store/stored-event.ts';

/** JSON text of one object of an answer. A signed event goes out as the very text it is stored as, so that clients can verify it. */
export type Result = string;

/** An unsigned result (2.1): `content` is a string that holds JSON, whatever the value. */
export function synthetic(kind: number, content: unknown, beside: Readonly<Record<string, unknown>> = {}): Result {
  return JSON.stringify({ kind, ...beside, content: JSON.stringify(content) });
}

/** A signed event that was not asked for itself but belongs to what was (10000107). */
export function wrapped(event: Pick<StoredEvent, 'pubkey' | 'raw'>): Result {
  return JSON.stringify({ kind: RESULT.Referenced, pubkey: event.pubkey, content: event.raw });
}
