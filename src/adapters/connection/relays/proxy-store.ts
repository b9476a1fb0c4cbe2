import type { CallbackActorLogic } from 'xstate';
import type { ProxyCommand, ProxySignal } from '../../../machines/settings/network.machine.ts';
import type { SettingsActor } from '../../../machines/settings/settings.machine.ts';
import type { Storages } from '../../core/storage.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The `proxy` port of the network: true if an account sends everything through the caching service
 * (RELAY-08). The value in this browser is reported at once, because no relay is connected before
 * it is known. Later values come from the settings, changed here or on another device.
 */
export function proxyChoice(
  storages: Storages,
  settings: SettingsActor | undefined,
): CallbackActorLogic<ProxyCommand, { readonly account: string }> {
  return callbackAdapter<ProxyCommand, { readonly account: string }>(
    ({ input: { account }, sendBack, receive }) => {
      const scope = storages.account(account);
      let known = scope.read('usePrimalRelay') === true;
      const tell = (on: boolean): void => {
        known = on;
        sendBack({ type: 'proxy.found', on } satisfies ProxySignal);
      };
      const keep = (on: boolean): void => {
        known = on;
        if (settings?.getSnapshot().context.account === account)
          settings.send({ type: 'settings.change', change: { usePrimalRelay: on } });
        else scope.write('usePrimalRelay', on);
      };
      // the record of an earlier version: users who chose it keep it after an update
      if (
        scope.read('usePrimalRelay') === undefined &&
        scope.read('relaySettings', 'proxied') === true
      )
        keep(true);
      scope.remove('relaySettings', 'proxied');
      tell(known);
      const watch = settings?.subscribe(({ context }) => {
        if (context.account === account && context.local.usePrimalRelay !== known)
          tell(context.local.usePrimalRelay);
      });
      receive(({ on }) => keep(on));
      return () => watch?.unsubscribe();
    },
  );
}
