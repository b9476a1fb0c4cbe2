import { parseJson } from '../../events/core/json.ts';

/** E-25: maximum size of a names document or a preview, in bytes. */
const MAX_BODY = 256 * 1024;
const DEADLINE = 5_000;

/** The dependencies for fetching documents. `home` is the origin of the page. */
export interface Web {
  readonly fetch: typeof fetch;
  readonly home: string;
}

/**
 * Return the page's `fetch`, which is read with each request: the inspector replaces it to cut the
 * network.
 */
export function pageFetch(page: Window): typeof fetch {
  return (...request) => page.fetch(...request);
}

/**
 * Fetch the JSON document at an address that has passed the url policy. `undefined` for an error, a
 * redirect (E-24), more than 256 KB, or a timeout of 5 s. Sends no cookies and no referrer. Rejects
 * only when `signal` is aborted.
 */
export async function getJson(
  web: Web,
  url: string,
  signal: AbortSignal,
  accept = 'application/json',
): Promise<unknown> {
  try {
    const response = await web.fetch(url, {
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept },
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]),
    });
    const text = response.ok ? await cappedText(response) : undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** The body as text. `undefined` once it is larger than allowed. The rest is not fetched. */
export async function cappedText({ body }: Response): Promise<string | undefined> {
  const reader = body?.getReader();
  if (!reader) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_BODY) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
