/** A repeatable sequence in place of chance: the next number in [0, 1) after `seed` (mulberry32). */
export function chance(seed: number): number {
  let t = (Math.floor(seed * 0x100000000) + 0x6d2b79f5) | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 0x100000000;
}

/** CACHE-02: 200 ms first, then doubling to 10 s; up to a quarter is taken off at random so that clients do not return together. */
export function backoff(retries: number, random: number): number {
  if (retries === 0) return 200;
  return Math.round(Math.min(10_000, 200 * 2 ** retries) * (1 - random / 4));
}

/** CACHE-05: fail-over picks one of the pool at random. */
export function pickUrl(urls: readonly string[], random: number): string {
  return urls[Math.floor(random * urls.length)] ?? '';
}
