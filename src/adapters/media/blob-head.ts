import type { Web } from '../connection/http.ts';

/**
 * The `head` port: whether a file lies at an address that passed the url policy (BUD-01). A server that sends elsewhere has it, too; nobody
 * follows from here. No cookies, no referrer.
 */
export function blobHead({ fetch }: Web): (url: string, signal: AbortSignal) => Promise<boolean> {
  return async (url, signal) => {
    try {
      const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', credentials: 'omit', referrerPolicy: 'no-referrer', signal });
      return answer.ok || answer.type === 'opaqueredirect';
    } catch {
      signal.throwIfAborted();
      return false;
    }
  };
}
