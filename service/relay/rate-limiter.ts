/** What each of many has taken of what is his in a stretch of time. */
export interface Shares {
  /** Whether that much is left for him, which is his then. */
  take(name: string, amount: number): boolean;
}

/** Names that are remembered in one stretch. */
const MOST_NAMES = 100_000;

/**
 * Shares of `most` for each stretch of `length` seconds by the clock. Names cost whoever makes them up nothing: where there are too many,
 * those who took something first are forgotten, so that memory stays bounded.
 */
export function openShares(most: number, length: number, now: () => number, names: number = MOST_NAMES): Shares {
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
