import type { Account } from '../../events/account/account.ts';
import { field, isRecord } from '../../events/json.ts';
import { isTheme } from '../../events/settings/appearance.ts';
import type { LocalSettings, OwnFeed } from '../../machines/settings/settings.machine.ts';
import type { Scope, Storages, StorageFailure } from './storage.ts';
import type { AccountKey } from './storage-keys.ts';

const SHARED = ['theme', 'useSystemDarkMode', 'animated', 'selectedHomeFeed', 'homeSidebarSelection'] as const;

/**
 * Settings once were one for all accounts of a browser, kept as those of visitors. Those accounts take them over, each its own feeds; done
 * once, so that an account that comes later begins anew (STATE-01).
 */
export function upcastSettings(storages: Storages, accounts: readonly Pick<Account, 'pubkey'>[]): void {
  if (storages.global.read('upcast') !== undefined) return;
  const shared = storages.account(undefined);
  const kept = shared.read('homeFeeds');
  const feeds = Array.isArray(kept) ? kept.filter(isFeed) : [];
  for (const { pubkey } of accounts) {
    const own = storages.account(pubkey);
    const before = [
      ...SHARED.map((key) => [key, shared.read(key)] as const),
      ['homeFeeds', feeds.filter(ownedBy(pubkey)).map(feedOf)] as const,
    ];
    for (const [key, value] of before) if (value !== undefined && own.read(key) === undefined) own.write(key, value);
  }
  shared.remove('homeFeeds');
  storages.global.write('upcast', true);
}

const ownedBy = (pubkey: string) => (feed: OwnFeed) => isRecord(feed) && field(feed, 'account') === pubkey;
const feedOf = ({ name, spec }: OwnFeed): OwnFeed => ({ name, spec });

/** What was kept of the settings; what is missing or malformed is left out. */
export function readSettings(scope: Scope<AccountKey>): Partial<LocalSettings> {
  const [theme, system, animated] = [scope.read('theme'), scope.read('useSystemDarkMode'), scope.read('animated')];
  const [feed, sidebar] = [scope.read('selectedHomeFeed'), scope.read('homeSidebarSelection')];
  const feeds = scope.read('homeFeeds');
  const client = scope.read('relaySettings', 'clientTag');
  return {
    ...(isTheme(theme) ? { theme } : {}),
    ...(typeof system === 'boolean' ? { useSystemTheme: system } : {}),
    ...(typeof animated === 'boolean' ? { animated } : {}),
    ...(typeof feed === 'string' ? { selectedHomeFeed: feed } : {}),
    ...(Array.isArray(feeds) ? { homeFeeds: feeds.filter(isFeed).map(feedOf) } : {}),
    ...(typeof sidebar === 'string' ? { homeSidebarSelection: sidebar } : {}),
    ...(typeof client === 'boolean' ? { clientTag: client } : {}),
  };
}

/** Keeps each setting under its own key; says why if one of them could not be kept. */
export function writeSettings(scope: Scope<AccountKey>, settings: LocalSettings): StorageFailure | undefined {
  const failures = [
    scope.write('theme', settings.theme),
    scope.write('useSystemDarkMode', settings.useSystemTheme),
    scope.write('animated', settings.animated),
    scope.write('selectedHomeFeed', settings.selectedHomeFeed),
    scope.write('homeFeeds', settings.homeFeeds),
    scope.write('homeSidebarSelection', settings.homeSidebarSelection),
    scope.write('relaySettings', settings.clientTag, 'clientTag'),
  ];
  return failures.find((failure) => failure !== undefined);
}

function isFeed(value: unknown): value is OwnFeed {
  return isRecord(value) && ['name', 'spec'].every((name) => typeof field(value, name) === 'string');
}
