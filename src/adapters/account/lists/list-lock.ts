import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { RecordName } from '../../../events/settings/saved-record.ts';
import type { LockSignal } from '../../../machines/settings/settings-sync.machine.ts';

/**
 * The list editor's `lock` port: one tab at a time edits a list of an account (INV-SERIAL). Without
 * Web Locks it is never granted, and the port reports that.
 */
export function listLock(
  locks: LockManager | undefined,
): CallbackActorLogic<{ type: 'lock.unavailable' }, { account: string; list: ListName }> {
  return fromCallback<{ type: 'lock.unavailable' }, { account: string; list: ListName }>(
    ({ input, sendBack }) => {
      if (!locks) {
        sendBack({ type: 'lock.unavailable' });
        return undefined;
      }
      return held(locks, `starling-list-${input.account}-${input.list}`, () =>
        sendBack({ type: 'lock.granted' }),
      );
    },
  );
}

/**
 * The `turn` port for records that an account stores with its service: one tab at a time saves a
 * record. Without Web Locks it is always granted.
 */
export function settingsTurn(
  locks: LockManager | undefined,
): CallbackActorLogic<LockSignal, { readonly account: string; readonly record: RecordName }> {
  return fromCallback<LockSignal, { readonly account: string; readonly record: RecordName }>(
    ({ input, sendBack }) => {
      const grant = (): void => sendBack({ type: 'lock.granted' } satisfies LockSignal);
      if (locks) return held(locks, `starling-saving-${input.account}-${input.record}`, grant);
      grant();
      return undefined;
    },
  );
}

/** Waits for a lock of this browser and holds it until the returned function is called. */
function held(locks: LockManager, name: string, onGranted: () => void): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const abort = new AbortController();
  const asked = locks.request(name, { signal: abort.signal }, () => {
    onGranted();
    return promise;
  });
  asked.catch(() => undefined);
  return () => {
    abort.abort();
    resolve();
  };
}
