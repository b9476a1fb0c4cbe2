import { parseJson } from '../../../events/core/json.ts';
import { cappedText, type Web } from '../../connection/http.ts';

/** A server that mirrors fetches the whole file before it answers. Milliseconds. */
const PATIENCE = 60_000;

/** No cookies, no referrer, and no redirect is followed (E-24). */
const ALONE = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;

/**
 * The status with which a media server's address answers, its body not read and past the browser's cache. Undefined where it does not answer.
 * Ends when `signal` is aborted.
 */
export async function getStatus({ fetch }: Web, url: string, signal: AbortSignal): Promise<number | undefined> {
  const response = await fetch(url, { ...ALONE, cache: 'no-store', signal }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}

/**
 * Puts an order to a media server, and gives the JSON of its answer: undefined for a refusal, for none within a minute, and for one that is too
 * large (E-25). It goes on where nobody waits for it any more, even if the page is closed.
 */
export async function putOrder({ fetch }: Web, url: string, order: unknown, authorization: string): Promise<unknown> {
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const asked = { ...ALONE, method: 'PUT', body: JSON.stringify(order), headers, keepalive: true, signal: AbortSignal.timeout(PATIENCE) };
  try {
    const response = await fetch(url, asked);
    const text = response.ok ? await cappedText(response) : undefined;
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}
