/**
 * Return the next pseudo-random number in [0, 1) after `seed` (mulberry32), so that tests are
 * repeatable.
 */
export function chance(seed: number): number {
  let t = (Math.floor(seed * 0x100000000) + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 0x100000000;
}

/**
 * CACHE-02: delays start at 200 ms and double up to 10 s. A random part of up to a quarter is
 * subtracted, so that clients do not return together.
 */
export function backoff(retries: number, random: number): number {
  if (retries === 0) return 200;
  return Math.round(Math.min(10_000, 200 * 2 ** retries) * (1 - random / 4));
}

/** CACHE-05: fail-over picks a random address of the pool. */
export function pickUrl(urls: readonly string[], random: number): string {
  return urls[Math.floor(random * urls.length)] ?? '';
}

/** Derive a seed for each relay, so that relays do not reconnect in step. */
export function seedOf(seed: number, key: string): number {
  let hash = seed;
  for (let i = 0; i < key.length; i++) hash = chance((hash + key.charCodeAt(i) / 0x10000) % 1);
  return hash;
}
