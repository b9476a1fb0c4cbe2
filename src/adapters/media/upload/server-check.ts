import type { PromiseActorLogic } from 'xstate';
import { mediaServerOrigin } from '../../../events/account/lists/list-definitions.ts';
import type { ServerCheckInput } from '../../../machines/media/upload/server-check.machine.ts';
import type { Web } from '../../connection/http.ts';
import { getStatus } from './media-http.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The server check's `get` port (MEDIA-03): the status of a media server's response. `undefined` if
 * it may not be requested, or did not respond.
 */
export function serverCheck(web: Web): PromiseActorLogic<number | undefined, ServerCheckInput> {
  return promiseAdapter(async ({ input, signal }) => {
    const origin = mediaServerOrigin(input.origin, web.home);
    return origin === undefined ? undefined : await getStatus(web, `${origin}/`, signal);
  });
}
