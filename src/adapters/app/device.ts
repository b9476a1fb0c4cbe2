import { type CallbackActorLogic, fromCallback } from 'xstate';
import { isTheme } from '../../events/settings/appearance.ts';
import type { LocalSettings, SettingsSignal, StoreCommand } from '../../machines/settings/settings.machine.ts';
import type { Scope, Unkept } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

const WORDS: Record<Unkept, string> = {
  full: 'its storage is full',
  blocked: 'its storage is switched off',
  newer: 'they were written by a newer version',
};

/** What was kept of the settings; what is missing or malformed is left out. */
export function readSettings(scope: Scope<AccountKey>): Partial<LocalSettings> {
  const [theme, system, animated] = [scope.read('theme'), scope.read('useSystemDarkMode'), scope.read('animated')];
  const [feed, sidebar] = [scope.read('selectedHomeFeed'), scope.read('homeSidebarSelection')];
  return {
    ...(isTheme(theme) ? { theme } : {}),
    ...(typeof system === 'boolean' ? { useSystemTheme: system } : {}),
    ...(typeof animated === 'boolean' ? { animated } : {}),
    ...(typeof feed === 'string' ? { selectedHomeFeed: feed } : {}),
    ...(typeof sidebar === 'string' ? { homeSidebarSelection: sidebar } : {}),
  };
}

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

function writeSettings(scope: Scope<AccountKey>, settings: LocalSettings): Unkept | undefined {
  const failures = [
    scope.write('theme', settings.theme),
    scope.write('useSystemDarkMode', settings.useSystemTheme),
    scope.write('animated', settings.animated),
    scope.write('selectedHomeFeed', settings.selectedHomeFeed),
    scope.write('homeSidebarSelection', settings.homeSidebarSelection),
  ];
  return failures.find((failure) => failure !== undefined);
}
