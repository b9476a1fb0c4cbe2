import { type CallbackActorLogic, fromCallback } from 'xstate';
import { isRecord } from '../../events/json.ts';
import type { PermitsCommand, PermitsSignal } from '../../machines/connection/relay-pool.machine.ts';
import type { Storages } from '../app/storage.ts';

/** The `permits` port of the relay pool: which relays may know who the account is, as this browser keeps it (TRUST-08). */
export function relayPermits(storages: Storages): CallbackActorLogic<PermitsCommand, { readonly account: string }> {
  return fromCallback<PermitsCommand, { readonly account: string }>(({ input, sendBack, receive }) => {
    const scope = storages.account(input.account);
    const kept = scope.read('relayPermits');
    const entries = isRecord(kept) ? Object.entries(kept) : [];
    const permits = new Map(entries.flatMap(([key, allowed]) => (typeof allowed === 'boolean' ? [[key, allowed] as const] : [])));
    sendBack({ type: 'permits.found', permits } satisfies PermitsSignal);
    receive((command) => void scope.write('relayPermits', Object.fromEntries(command.permits)));
  });
}
