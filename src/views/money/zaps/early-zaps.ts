import type { Zapped } from './use-zap.ts';

/** A press on a bolt that came before it could be told what it gives: before the code of money, or the account's settings, were here. */
interface EarlyZap {
  readonly id: string;
  readonly zapped: Zapped;
  /** Who is zapped names no lightning address: it opens the dialog where he takes nutzaps, and gives nothing by itself. */
  readonly isGift: boolean;
}

let waiting: readonly EarlyZap[] = [];
const listeners = new Set<() => void>();

function set(next: readonly EarlyZap[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Zaps that were pressed early. Each is taken once, whoever asks for it how often. */
export const earlyZaps = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: () => waiting,
  /** Several presses in a row are one zap. */
  hold(zapped: Zapped, isGift = false): void {
    const isSame = (one: Zapped) => one.pubkey === zapped.pubkey && one.event?.id === zapped.event?.id;
    if (!waiting.some((early) => isSame(early.zapped))) set([...waiting, { id: crypto.randomUUID(), zapped, isGift }]);
  },
  take(id: string): boolean {
    const rest = waiting.filter((early) => early.id !== id);
    if (rest.length === waiting.length) return false;
    set(rest);
    return true;
  },
};
