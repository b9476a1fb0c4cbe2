import type { Web } from '../connection/http.ts';

/**
 * The `head` port: true if a file exists at an address that passed the url policy (BUD-01). A
 * redirect counts, too, but is not followed. No cookies, no referrer.
 */
export function blobHead({ fetch }: Web): (url: string, signal: AbortSignal) => Promise<boolean> {
  return async (url, signal) => {
    try {
      const answer = await fetch(url, {
        method: 'HEAD',
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal,
      });
      return answer.ok || answer.type === 'opaqueredirect';
    } catch {
      signal.throwIfAborted();
      return false;
    }
  };
}
