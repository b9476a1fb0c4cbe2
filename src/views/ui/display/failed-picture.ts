import { fallbackUrls } from '../../../events/media/blob.ts';

/** The first pause before a picture is tried again. It doubles each time. */
const FIRST_PAUSE_MS = 20_000;
const LONGEST_PAUSE_MS = 320_000;

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
 * Pictures that are no copies of our own service are not tried again. `failed`: the address that
 * has failed now.
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
  if (!isCopy || failed !== [...src, ...fallbackOf(src)].at(-1)) return;
  const show = () => again([]);
  const others = waiting.get(copy);
  if (others) return void others.push(show);
  const pause = pauses.get(copy) ?? FIRST_PAUSE_MS;
  if (pause > LONGEST_PAUSE_MS) return;
  const views = [show];
  pauses.set(copy, 2 * pause);
  waiting.set(copy, views);
  setTimeout(() => {
    waiting.delete(copy);
    for (const each of views) each();
  }, pause);
}
