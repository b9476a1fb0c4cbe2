import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { Seconds } from '../../src/events/core/time.ts';
import { int, type Row, text, time } from './engine/row.ts';

/** A stored event. `raw` is its JSON, which can be sent unchanged. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly pubkey: string;
  readonly kind: number;
  readonly created_at: Seconds;
  readonly raw: string;
}

/** The columns of `events e` that `readStored` reads. */
export const STORED = 'e.seq, e.id, e.pubkey, e.kind, e.created_at, e.raw';

export function readStored(row: Row): StoredEvent {
  return {
    seq: int(row, 'seq'),
    id: text(row, 'id'),
    pubkey: text(row, 'pubkey'),
    kind: int(row, 'kind'),
    created_at: time(row, 'created_at'),
    raw: text(row, 'raw'),
  };
}

const parsed = new WeakMap<Pick<StoredEvent, 'raw'>, SignedEvent>();

/**
 * Parse the event of a stored row. The store contains only verified events. A row is parsed once
 * and then cached.
 */
export function parseStored(stored: Pick<StoredEvent, 'raw'>): SignedEvent {
  const event: SignedEvent = parsed.get(stored) ?? JSON.parse(stored.raw);
  parsed.set(stored, event);
  return event;
}
