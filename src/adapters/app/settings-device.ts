import type { CallbackActorLogic } from 'xstate';
import type {
  SettingsSignal,
  SettingsStoreCommand,
} from '../../machines/settings/settings.machine.ts';
import { readSettings, writeSettings } from './settings-store.ts';
import type { Storages } from '../core/storage.ts';
import { callbackAdapter } from '../../machines/core/ports.ts';

/**
 * The settings machine's `device` port: stores changes for each account separately, and reports
 * when the system turns dark or light.
 */
export function settingsDevice(
  storages: Pick<Storages, 'account' | 'global'>,
  dark: Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>,
): CallbackActorLogic<SettingsStoreCommand, undefined> {
  return callbackAdapter<SettingsStoreCommand, undefined>(({ sendBack, receive }) => {
    const report = (signal: SettingsSignal): void => sendBack(signal);
    const turn = (): void => report({ type: 'system.scheme', dark: dark.matches });
    dark.addEventListener('change', turn);
    receive((command) => {
      const scope = storages.account(command.account);
      if (command.type === 'store.open')
        return report({
          type: 'store.opened',
          account: command.account,
          saved: readSettings(scope, storages.global),
        });
      const { change, revision } = command;
      const failure = writeSettings(scope, storages.global, change);
      return report(
        failure
          ? { type: 'store.failed', reason: failure, revision }
          : { type: 'store.written', revision },
      );
    });
    return () => dark.removeEventListener('change', turn);
  });
}
