import type { Store } from '../store/store.ts';

interface Kept<T> {
  readonly until: number;
  readonly value: T;
}

const MOST_KEPT = 200;

/** Keeps what many ask for: gives the value of that name, made anew when it is older than `seconds` of the store's clock. */
export function keepFor<T>(seconds: number): (store: Store, name: string, make: () => T) => T {
  const stores = new WeakMap<Store, Map<string, Kept<T>>>();
  return (store, name, make) => {
    const kept = stores.get(store) ?? new Map<string, Kept<T>>();
    stores.set(store, kept);
    const now = store.now();
    const found = kept.get(name);
    if (found && now < found.until) return found.value;
    if (kept.size >= MOST_KEPT) kept.clear();
    const value = make();
    kept.set(name, { until: now + seconds, value });
    return value;
  };
}
