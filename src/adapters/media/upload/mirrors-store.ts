import type { CallbackActorLogic } from 'xstate';
import type {
  MirrorsCommand,
  MirrorsSignal,
} from '../../../machines/media/upload/media-servers.machine.ts';
import type { Storages } from '../../core/storage.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The `mirrors` port of the media servers: true if an account's files are mirrored, as this browser
 * stores it (ACCOUNT-15).
 */
export function mirrorsChoice(
  storages: Storages,
): CallbackActorLogic<MirrorsCommand, { readonly account: string }> {
  return callbackAdapter<MirrorsCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const scope = storages.account(input.account);
      const kept = scope.read('relaySettings', 'mirrorBlossom');
      const found: MirrorsSignal = {
        type: 'mirrors.found',
        on: typeof kept === 'boolean' ? kept : undefined,
      };
      sendBack(found);
      receive(({ on }) => void scope.write('relaySettings', on, 'mirrorBlossom'));
    },
  );
}
