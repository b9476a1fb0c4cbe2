/** Amounts that each name has used of its share in a period. */
export interface RateLimiter {
  /** True if the name still has that amount left. It is then used. */
  take(name: string, amount: number): boolean;
}

/** Names that are remembered in one period. */
const MOST_NAMES = 100_000;

/**
 * Shares of `most` for each period of `length` seconds. Names can be invented freely, so above
 * `names` the oldest are dropped and memory stays bounded.
 */
export function openRateLimiter(
  most: number,
  length: number,
  now: () => number,
  names: number = MOST_NAMES,
): RateLimiter {
  const taken = new Map<string, number>();
  let stretch = Number.NaN;
  return {
    take(name, amount) {
      if (most === Infinity) return true;
      const current = Math.floor(now() / length);
      if (current !== stretch) taken.clear();
      stretch = current;
      const sum = (taken.get(name) ?? 0) + amount;
      if (sum > most) return false;
      const first = taken.keys().next();
      if (!taken.has(name) && taken.size >= names && first.done !== true) taken.delete(first.value);
      taken.set(name, sum);
      return true;
    },
  };
}
