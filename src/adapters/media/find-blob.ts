import type { Web } from '../connection/http.ts';

interface Parts extends Web {
  readonly urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
}

type Find = (url: string, signal: AbortSignal) => Promise<string | undefined>;

/** Bytes of a file that the page loads itself, and the number of them that it keeps. */
const MOST_BYTES = { image: 20 * 2 ** 20, other: 50 * 2 ** 20 } as const;
const MOST_KEPT = 24;
const OPTIONS = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * The `head` port: the address itself if a file exists there, which passed the url policy (BUD-01).
 * A redirect counts, too, but is not followed. No cookies, no referrer. If the page's policy allows
 * no pictures of other sites, the file is fetched, and the address is one of this page (TRUST-08).
 */
export function findBlob({ fetch, home, urls }: Parts): Find {
  const kept = new Map<string, string>();
  const keep = (url: string, file: Blob): string => {
    const address = urls.createObjectURL(file);
    kept.set(url, address);
    const [oldest] = kept;
    if (oldest && kept.size > MOST_KEPT) {
      kept.delete(oldest[0]);
      urls.revokeObjectURL(oldest[1]);
    }
    return address;
  };
  const find = async (url: string, signal: AbortSignal): Promise<string | undefined> => {
    const isHere = URL.parse(url)?.origin === home;
    if (isHere || document.documentElement.dataset['media'] !== 'only') {
      const answer = await fetch(url, { ...OPTIONS, method: 'HEAD', redirect: 'manual', signal });
      return answer.ok || answer.type === 'opaqueredirect' ? url : undefined;
    }
    const known = kept.get(url);
    if (known !== undefined) return known;
    const file = await medium(await fetch(url, { ...OPTIONS, redirect: 'error', signal }));
    return file && keep(url, file);
  };
  return async (url, signal) => {
    try {
      return await find(url, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}

/** Read a picture of at most 20 MB, or a video or sound of at most 50 MB. */
async function medium({ ok, headers, body }: Response): Promise<Blob | undefined> {
  const type = headers.get('content-type') ?? '';
  if (!ok || !body || !/^(?:image|video|audio)\//.test(type)) return undefined;
  const most = type.startsWith('image/') ? MOST_BYTES.image : MOST_BYTES.other;
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
    chunks.push(value);
  }
}
