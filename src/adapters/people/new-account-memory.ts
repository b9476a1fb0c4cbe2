import type { CallbackActorLogic } from 'xstate';
import {
  readNewAccountDraft,
  writeNewAccountDraft,
} from '../../events/account/new-account-draft.ts';
import type {
  CreateMemoryCommand,
  CreateMemorySignal,
} from '../../machines/account/session/create-account.machine.ts';
import { type Device, drop, put, textOf } from '../core/storage.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/** The name of a new account in the making in the session storage of its tab. */
const NEW_ACCOUNT = 'starling/new';

/**
 * The `memory` port of the account creation. The draft survives a reload of the tab, and is removed
 * when the creation is left (ACCOUNT-07).
 */
export function newAccountMemory(
  storage: () => Device | undefined,
): CallbackActorLogic<CreateMemoryCommand, undefined> {
  return callbackAdapter<CreateMemoryCommand, undefined>(({ sendBack, receive }) => {
    const tab = opened(storage);
    const draft = readNewAccountDraft(textOf(tab, NEW_ACCOUNT));
    if (draft) sendBack({ type: 'createMemory.found', draft } satisfies CreateMemorySignal);
    receive(({ draft: kept }) => put(tab, NEW_ACCOUNT, writeNewAccountDraft(kept)));
    return () => drop(tab, NEW_ACCOUNT);
  });
}

/** A browser may block the storage altogether. */
function opened(storage: () => Device | undefined): Device | undefined {
  try {
    return storage();
  } catch {
    return undefined;
  }
}
