import type { Seconds } from '../../src/events/core/time.ts';

/** Counts unpaid quotes of each address in this process. */
interface OpenQuotes {
  /** Count a quote of that address until it ends. Returns false at the limit. */
  open(from: string, id: string, until: Seconds): boolean;
  /** Stop counting a paid quote. */
  settle(id: string): void;
}

/** Maximum number of counted quotes. Above it the oldest are dropped. */
const MOST = 100_000;

/** At most `most` for each address, so that no client can use up the quotes of others. */
export function openQuotes(most: number, now: () => Seconds): OpenQuotes {
  const waiting = new Map<string, { readonly from: string; readonly until: Seconds }>();
  const counts = new Map<string, number>();
  const settle = (id: string) => {
    const from = waiting.get(id)?.from;
    if (from === undefined) return;
    waiting.delete(id);
    const left = (counts.get(from) ?? 1) - 1;
    if (left > 0) counts.set(from, left);
    else counts.delete(from);
  };
  const dropEnded = () => {
    for (const [id, { until }] of waiting) {
      if (until > now() && waiting.size < MOST) return;
      settle(id);
    }
  };
  return {
    open(from, id, until) {
      dropEnded();
      if (waiting.has(id)) return true;
      const count = counts.get(from) ?? 0;
      if (count >= most) return false;
      counts.set(from, count + 1);
      waiting.set(id, { from, until });
      return true;
    },
    settle,
  };
}
