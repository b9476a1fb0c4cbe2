import { seconds } from '../../src/events/core/time.ts';

/**
 * What one connection may ask of the relay; most of it is told to everybody by NIP-11. Bytes (`message`: one message, and the questions of
 * all open subscriptions together), counts, characters, seconds.
 */
export const LIMITS = {
  message: 4 * 1024 * 1024,
  subscriptions: 100,
  filters: 20,
  /** Filters of all open subscriptions together. Each new event is compared with each of them. */
  openFilters: 500,
  /** Values in the lists of one question, and of all open subscriptions together. */
  values: 60_000,
  /** Values, and ids of events that an answer remembers, of all connections of one address and of all; `freeValues` of each connection are not counted. */
  heldValues: { address: 240_000, all: 2_000_000 },
  freeValues: 3_000,
  limit: 1_000,
  subId: 64,
  /** Characters of messages that wait before no more are read. */
  queue: 1_000_000,
  /** Events without a verdict before the next message is looked at. */
  offered: 50,
  /** Bytes of an answer that are sent ahead of who reads it. */
  ahead: 256 * 1024,
  /** Bytes of news that were not read before the client is let go. */
  backlog: 8 * 1024 * 1024,
  /** Events that are held for comparisons (NIP-77): of one connection, and of all together. */
  reconciled: 100_000,
  reconciledInAll: 2_000_000,
  future: seconds(900),
  proof: seconds(600),
  accounts: 20,
} as const;
