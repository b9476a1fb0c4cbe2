import { useSyncExternalStore } from 'react';

let open: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

/**
 * Registers an open modal. Everything outside it is inert until the returned function is called.
 */
export function enterModal(box: HTMLElement): () => void {
  change([...open, box]);
  return () => change(open.filter((one) => one !== box));
}

/** The modal in front, for parts that must stay usable beside it. */
export function useTopModal(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1));
}

function change(next: readonly HTMLElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
