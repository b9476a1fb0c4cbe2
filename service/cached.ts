import { plus, type Seconds } from '../src/events/core/time.ts';

/** An owner with a clock. */
interface HasClock {
  now(): Seconds;
}

interface Cached<T> {
  readonly until: Seconds;
  readonly value: T;
}

const MOST_KEPT = 200;

/**
 * Cache a frequently used value under `name` for `length` of its owner's clock. Pending promises
 * are shared, and failed ones are dropped.
 */
export function cachedFor<T>(length: Seconds): (owner: HasClock, name: string, make: () => T) => T {
  const owners = new WeakMap<HasClock, Map<string, Cached<T>>>();
  return (owner, name, make) => {
    const kept = owners.get(owner) ?? new Map<string, Cached<T>>();
    owners.set(owner, kept);
    const now = owner.now();
    const found = kept.get(name);
    if (found && now < found.until) return found.value;
    if (kept.size >= MOST_KEPT) kept.clear();
    const value = make();
    const made = { until: plus(now, length), value };
    kept.set(name, made);
    if (value instanceof Promise)
      value.catch(() => {
        if (kept.get(name) === made) kept.delete(name);
      });
    return value;
  };
}
