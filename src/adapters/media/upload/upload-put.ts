import type { CallbackActorLogic } from 'xstate';
import { authorizationOf } from '../../../events/account/signing/http-auth.ts';
import { parseJson } from '../../../events/core/json.ts';
import { learnedTime, timeLeft, uploadTimeFrom } from '../../../events/media/upload-time.ts';
import { inMillis, millis, type Millis } from '../../../events/core/time.ts';
import type { PutInput, PutSignal } from '../../../machines/media/upload/upload.machine.ts';
import type { Scope } from '../../core/storage.ts';
import type { AccountKey } from '../../core/storage-keys.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/** Maximum size of a descriptor, in bytes (E-25). */
const MOST_ANSWERED = 64 * 1024;

/**
 * The upload's `put` port: one PUT /upload (BUD-02). It uses XMLHttpRequest, because only that
 * reports upload progress. No cookies are sent. Ending the port aborts the upload. The estimated
 * duration comes from earlier uploads of the account (`uploadTime`, LIMIT-05).
 */
export function uploadPut(
  now: () => Millis,
  storage: (account: string) => Pick<Scope<AccountKey>, 'read' | 'write'>,
): CallbackActorLogic<{ type: 'put.unavailable' }, PutInput> {
  return callbackAdapter<{ type: 'put.unavailable' }, PutInput>(
    ({ input: { account, server, bytes, type, hash, permit }, sendBack }) => {
      const kept = storage(account);
      const known = uploadTimeFrom(kept.read('uploadTime'));
      const began = now();
      let allGone: Millis | undefined;
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
      const tell = (sent: number): void =>
        report({ type: 'put.progress', sent, left: timeLeft(known, bytes.size, sent) });
      const learn = (): void => {
        if (allGone === undefined) return;
        const took = { moving: between(began, allGone), final: between(allGone, now()) };
        // includes measurements of other tabs
        kept.write(
          'uploadTime',
          learnedTime(uploadTimeFrom(kept.read('uploadTime')), bytes.size, took),
        );
      };
      request.upload.addEventListener('progress', ({ loaded }) => tell(loaded));
      request.upload.addEventListener('load', () => {
        allGone = now();
      });
      request.addEventListener('progress', ({ loaded }) => {
        if (loaded > MOST_ANSWERED) end({ type: 'put.broken' });
      });
      request.addEventListener('load', () => {
        const { status } = request;
        const ok = status >= 200 && status < 300;
        if (ok) learn();
        report({
          type: 'put.answered',
          ok,
          status,
          body: parseJson(request.responseText),
          reason: reasonOf(request),
          now: now(),
        });
      });
      request.addEventListener('error', () => report({ type: 'put.broken' }));
      request.open('PUT', `${server}/upload`);
      request.setRequestHeader('Authorization', authorizationOf(permit));
      request.setRequestHeader('Content-Type', type);
      request.setRequestHeader('X-SHA-256', hash);
      request.send(bytes);
      tell(0);
      return () => {
        isOver = true;
        request.abort();
      };
    },
  );
}

/**
 * X-Reason (BUD-01), if the server exposes it to this page. Reading a header that is not exposed
 * logs an error in the console.
 */
function reasonOf(request: XMLHttpRequest): string {
  const line = request
    .getAllResponseHeaders()
    .split('\r\n')
    .find((header) => header.toLowerCase().startsWith('x-reason:'));
  return line?.slice('x-reason:'.length).trim() ?? '';
}

/** The length is not negative, even if the clock was set back. */
function between(from: Millis, to: Millis): Millis {
  return millis(Math.max(0, inMillis(to) - inMillis(from)));
}
