import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ListName } from '../../events/account/list-form.ts';

/** The list editor's `lock` port: one tab at a time edits a list of an account (INV-SERIAL). Without locks it is nobody's, and that is said. */
export function listLock(locks: LockManager | undefined): CallbackActorLogic<{ type: 'lock.none' }, { account: string; list: ListName }> {
  return fromCallback<{ type: 'lock.none' }, { account: string; list: ListName }>(({ input, sendBack }) => {
    if (!locks) {
      sendBack({ type: 'lock.none' });
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const abort = new AbortController();
    const asked = locks.request(`starling-list-${input.account}-${input.list}`, { signal: abort.signal }, () => {
      sendBack({ type: 'lock.granted' });
      return promise;
    });
    asked.catch(() => undefined);
    return () => {
      abort.abort();
      resolve();
    };
  });
}
