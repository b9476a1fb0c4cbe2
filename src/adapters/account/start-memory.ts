import { type CallbackActorLogic, fromCallback } from 'xstate';
import { startRecord } from '../../events/account/getting-started.ts';
import type { StartCommand, StartSignal } from '../../machines/account/getting-started.machine.ts';
import type { Storages } from '../app/storage.ts';

/** The `memory` port of 'getting started': whether it has opened for an account, as this browser keeps it for all tabs (ACCOUNT-19). */
export function startMemory({ account }: Pick<Storages, 'account'>): CallbackActorLogic<StartCommand, { readonly account: string }> {
  return fromCallback<StartCommand, { readonly account: string }>(({ input, sendBack, receive }) => {
    const local = account(input.account);
    const tell = (signal: StartSignal): void => sendBack(signal);
    receive((command) => {
      const kept = local.read('gettingStarted');
      const record = startRecord(kept, command.type === 'start.look' && command.isNew);
      const next = command.type === 'start.claim' ? 'seen' : record;
      if (next !== undefined && next !== kept) local.write('gettingStarted', next);
      tell({ type: command.type === 'start.look' ? 'start.found' : 'start.claimed', isDue: record === 'due' });
    });
  });
}
