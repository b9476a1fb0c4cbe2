import type { CallbackActorLogic } from 'xstate';
import { startRecord } from '../../events/people/getting-started.ts';
import type {
  GettingStartedCommand,
  GettingStartedSignal,
} from '../../machines/people/getting-started.machine.ts';
import type { Storages } from '../core/storage.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/**
 * The `memory` port of 'getting started': true if it has opened for an account, as this browser
 * stores it for all tabs (ACCOUNT-19).
 */
export function gettingStartedMemory({
  account,
}: Pick<Storages, 'account'>): CallbackActorLogic<
  GettingStartedCommand,
  { readonly account: string }
> {
  return callbackAdapter<GettingStartedCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const local = account(input.account);
      const tell = (signal: GettingStartedSignal): void => sendBack(signal);
      receive((command) => {
        const kept = local.read('gettingStarted');
        const record = startRecord(kept, command.type === 'gettingStarted.load' && command.isNew);
        const next = command.type === 'gettingStarted.claim' ? 'seen' : record;
        if (next !== undefined && next !== kept) local.write('gettingStarted', next);
        tell({
          type:
            command.type === 'gettingStarted.load'
              ? 'gettingStarted.found'
              : 'gettingStarted.claimed',
          isDue: record === 'due',
        });
      });
    },
  );
}

/** Return a test whether this device created an account: only then it has a record of its start. */
export function createdHere({ account }: Pick<Storages, 'account'>): (pubkey: string) => boolean {
  return (pubkey) => account(pubkey).read('gettingStarted') !== undefined;
}
