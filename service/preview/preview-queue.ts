import { safeUrl } from '../../src/events/core/url.ts';
import { inSeconds, minus, type Seconds, seconds } from '../../src/events/core/time.ts';
import { openRateLimiter } from '../relay/rate-limiter.ts';
import type { Previewer } from './link-preview.ts';

/**
 * Makes previews in the background (NOTE-08), so that answers already have them. Pages that readers
 * see come before those of new events, and newer ones before older ones.
 */
export interface PreviewQueue {
  /** An answer links to these pages, and there is no fresh preview of them. */
  wanted(urls: readonly string[]): void;
  /** New events link to these pages. */
  found(urls: readonly string[]): void;
  /** Stop after the pages that are being fetched. */
  close(): Promise<void>;
}

interface QueueParts {
  readonly preview: Previewer;
  readonly now: () => Seconds;
  /** Time between two pages of one host. Milliseconds. */
  readonly pause?: number;
}

/** Pages that wait. Above that the oldest are dropped. */
const MOST_WAITING = 500;
/** Name resolution blocks a thread, of which a process has four. */
const AT_ONCE = 2;
const PAUSE = 1_000;
/** Pages of one host in an hour. */
const MOST_OF_HOST = 120;
const HOUR = 3_600;
/** Time until a page is tried again, after a failure too. */
const AGAIN = seconds(600);
const MOST_REMEMBERED = 5_000;
/** Address under which the guard counts previews made in the background. */
const BACKGROUND = 'previews of links';

/** Addresses in the order of their arrival, the newest last. */
type Line = Map<string, string>;

export function openPreviewQueue({ preview, now, pause = PAUSE }: QueueParts): PreviewQueue {
  const lines: readonly [readers: Line, events: Line] = [new Map(), new Map()];
  const tried = new Map<string, Seconds>();
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const shares = openRateLimiter(MOST_OF_HOST, HOUR, () => inSeconds(now()));
  let isOpen = true;
  const work = () => {
    while (isOpen && running.size < AT_ONCE) {
      const next = takeNext(lines, busy);
      if (!next) return;
      const job: Promise<void> = make(...next).finally(() => {
        running.delete(job);
        work();
      });
      running.add(job);
    }
  };
  const make = async (url: string, host: string) => {
    if (!shares.take(host, 1)) return;
    busy.add(host);
    remember(tried, url, now());
    // A store that is away, or a full disk, is reported by others.
    await preview(url, BACKGROUND).catch(() => undefined);
    const timer = setTimeout(() => {
      timers.delete(timer);
      busy.delete(host);
      work();
    }, pause).unref();
    timers.add(timer);
  };
  const add = (line: Line, urls: readonly string[]) => {
    if (!isOpen) return;
    for (const url of urls) {
      const host = hostOf(url);
      if (host === undefined || (tried.get(url) ?? seconds(0)) > minus(now(), AGAIN)) continue;
      const [readers, events] = lines;
      if (line === events && readers.has(url)) continue;
      for (const each of lines) each.delete(url);
      line.set(url, host);
      const [oldest] = line.keys();
      if (line.size > MOST_WAITING && oldest !== undefined) line.delete(oldest);
    }
    work();
  };
  return {
    wanted: (urls) => add(lines[0], urls),
    found: (urls) => add(lines[1], urls),
    async close() {
      isOpen = false;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}

/** Take the newest page whose host is not being asked. */
function takeNext(
  lines: readonly Line[],
  busy: ReadonlySet<string>,
): readonly [url: string, host: string] | undefined {
  for (const line of lines) {
    const next = [...line].findLast(([, host]) => !busy.has(host));
    if (!next) continue;
    line.delete(next[0]);
    return next;
  }
  return undefined;
}

function hostOf(url: string): string | undefined {
  const safe = safeUrl(url);
  return safe?.startsWith('http') ? new URL(safe).host : undefined;
}

function remember(tried: Map<string, Seconds>, url: string, at: Seconds): void {
  tried.delete(url);
  const [oldest] = tried.keys();
  if (tried.size >= MOST_REMEMBERED && oldest !== undefined) tried.delete(oldest);
  tried.set(url, at);
}
