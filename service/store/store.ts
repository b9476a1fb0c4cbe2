import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Filter } from '../../src/events/connection/filter.ts';
import type { SignedEvent, VerifiedEvent } from '../../src/events/event.ts';
import type { MediaStore } from './media-table.ts';

/** A row as SQLite gives it. Read it with `text`, `int`, `maybeText`, `maybeInt` of `row.ts`. */
export type Row = Record<string, SQLOutputValue>;

/** A stored event without its parts parsed: `raw` is its JSON and can be sent as it is. */
export interface StoredEvent {
  readonly seq: number;
  readonly id: string;
  readonly pubkey: string;
  readonly kind: number;
  readonly created_at: number;
  readonly raw: string;
}

/** What became of a batch. `ephemeral` events (NIP-01) are passed on to listeners and not kept. */
export interface Inserted {
  readonly added: readonly VerifiedEvent[];
  readonly duplicates: readonly VerifiedEvent[];
  readonly ephemeral: readonly VerifiedEvent[];
  readonly refused: readonly { readonly event: VerifiedEvent; readonly reason: string }[];
}

/** The one store of the service. All calls are synchronous; all derived tables (schema.ts) are kept true inside `insert`. */
export interface Store {
  readonly db: DatabaseSync;
  /** The service's clock, in seconds. */
  now(): number;
  /** One transaction; committed to the disk when it returns. `relay`: where the events were seen. */
  insert(events: readonly VerifiedEvent[], relay?: string): Inserted;
  /** Called after each commit that brought something. Returns the way to stop. */
  onInserted(listener: (inserted: Inserted) => void): () => void;
  /** Rows of a statement; statements are prepared once and kept by their text, so pass lists as JSON: `in (select value from json_each(?))`. */
  all<T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T): T[];
  one<T>(sql: string, params: readonly SQLInputValue[], read: (row: Row) => T): T | undefined;
  run(sql: string, params: readonly SQLInputValue[]): void;
  /** Runs `work` in one transaction; throws what it throws, with nothing written. */
  transaction<T>(work: () => T): T;
  /** Current events by id, in the order asked; unknown and deleted ones are left out. Older versions are found too. */
  events(ids: readonly string[]): StoredEvent[];
  /** The current version of a replaceable or addressable event, by `kind:pubkey:d`. */
  latest(address: string): StoredEvent | undefined;
  /** NIP-01 and NIP-50 filters: newest first, no event twice, at most `limit` of each filter's own or of the cap. */
  query(filters: readonly Filter[], cap: number): StoredEvent[];
  /** NIP-45. */
  count(filters: readonly Filter[]): number;
  readonly media: MediaStore;
  /** Forgets what expired (NIP-40), lets the day's scores fade, releases what was quarantined. Cheap when nothing is due. */
  sweep(): void;
  /** Whether no event was ever stored. */
  isEmpty(): boolean;
  /** Moves the write-ahead log into the file. */
  checkpoint(): void;
  close(): void;
}

/** The event in a stored row. The store holds only what was verified on the way in. */
export function parseStored(stored: Pick<StoredEvent, 'raw'>): SignedEvent {
  const event: SignedEvent = JSON.parse(stored.raw);
  return event;
}
