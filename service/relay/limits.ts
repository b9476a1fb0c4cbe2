/** What one connection may ask of the relay; told to everybody by NIP-11. Bytes, counts, characters, seconds. */
export const LIMITS = {
  message: 4 * 1024 * 1024,
  subscriptions: 100,
  filters: 20,
  limit: 1_000,
  subId: 64,
  waiting: 2_000,
  backlog: 16 * 1024 * 1024,
  future: 900,
  proof: 600,
  accounts: 20,
} as const;
