let shown: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** The payment whose failure the user asked about, by its intent. */
export const paymentReasons = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => shown,
  show: (intent: string) => set(intent),
  close: () => set(undefined),
};
