import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ListName } from '../../events/account/list-form.ts';

/** The list editor's `turn` port: one tab at a time edits a list of an account (INV-SERIAL). Without locks it is nobody's, and that is said. */
export function listTurn(locks: LockManager | undefined): CallbackActorLogic<{ type: 'turn.none' }, { account: string; list: ListName }> {
  return fromCallback<{ type: 'turn.none' }, { account: string; list: ListName }>(({ input, sendBack }) => {
    if (!locks) {
      sendBack({ type: 'turn.none' });
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const abort = new AbortController();
    const asked = locks.request(`starling-list-${input.account}-${input.list}`, { signal: abort.signal }, () => {
      sendBack({ type: 'turn.given' });
      return promise;
    });
    asked.catch(() => undefined);
    return () => {
      abort.abort();
      resolve();
    };
  });
}
