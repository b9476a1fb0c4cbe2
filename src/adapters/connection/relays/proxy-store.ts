import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { ProxyCommand, ProxySignal } from '../../../machines/settings/network.machine.ts';
import type { SettingsActor } from '../../../machines/settings/settings.machine.ts';
import type { Storages } from '../../core/storage.ts';

/**
 * The `proxy` port of the network: whether an account sends everything through the caching service (RELAY-08). What this browser keeps is told at once, as no
 * relay is connected to before that is known; then what its settings say, here or from another device.
 */
export function proxyChoice(
  storages: Storages,
  settings: SettingsActor | undefined,
): CallbackActorLogic<ProxyCommand, { readonly account: string }> {
  return fromCallback<ProxyCommand, { readonly account: string }>(({ input: { account }, sendBack, receive }) => {
    const scope = storages.account(account);
    let known = scope.read('usePrimalRelay') === true;
    const tell = (on: boolean): void => {
      known = on;
      sendBack({ type: 'proxy.found', on } satisfies ProxySignal);
    };
    const keep = (on: boolean): void => {
      known = on;
      if (settings?.getSnapshot().context.account === account) settings.send({ type: 'settings.change', change: { usePrimalRelay: on } });
      else scope.write('usePrimalRelay', on);
    };
    // where it was kept before it was a setting: nobody who chose it goes without from one version to the next
    if (scope.read('usePrimalRelay') === undefined && scope.read('relaySettings', 'proxied') === true) keep(true);
    scope.remove('relaySettings', 'proxied');
    tell(known);
    const watch = settings?.subscribe(({ context }) => {
      if (context.account === account && context.local.usePrimalRelay !== known) tell(context.local.usePrimalRelay);
    });
    receive(({ on }) => keep(on));
    return () => watch?.unsubscribe();
  });
}
