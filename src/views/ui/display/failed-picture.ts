import { fallbackUrls } from '../../../events/media/blob.ts';

/** The first pause before a picture is tried again. It doubles each time. */
const FIRST_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 320_000;
/** The first requests of a network that has just returned may fail. */
const SETTLED_MS = 1_000;

const pauses = new Map<string, number>();
/** The views that wait for each picture. They try it again together. */
const waiting = new Map<string, (() => void)[]>();

/** Return the addresses of the same file by its hash at our own media server (NOTE-05). */
function fallbackOf(src: readonly string[]): readonly string[] {
  const home = window.location.origin;
  return fallbackUrls(src.at(-1) ?? '', [home], { home });
}

/**
 * Provide the fallback of a picture. If all its addresses have failed, call `again` with none
 * later, up to five times on a page: a busy service could not make its copy in time (MEDIA-04).
 * Offline it waits for the network instead. Only that retries pictures that are no copies of our
 * own service. `failed`: the address that has failed now.
 */
export function onFailure(
  src: readonly string[],
  failed: string,
  setFallback: (fallback: () => typeof fallbackOf) => void,
  again: (failed: readonly string[]) => void,
): void {
  setFallback(() => fallbackOf);
  const [copy = ''] = src;
  const isCopy = copy.startsWith(`${window.location.origin}/media-cache?`);
  if ((!isCopy && navigator.onLine) || failed !== [...src, ...fallbackOf(src)].at(-1)) return;
  const show = () => again([]);
  const others = waiting.get(copy);
  if (others) return void others.push(show);
  const isOffline = !navigator.onLine;
  const pause = pauses.get(copy) ?? FIRST_PAUSE_MS;
  if (pause > LONGEST_PAUSE_MS && !isOffline) return;
  const views = [show];
  waiting.set(copy, views);
  const retry = () => {
    waiting.delete(copy);
    for (const each of views) each();
  };
  // offline a try cannot help, and does not count
  if (isOffline)
    return window.addEventListener('online', () => setTimeout(retry, SETTLED_MS), { once: true });
  pauses.set(copy, 2 * pause);
  setTimeout(retry, pause);
}
