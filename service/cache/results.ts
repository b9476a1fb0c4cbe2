import { RESULT } from '../../src/events/nostr/kinds.ts';
import type { StoredEvent } from '../store/stored-event.ts';

/**
 * JSON text of one object of a response. A signed event is sent as stored, so that clients can
 * verify it.
 */
export type Result = string;

/** Return an unsigned result. Its `content` is a string of JSON for any value. */
export function synthetic(
  kind: number,
  content: unknown,
  beside: Readonly<Record<string, unknown>> = {},
): Result {
  return JSON.stringify({ kind, ...beside, content: JSON.stringify(content) });
}

/** Join the parts of an answer. A result that several parts have is sent once. */
export function joined(...parts: readonly (readonly Result[])[]): Result[] {
  return [...new Set(parts.flat())];
}

/**
 * Return a signed event that was not requested itself but belongs to a requested one (10000107).
 */
export function wrapped(event: Pick<StoredEvent, 'pubkey' | 'raw'>): Result {
  return JSON.stringify({ kind: RESULT.Referenced, pubkey: event.pubkey, content: event.raw });
}
