import type { CallbackActorLogic } from 'xstate';
import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { RecordName } from '../../../events/settings/saved-record.ts';
import type { LockSignal } from '../../../machines/settings/settings-sync.machine.ts';
import { holdLock } from '../../core/web-lock.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The list editor's `lock` port: one tab at a time edits a list of an account (INV-SERIAL). Without
 * Web Locks it is never granted, and the port reports that.
 */
export function listLock(
  locks: LockManager | undefined,
): CallbackActorLogic<{ type: 'lock.unavailable' }, { account: string; list: ListName }> {
  return callbackAdapter<{ type: 'lock.unavailable' }, { account: string; list: ListName }>(
    ({ input, sendBack }) => {
      if (!locks) {
        sendBack({ type: 'lock.unavailable' });
        return undefined;
      }
      return holdLock(locks, `starling-list-${input.account}-${input.list}`, () =>
        sendBack({ type: 'lock.granted' }),
      );
    },
  );
}

/**
 * The `lock` port for records that an account stores with its service: one tab at a time saves a
 * record. Without Web Locks it is always granted.
 */
export function settingsLock(
  locks: LockManager | undefined,
): CallbackActorLogic<LockSignal, { readonly account: string; readonly record: RecordName }> {
  return callbackAdapter<LockSignal, { readonly account: string; readonly record: RecordName }>(
    ({ input, sendBack }) => {
      const grant = (): void => sendBack({ type: 'lock.granted' } satisfies LockSignal);
      if (locks) return holdLock(locks, `starling-saving-${input.account}-${input.record}`, grant);
      grant();
      return undefined;
    },
  );
}
