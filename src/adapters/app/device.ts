import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { SettingsSignal, StoreCommand } from '../../machines/settings/settings.machine.ts';
import { writeSettings } from './saved-settings.ts';
import type { Scope, Unkept } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

const WORDS: Record<Unkept, string> = {
  full: 'its storage is full',
  blocked: 'its storage is switched off',
  newer: 'they were written by a newer version',
};

/** The settings machine's `device` port: keeps what changes, and says when the system turns dark or light. */
export function settingsDevice(scope: Scope<AccountKey>, dark: MediaQueryList): CallbackActorLogic<StoreCommand, undefined> {
  return fromCallback<StoreCommand, undefined>(({ sendBack, receive }) => {
    const report = (signal: SettingsSignal): void => sendBack(signal);
    const turn = (): void => report({ type: 'system.scheme', dark: dark.matches });
    dark.addEventListener('change', turn);
    receive(({ settings }) => {
      const failure = writeSettings(scope, settings);
      report(failure ? { type: 'store.failed', reason: WORDS[failure] } : { type: 'store.written' });
    });
    return () => dark.removeEventListener('change', turn);
  });
}
