import type { Zapped } from './use-zap.ts';

/**
 * A press on a zap button before its amount was known: the code of money, or the account's
 * settings, were not loaded.
 */
interface EarlyZap {
  readonly id: string;
  readonly zapped: Zapped;
  /**
   * True if the recipient has no lightning address. It opens the dialog if they accept nutzaps, and
   * pays nothing by itself.
   */
  readonly isGift: boolean;
}

let waiting: readonly EarlyZap[] = [];
const listeners = new Set<() => void>();

function set(next: readonly EarlyZap[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Zaps that were pressed early. Each is taken only once. */
export const earlyZaps = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: () => waiting,
  /** Several presses in a row are one zap. */
  hold(zapped: Zapped, isGift = false): void {
    const isSame = (one: Zapped) =>
      one.pubkey === zapped.pubkey && one.event?.id === zapped.event?.id;
    if (!waiting.some((early) => isSame(early.zapped)))
      set([...waiting, { id: crypto.randomUUID(), zapped, isGift }]);
  },
  take(id: string): boolean {
    const rest = waiting.filter((early) => early.id !== id);
    if (rest.length === waiting.length) return false;
    set(rest);
    return true;
  },
};
