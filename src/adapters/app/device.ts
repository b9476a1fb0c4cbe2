import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { LocalSettings, SettingsSignal, StoreCommand } from '../../machines/settings/settings.machine.ts';
import { readSettings, writeSettings } from './saved-settings.ts';
import type { Storages } from './storage.ts';

/** The settings machine's `device` port: keeps what changes for each account by itself, and says when the system turns dark or light. */
export function settingsDevice(
  storages: Pick<Storages, 'account'>,
  dark: MediaQueryList,
  defaults: LocalSettings,
): CallbackActorLogic<StoreCommand, undefined> {
  return fromCallback<StoreCommand, undefined>(({ sendBack, receive }) => {
    const report = (signal: SettingsSignal): void => sendBack(signal);
    const turn = (): void => report({ type: 'system.scheme', dark: dark.matches });
    dark.addEventListener('change', turn);
    receive((command) => {
      const scope = storages.account(command.account);
      if (command.type === 'store.open') return report({ type: 'store.opened', account: command.account, saved: readSettings(scope) });
      const failure = writeSettings(scope, command.settings, defaults);
      return report(failure ? { type: 'store.failed', reason: failure } : { type: 'store.written' });
    });
    return () => dark.removeEventListener('change', turn);
  });
}
