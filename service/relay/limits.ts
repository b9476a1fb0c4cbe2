import { seconds } from '../../src/events/core/time.ts';

/**
 * Limits of one connection. NIP-11 publishes most of them. Bytes (`message`: one message, and the
 * requests of all open subscriptions together), counts, characters, seconds.
 */
export const LIMITS = {
  message: 4 * 1024 * 1024,
  subscriptions: 100,
  filters: 20,
  /** Filters of all open subscriptions together. Each new event is compared with each of them. */
  openFilters: 500,
  /** Values in the lists of one request, and of all open subscriptions together. */
  values: 60_000,
  /**
   * Values, plus ids of events that a response remembers: of all connections of one address, and of
   * all. `freeValues` of each connection are not counted.
   */
  heldValues: { address: 240_000, all: 2_000_000 },
  freeValues: 3_000,
  limit: 1_000,
  subId: 64,
  /** Characters of queued messages at which reading pauses. */
  queue: 1_000_000,
  /** Events without a verdict at which the next message waits. */
  offered: 50,
  /** Bytes of a response that are sent ahead of a slow reader. */
  ahead: 256 * 1024,
  /** Bytes of unread live events at which the client is disconnected. */
  backlog: 8 * 1024 * 1024,
  /** Events that are held for comparisons (NIP-77): of one connection, and of all together. */
  reconciled: 100_000,
  reconciledInAll: 2_000_000,
  future: seconds(900),
  proof: seconds(600),
  accounts: 20,
} as const;
