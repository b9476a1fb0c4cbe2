import { fromPromise, type PromiseActorLogic } from 'xstate';
import { mediaServerOrigin } from '../../events/account/list-form.ts';
import type { ServerCheckInput } from '../../machines/publish/server-check.machine.ts';
import type { Web } from '../connection/http.ts';

/**
 * The server check's `get` port (MEDIA-03): the status of a media server's answer, its body not read. Undefined where it may not be asked, or
 * did not answer: it sends no cookies, follows no redirect (E-24), and asks past the browser's cache. Ending the port breaks it off.
 */
export function serverCheck({ fetch, home }: Web): PromiseActorLogic<number | undefined, ServerCheckInput> {
  return fromPromise(async ({ input, signal }) => {
    const origin = mediaServerOrigin(input.origin, home);
    if (origin === undefined) return undefined;
    const asked = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store', signal } as const;
    const response = await fetch(`${origin}/`, asked).catch(() => undefined);
    await response?.body?.cancel();
    return response?.status;
  });
}
