import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ProxyCommand, ProxySignal } from '../../machines/settings/network.machine.ts';
import type { Storages } from '../app/storage.ts';

/** The `proxy` port of the network: whether an account sends everything through the caching service, as this browser keeps it. */
export function proxyChoice(storages: Storages): CallbackActorLogic<ProxyCommand, { readonly account: string }> {
  return fromCallback<ProxyCommand, { readonly account: string }>(({ input, sendBack, receive }) => {
    const scope = storages.account(input.account);
    const found: ProxySignal = { type: 'proxy.found', on: scope.read('relaySettings', 'proxied') === true };
    sendBack(found);
    receive(({ on }) => void scope.write('relaySettings', on, 'proxied'));
  });
}
