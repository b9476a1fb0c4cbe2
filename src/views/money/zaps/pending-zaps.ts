import { inMillis, millis } from '../../../events/core/time.ts';

/** A zap that was begun on this page, by that account. `base`: sats that the thing was counted with by then; `target`: id or address of the thing, or a key. */
export interface BegunZap {
  readonly intent: string;
  readonly account: string;
  readonly target: string;
  readonly sats: number;
  readonly base: number;
}

/** How long a zap counts of which the log has nothing yet. */
const PATIENCE = millis(60_000);

let begun: readonly BegunZap[] = [];
let early: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Counts a zap at once, from its press on (ZAP-03): the log of payments takes over with its first line. */
export function beginZap(zap: BegunZap): void {
  begun = [...begun, zap];
  early = new Set(early).add(zap.intent);
  setTimeout(() => {
    early = new Set([...early].filter((intent) => intent !== zap.intent));
    tell();
  }, inMillis(PATIENCE));
  tell();
}

/** Zaps that were begun here, and those of them that count although the log does not know them. */
export const begunZaps = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: () => begun,
  early: () => early,
};
