import type { PromiseActorLogic } from 'xstate';
import { authorizationOf } from '../../../events/account/signing/http-auth.ts';
import type { MirrorInput } from '../../../machines/media/upload/mirror.machine.ts';
import type { Web } from '../../connection/http.ts';
import { putOrder } from './media-http.ts';
import { promiseAdapter } from '../../../machines/core/ports.ts';

/**
 * The mirror's `order` port: PUT /mirror with the file's address (BUD-04). Returns the server's
 * file descriptor. `undefined` if there is none.
 */
export function uploadMirror(web: Web): PromiseActorLogic<unknown, MirrorInput> {
  return promiseAdapter(({ input: { server, url, permit } }) =>
    putOrder(web, `${server}/mirror`, { url }, authorizationOf(permit)),
  );
}
