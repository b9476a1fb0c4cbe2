import { isAt } from '../../events/core/origin.ts';
import { safeMediaUrl } from '../../events/core/url.ts';
import { shownAs } from '../../events/media/shown-as.ts';
import type { Search } from '../../machines/media/blob-lookup.ts';
import type { Web } from '../connection/http.ts';

interface Parts extends Web {
  readonly urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
  /** Limit of all files that are shown at one time, in bytes. */
  readonly mostShown?: number;
}

/** Limits of a file that the page loads itself, in bytes. */
const MOST_BYTES = { image: 20 * 2 ** 20, other: 50 * 2 ** 20 } as const;
const MOST_SHOWN = 24 * MOST_BYTES.image;
const OPTIONS = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

interface Shown {
  readonly address: string;
  readonly size: number;
  holders: number;
}

/**
 * The `head` port: the address itself if a file exists there, which passed the url policy (BUD-01).
 * A redirect counts, too, but is not followed. No cookies, no referrer. If the page's policy allows
 * no pictures of other sites, the file is fetched, and the address is one of this page (TRUST-08).
 * That address ends with the last search that returned it.
 */
export function findBlob({ fetch, home, urls, mostShown = MOST_SHOWN }: Parts) {
  const shown = new Map<string, Shown>();
  let bytes = 0;

  /** Share a file with this search. Release it when the search ends. */
  const hold = (url: string, file: Shown, signal: AbortSignal): string => {
    file.holders += 1;
    const release = (): void => {
      file.holders -= 1;
      if (file.holders > 0) return;
      shown.delete(url);
      bytes -= file.size;
      urls.revokeObjectURL(file.address);
    };
    signal.addEventListener('abort', release, { once: true });
    return file.address;
  };

  const find = async (search: Search): Promise<string | undefined> => {
    const { url, isRequested, signal, onProgress } = search;
    signal.throwIfAborted();
    const isHere = isAt(url, home);
    // the service may have to fetch it first
    if (isHere) onProgress();
    if (isHere || document.documentElement.dataset['media'] !== 'only') {
      const answer = await fetch(url, { ...OPTIONS, method: 'HEAD', redirect: 'manual', signal });
      return answer.ok || answer.type === 'opaqueredirect' ? url : undefined;
    }
    const known = shown.get(url);
    if (known) return hold(url, known, signal);
    const redirect = isRequested ? 'follow' : 'error';
    const answer = await fetch(url, { ...OPTIONS, redirect, signal });
    const isSafe = !answer.redirected || safeMediaUrl(answer.url, home) !== undefined;
    const file = isSafe ? await medium(answer, onProgress) : undefined;
    signal.throwIfAborted();
    // another search may have fetched it meanwhile
    const other = shown.get(url);
    if (other) return hold(url, other, signal);
    if (!file || bytes + file.size > mostShown) return undefined;
    const made = { address: urls.createObjectURL(file), size: file.size, holders: 0 };
    shown.set(url, made);
    bytes += made.size;
    return hold(url, made, signal);
  };

  return async (search: Search): Promise<string | undefined> => {
    try {
      return await find(search);
    } catch {
      search.signal.throwIfAborted();
      return undefined;
    }
  };
}

/** Read a picture of at most 20 MB, or a video or sound of at most 50 MB. */
async function medium(
  { ok, headers, body }: Response,
  onProgress: () => void,
): Promise<Blob | undefined> {
  const [named = ''] = (headers.get('content-type') ?? '').split(';');
  const type = named.trim().toLowerCase();
  const as = shownAs(type);
  if (!ok || !body || as === 'download') {
    await body?.cancel();
    return undefined;
  }
  onProgress();
  const most = as === 'image' ? MOST_BYTES.image : MOST_BYTES.other;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks, { type });
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    onProgress();
    chunks.push(value);
  }
}
