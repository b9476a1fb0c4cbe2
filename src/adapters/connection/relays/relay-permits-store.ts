import { type CallbackActorLogic, fromCallback } from 'xstate';
import { isRecord } from '../../../events/core/json.ts';
import type {
  PermitsCommand,
  PermitsSignal,
} from '../../../machines/connection/relay-pool.machine.ts';
import { accountPrefix, type Storages } from '../../core/storage.ts';

/**
 * The `permits` port of the relay pool: which relays may know the account, as stored in this
 * browser (TRUST-08). Answers of other tabs are merged with those of this one, and reported.
 */
export function relayPermits(
  storages: Storages,
  page: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): CallbackActorLogic<PermitsCommand, { readonly account: string }> {
  return fromCallback<PermitsCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const scope = storages.account(input.account);
      const read = () => {
        const kept = scope.read('relayPermits');
        const entries = isRecord(kept) ? Object.entries(kept) : [];
        return new Map(
          entries.flatMap(([key, allowed]) =>
            typeof allowed === 'boolean' ? [[key, allowed] as const] : [],
          ),
        );
      };
      const tell = () =>
        sendBack({ type: 'permits.found', permits: read() } satisfies PermitsSignal);
      const hear = ({ key }: StorageEvent) => {
        // without a key: everything was cleared
        if (key === null || key === `${accountPrefix(input.account)}/relayPermits`) tell();
      };
      tell();
      page.addEventListener('storage', hear);
      receive(({ key, allowed }) => {
        const permits = read();
        if (allowed === undefined) permits.delete(key);
        else permits.set(key, allowed);
        scope.write('relayPermits', Object.fromEntries(permits));
        tell();
      });
      return () => page.removeEventListener('storage', hear);
    },
  );
}
