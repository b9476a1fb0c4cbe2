import { inSeconds, minus, type Seconds, seconds } from '../../src/events/core/time.ts';

/** Pages that could not be fetched, and are left alone for a while. */
export interface Failures {
  has(url: string): boolean;
  failed(url: string): void;
  succeeded(url: string): void;
}

const MOST = 5_000;
/** The pause after the first failure. Each further one is four times as long, up to a day. */
const FIRST = seconds(600);
const GROWTH = 4;
const LONGEST = seconds(86_400);

export function openFailures(now: () => Seconds): Failures {
  const pages = new Map<string, { readonly at: Seconds; readonly pause: Seconds }>();
  return {
    has(url) {
      const page = pages.get(url);
      return page !== undefined && page.at > minus(now(), page.pause);
    },
    failed(url) {
      const before = pages.get(url);
      const longer = before && Math.min(inSeconds(before.pause) * GROWTH, inSeconds(LONGEST));
      pages.delete(url);
      const [oldest] = pages.keys();
      if (pages.size >= MOST && oldest !== undefined) pages.delete(oldest);
      pages.set(url, { at: now(), pause: longer === undefined ? FIRST : seconds(longer) });
    },
    succeeded: (url) => void pages.delete(url),
  };
}
