import type { Seconds } from '../../src/events/core/time.ts';

/** Counts the quotes of each address that wait to be paid, in this process. */
interface OpenQuotes {
  /** Counts one more quote of that address until it ends; false where the address has as many as it may have. */
  open(from: string, id: string, until: Seconds): boolean;
  /** Counts a quote no longer, as it is paid. */
  settle(id: string): void;
}

/** Quotes that are counted in all; beyond that the oldest are not. */
const MOST = 100_000;

/** At most `most` for each address: nobody can use up the quotes of others. */
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
