/** A random stream that depends on its seed only. */
export interface Rng {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `low` to `high`, both inclusive. */
  int(low: number, high: number): number;
  /** A number in [low, high). */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  /** Throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** Pick an item with a probability by its weight. */
  weighted<T>(list: readonly T[], weight: (item: T) => number): T;
  /** Return a new list in random order. */
  shuffle<T>(list: readonly T[]): T[];
  /** Pick `count` different items, or fewer from a shorter list. */
  sample<T>(list: readonly T[], count: number): T[];
  /** Approximately normal: mean 0, deviation 1. */
  bell(): number;
  /**
   * Return a separate stream for a part of the work, so that changes in one part do not affect the
   * others.
   */
  fork(name: string): Rng;
}

/** Return the stream of a seed: sfc32, initialized from a hash of the text. */
export function rngOf(seed: string): Rng {
  const next = sfc32(seed);
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error(`nothing to choose from in ${seed}`);
    return list[int(0, list.length - 1)]!;
  };
  const shuffle = <T>(list: readonly T[]): T[] => {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = int(0, i);
      [out[i], out[j]] = [out[j]!, out[i]!];
    }
    return out;
  };
  return {
    next,
    int,
    pick,
    shuffle,
    between: (low, high) => low + next() * (high - low),
    chance: (share) => next() < share,
    weighted: (list, weight) => pickWeighted(list, weight, next(), pick),
    sample: (list, count) => shuffle(list).slice(0, count),
    bell: () =>
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() +
      next() -
      6,
    fork: (name) => rngOf(`${seed}/${name}`),
  };
}

function pickWeighted<T>(
  list: readonly T[],
  weight: (item: T) => number,
  point: number,
  pick: (list: readonly T[]) => T,
): T {
  let left = point * list.reduce((sum, item) => sum + weight(item), 0);
  for (const item of list) {
    left -= weight(item);
    if (left < 0) return item;
  }
  return pick(list);
}

function sfc32(seed: string): () => number {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 4_294_967_296;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** FNV-1a with a salt and a final mix. */
function hash(text: string, salt: number): number {
  let state = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return state ^ (state >>> 16);
}
