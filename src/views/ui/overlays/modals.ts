import { type RefObject, useSyncExternalStore } from 'react';

interface Modal {
  readonly box: HTMLDialogElement;
  /** Opens it in front of all others, with its focus. */
  readonly show: () => void;
}

/** The last one is in front. */
let open: readonly Modal[] = [];
const listeners = new Set<() => void>();

/**
 * Registers an open modal. Everything outside it is inert until the returned function is called.
 */
export function enterModal(modal: Modal): () => void {
  change([...open, modal]);
  return () => change(open.filter((one) => one !== modal));
}

/** Show a modal that the browser has closed, and again those in front, which it would cover. */
export function showAgain(closed: HTMLDialogElement): void {
  for (const { box, show } of open.slice(open.findIndex(({ box }) => box === closed))) {
    if (box.open) box.close();
    if (!box.open) show();
  }
}

/** The modal in front, for parts that must stay usable beside it. */
export function useTopModal(): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1)?.box);
}

/** True once the modal of this box is open. */
export function useIsOpen(box: RefObject<HTMLElement | null>): boolean {
  return useSyncExternalStore(subscribe, () => open.some((one) => one.box === box.current));
}

function change(next: readonly Modal[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
