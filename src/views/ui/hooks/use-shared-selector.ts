import { useRef, useSyncExternalStore } from 'react';

interface Read<S> {
  readonly getSnapshot: () => S;
  readonly subscribe: (observer: { next: () => void; error: () => void }) => {
    unsubscribe: () => void;
  };
}

interface Last<S, T> {
  snapshot: S;
  select: (snapshot: S) => T;
  value: T;
}

/**
 * As `useSelector`, for actors with hundreds of readers on a page of notes. All readers of one
 * actor share a subscription, and each needs two hooks instead of nine.
 */
export function useSharedSelector<S, T>(
  actor: Read<S>,
  select: (snapshot: S) => T,
  isSame: (one: T, other: T) => boolean = Object.is,
): T {
  const last = useRef<Last<S, T>>(undefined);
  return useSyncExternalStore(subscriptionTo(actor), () => {
    const snapshot = actor.getSnapshot();
    // hundreds of readers run for each burst: create no new object for each of them
    const kept = (last.current ??= { snapshot, select, value: select(snapshot) });
    if (kept.snapshot === snapshot && kept.select === select) return kept.value;
    const next = select(snapshot);
    kept.snapshot = snapshot;
    kept.select = select;
    if (!isSame(kept.value, next)) kept.value = next;
    return kept.value;
  });
}

type Subscribe = (listener: () => void) => () => void;

const subscriptions = new WeakMap<object, Subscribe>();

function subscriptionTo(actor: Pick<Read<unknown>, 'subscribe'>): Subscribe {
  const known = subscriptions.get(actor);
  if (known) return known;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  let subscription: { unsubscribe: () => void } | undefined;
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener);
    subscription ??= actor.subscribe({ next: tell, error: tell });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      subscription?.unsubscribe();
      subscription = undefined;
    };
  };
  subscriptions.set(actor, subscribe);
  return subscribe;
}
