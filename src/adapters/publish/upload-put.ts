import { type CallbackActorLogic, fromCallback } from 'xstate';
import { authorizationOf } from '../../events/account/http-auth.ts';
import { parseJson } from '../../events/json.ts';
import type { Millis } from '../../events/time.ts';
import type { PutInput, PutSignal } from '../../machines/publish/upload.machine.ts';

/** A descriptor is small (E-25). Bytes. */
const MOST_ANSWERED = 64 * 1024;

/**
 * The upload's `put` port: one PUT /upload (BUD-02), with the bytes that are gone as they go, which only this kind of request tells. No
 * cookies are sent. Ending the port breaks it off.
 */
export function uploadPut(now: () => Millis): CallbackActorLogic<{ type: 'put.none' }, PutInput> {
  return fromCallback<{ type: 'put.none' }, PutInput>(({ input: { server, bytes, type, hash, permit }, sendBack }) => {
    const request = new XMLHttpRequest();
    let isOver = false;
    const report = (signal: PutSignal): void => {
      if (!isOver) sendBack(signal);
    };
    const end = (signal: PutSignal): void => {
      report(signal);
      isOver = true;
      request.abort();
    };
    request.upload.addEventListener('progress', ({ loaded }) => report({ type: 'put.progress', sent: loaded }));
    request.addEventListener('progress', ({ loaded }) => {
      if (loaded > MOST_ANSWERED) end({ type: 'put.broken' });
    });
    request.addEventListener('load', () => {
      const { status } = request;
      const ok = status >= 200 && status < 300;
      report({ type: 'put.answered', ok, status, body: parseJson(request.responseText), reason: reasonOf(request), now: now() });
    });
    request.addEventListener('error', () => report({ type: 'put.broken' }));
    request.open('PUT', `${server}/upload`);
    request.setRequestHeader('Authorization', authorizationOf(permit));
    request.setRequestHeader('Content-Type', type);
    request.setRequestHeader('X-SHA-256', hash);
    request.send(bytes);
    return () => {
      isOver = true;
      request.abort();
    };
  });
}

/** X-Reason (BUD-01), where the server lets this page read it: asking for a header by name is an error in the console where not. */
function reasonOf(request: XMLHttpRequest): string {
  const line = request
    .getAllResponseHeaders()
    .split('\r\n')
    .find((header) => header.toLowerCase().startsWith('x-reason:'));
  return line?.slice('x-reason:'.length).trim() ?? '';
}
