import { parseJson } from '../../../events/core/json.ts';
import { cappedText, type Web } from '../../connection/http.ts';

/** Timeout in milliseconds. A mirroring server fetches the whole file before it responds. */
const TIMEOUT_MS = 60_000;

/** No cookies, no referrer, and no redirect is followed (E-24). */
const ALONE = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * Return the status of a media server's response, without reading its body and bypassing the cache.
 * `undefined` if it does not respond. Aborted with `signal`.
 */
export async function getStatus(
  { fetch }: Web,
  url: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const response = await fetch(url, { ...ALONE, cache: 'no-store', signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}

/**
 * Sends a mirror request to a media server, and returns the JSON of its response. `undefined` for a
 * refusal, a timeout of one minute, or an oversized response (E-25). The request continues without
 * a listener, even after the page is closed.
 */
export async function putOrder(
  { fetch }: Web,
  url: string,
  order: unknown,
  authorization: string,
): Promise<unknown> {
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const asked = {
    ...ALONE,
    method: 'PUT',
    body: JSON.stringify(order),
    headers,
    keepalive: true,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  try {
    const response = await fetch(url, asked);
    const text = response.ok ? await cappedText(response) : undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

/** The response of a media server to a file. `reason`: its words (BUD-01), or ''. */
interface FileAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly reason: string;
  readonly body: unknown;
}

/** Send a file. `undefined` if there is no response, or an oversized one (E-25). */
export async function putFile(
  { fetch }: Web,
  url: string,
  bytes: Blob,
  {
    type,
    hash,
    authorization,
  }: { readonly type: string; readonly hash: string; readonly authorization: string },
  signal: AbortSignal,
): Promise<FileAnswer | undefined> {
  const headers = { Authorization: authorization, 'Content-Type': type, 'X-SHA-256': hash };
  try {
    const response = await fetch(url, { ...ALONE, method: 'PUT', body: bytes, headers, signal });
    const text = await cappedText(response);
    if (text === undefined) return undefined;
    const { ok, status } = response;
    return { ok, status, reason: response.headers.get('X-Reason') ?? '', body: parseJson(text) };
  } catch {
    return undefined;
  }
}
