import type { LocalSettings } from '../../../src/machines/settings/settings.machine.ts';

/** Settings with no value at its default: every value that a device may store. */
export const EVERY_SETTING: Required<LocalSettings> = {
  theme: 'ice',
  useSystemTheme: true,
  animated: false,
  language: 'de',
  selectedHomeFeed: '{"id":"latest"}',
  homeFeeds: [{ name: "ada's feed", spec: '{"id":"feed"}' }],
  selectedReadsFeed: '{"id":"nostr-reads-feed","kind":"reads"}',
  readsFeeds: [
    { name: 'Birds', spec: '{"kind":"reads","topic":"birds"}', enabled: false, feedkind: 'primal' },
  ],
  availableFeeds: [
    { name: 'Trending 24h', spec: '{"id":"global-trending","kind":"notes","hours":24}' },
  ],
  recomended: { profiles: [], stats: {} },
  dvms: { seen: ['31990:a:b'] },
  selectedBookmarksFeed: 'reads',
  selectedFeed: 'latest;following',
  nostrStats: { users: 7 },
  hotTopics: { topics: [['lamp', 3]] },
  trendingUsers: { people: [] },
  readingPlaces: { '{}': { at: 7 } },
  searches: ['lamp oil'],
  homeSidebarSelection: 'trending',
  usePrimalRelay: true,
  singleKeys: false,
  clientTag: true,
  dataSaver: true,
  ownPictures: false,
  readingSize: 'larger',
  seenReleases: { ios: '1.2.3' },
  notifications: { YOUR_POST_WAS_LIKED: false },
  notificationsAdditional: { include_deep_replies: false },
  alerts: { zaps: true },
  moderation: { apply: false },
};
