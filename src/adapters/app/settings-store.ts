import type { Account } from '../../events/account/account.ts';
import { field, isRecord } from '../../events/core/json.ts';
import { keptFeeds, type OwnFeed } from '../../events/reading/feed/own-feeds.ts';
import { isReadingSize, isTheme } from '../../events/settings/appearance.ts';
import type { LocalSettings } from '../../machines/settings/settings.machine.ts';
import type { Scope, Storages, StorageFailure } from '../core/storage.ts';
import type { AccountKey, GlobalKey } from '../core/storage-keys.ts';

/**
 * Settings that are stored under their own names: switches, texts, lists of feeds, and values that
 * other modules read.
 */
const SWITCHES = [
  'animated',
  'dataSaver',
  'ownPictures',
  'linkCards',
  'singleKeys',
  'usePrimalRelay',
] as const;
const TEXTS = [
  'selectedHomeFeed',
  'selectedReadsFeed',
  'homeSidebarSelection',
  'language',
  'selectedBookmarksFeed',
  'selectedFeed',
] as const;
const LISTS = ['homeFeeds', 'readsFeeds'] as const;
const RECORDS = [
  'readingPlaces',
  'seenReleases',
  'notifications',
  'notificationsAdditional',
  'moderation',
  'alerts',
  'recomended',
  'dvms',
] as const;

/** Shared by all accounts: stored once for the browser (STATE-02). */
const SHARED = ['nostrStats', 'hotTopics', 'trendingUsers'] as const;

/**
 * Earlier versions stored one set of settings, as the visitors', for all accounts of a browser.
 * Existing accounts copy it, each with its own feeds. This happens once, so later accounts start
 * with the defaults (STATE-01).
 */
export function upcastSettings(
  storages: Storages,
  accounts: readonly Pick<Account, 'pubkey'>[],
): void {
  if (storages.global.read('upcast') !== undefined) return;
  const shared = storages.account(undefined);
  const feeds = keptFeeds(shared.read('homeFeeds')) ?? [];
  for (const { pubkey } of accounts) {
    const own = storages.account(pubkey);
    const before = [
      ...(['theme', 'useSystemDarkMode', 'animated', ...TEXTS] as const).map(
        (key) => [key, shared.read(key)] as const,
      ),
      ['homeFeeds', feeds.filter(ownedBy(pubkey)).map(feedOf)] as const,
    ];
    for (const [key, value] of before)
      if (value !== undefined && own.read(key) === undefined) own.write(key, value);
  }
  shared.remove('homeFeeds');
  storages.global.write('upcast', true);
}

const ownedBy = (pubkey: string) => (feed: OwnFeed) =>
  isRecord(feed) && field(feed, 'account') === pubkey;
const feedOf = ({ name, spec }: OwnFeed): OwnFeed => ({ name, spec });

/** Read the stored settings. Missing or malformed ones are left out. */
export function readSettings(
  scope: Scope<AccountKey>,
  browser: Scope<GlobalKey>,
): Partial<LocalSettings> {
  const [theme, system, size] = [
    scope.read('theme'),
    scope.read('useSystemDarkMode'),
    scope.read('readingSize'),
  ];
  const client = scope.read('relaySettings', 'clientTag');
  const saved: { -readonly [Key in keyof LocalSettings]?: LocalSettings[Key] } = {
    ...(isTheme(theme) ? { theme } : {}),
    ...(typeof system === 'boolean' ? { useSystemTheme: system } : {}),
    ...(isReadingSize(size) ? { readingSize: size } : {}),
    ...(typeof client === 'boolean' ? { clientTag: client } : {}),
  };
  for (const key of SWITCHES) {
    const kept = scope.read(key);
    if (typeof kept === 'boolean') saved[key] = kept;
  }
  for (const key of TEXTS) {
    const kept = scope.read(key);
    if (typeof kept === 'string') saved[key] = kept;
  }
  for (const key of LISTS) {
    const kept = keptFeeds(scope.read(key));
    if (kept) saved[key] = kept;
  }
  const feeds = keptFeeds(scope.read('feeds'));
  if (feeds) saved.availableFeeds = feeds;
  for (const key of RECORDS) {
    const kept = scope.read(key);
    if (isRecord(kept)) saved[key] = kept;
  }
  for (const key of SHARED) {
    const kept = browser.read(key);
    if (isRecord(kept)) saved[key] = kept;
  }
  const searches = scope.read('searches');
  if (Array.isArray(searches)) saved.searches = searches.filter((one) => typeof one === 'string');
  return saved;
}

/**
 * Stores each setting of a change under its own key. Returns the reason if one of them could not be
 * stored.
 */
export function writeSettings(
  scope: Scope<AccountKey>,
  browser: Scope<GlobalKey>,
  change: Partial<LocalSettings>,
): StorageFailure | undefined {
  const keep = (name: keyof LocalSettings, key: AccountKey, part?: string) =>
    name in change ? scope.write(key, change[name], part) : undefined;
  const failures = [
    keep('useSystemTheme', 'useSystemDarkMode'),
    ...(
      ['theme', 'readingSize', 'searches', ...SWITCHES, ...TEXTS, ...LISTS, ...RECORDS] as const
    ).map((key) => keep(key, key)),
    keep('availableFeeds', 'feeds'),
    keep('clientTag', 'relaySettings', 'clientTag'),
    ...SHARED.map((key) => (key in change ? browser.write(key, change[key]) : undefined)),
  ];
  return failures.find((failure) => failure !== undefined);
}
