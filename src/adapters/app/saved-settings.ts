import { field, isRecord } from '../../events/json.ts';
import { isTheme } from '../../events/settings/appearance.ts';
import type { LocalSettings, OwnFeed } from '../../machines/settings/settings.machine.ts';
import type { Scope, Unkept } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

/** What was kept of the settings; what is missing or malformed is left out. */
export function readSettings(scope: Scope<AccountKey>): Partial<LocalSettings> {
  const [theme, system, animated] = [scope.read('theme'), scope.read('useSystemDarkMode'), scope.read('animated')];
  const [feed, sidebar] = [scope.read('selectedHomeFeed'), scope.read('homeSidebarSelection')];
  const feeds = scope.read('homeFeeds');
  return {
    ...(isTheme(theme) ? { theme } : {}),
    ...(typeof system === 'boolean' ? { useSystemTheme: system } : {}),
    ...(typeof animated === 'boolean' ? { animated } : {}),
    ...(typeof feed === 'string' ? { selectedHomeFeed: feed } : {}),
    ...(Array.isArray(feeds) ? { homeFeeds: feeds.filter(isFeed) } : {}),
    ...(typeof sidebar === 'string' ? { homeSidebarSelection: sidebar } : {}),
  };
}

/** Keeps each setting under its own key; says why if one of them could not be kept. */
export function writeSettings(scope: Scope<AccountKey>, settings: LocalSettings): Unkept | undefined {
  const failures = [
    scope.write('theme', settings.theme),
    scope.write('useSystemDarkMode', settings.useSystemTheme),
    scope.write('animated', settings.animated),
    scope.write('selectedHomeFeed', settings.selectedHomeFeed),
    scope.write('homeFeeds', settings.homeFeeds),
    scope.write('homeSidebarSelection', settings.homeSidebarSelection),
  ];
  return failures.find((failure) => failure !== undefined);
}

function isFeed(value: unknown): value is OwnFeed {
  return isRecord(value) && ['account', 'name', 'spec'].every((name) => typeof field(value, name) === 'string');
}
