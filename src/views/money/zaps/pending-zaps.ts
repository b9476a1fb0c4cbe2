import { inMillis, millis } from '../../../events/core/time.ts';

/**
 * A zap that this account started on this page. `base`: sats of the target at that time. `target`:
 * id or address of the target, or a key.
 */
export interface BegunZap {
  readonly intent: string;
  readonly account: string;
  readonly target: string;
  readonly sats: number;
  readonly base: number;
}

/** How long a zap counts that is not in the log yet. */
const TIMEOUT = millis(60_000);

let begun: readonly BegunZap[] = [];
let early: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/**
 * Count a zap at once, from its press on (ZAP-03). The log of payments takes over with its first
 * entry.
 */
export function beginZap(zap: BegunZap): void {
  begun = [...begun, zap];
  early = new Set(early).add(zap.intent);
  setTimeout(() => {
    early = new Set([...early].filter((intent) => intent !== zap.intent));
    tell();
  }, inMillis(TIMEOUT));
  tell();
}

/** Zaps that were started here, and those that count although they are not in the log. */
export const begunZaps = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: () => begun,
  early: () => early,
};
