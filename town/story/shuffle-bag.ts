import type { Rng } from '../prng.ts';

/** Returns every item of a list once before it repeats, and never the same item twice in a row. */
export interface ShuffleBag<T> {
  next(): T;
  readonly size: number;
}

export function shuffleBagOf<T>(rng: Rng, list: readonly T[]): ShuffleBag<T> {
  let rest: T[] = [];
  let last: readonly T[] = [];
  return {
    size: list.length,
    next() {
      if (rest.length === 0) {
        const recent = last.slice(-Math.floor(list.length / 3));
        const early = list.filter((item) => !recent.includes(item));
        rest = [...rng.shuffle(early), ...rng.shuffle(recent)];
        last = rest;
      }
      const item = rest.shift();
      if (item === undefined) throw new Error('an empty bag');
      return item;
    },
  };
}

/** Bags by name, created on first use. */
export function namedShuffleBags<T>(rng: Rng): (name: string, list: readonly T[]) => ShuffleBag<T> {
  const bags = new Map<string, ShuffleBag<T>>();
  return (name, list) => {
    let bag = bags.get(name);
    if (!bag) bags.set(name, (bag = shuffleBagOf(rng.fork(name), list)));
    return bag;
  };
}
