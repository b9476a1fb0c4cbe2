/**
 * Names of records that are stored for each account, and without a key for visitors (ACCOUNT-15).
 * The documents list all of them but the last twenty-three, which are ours. Earlier versions stored
 * nostrStats for each account.
 */
export const ACCOUNT_KEYS = [
  'following',
  'followingSince',
  'muted',
  'mutedPrivate',
  'mutedSince',
  'relaySettings',
  'likes',
  'feeds',
  'homeFeeds',
  'readsFeeds',
  'theme',
  'homeSidebarSelection',
  'userProfile',
  'recomended',
  'emojiHistory',
  'noteDraft',
  'noteDraftUserRefs',
  'uploadTime',
  'selectedFeed',
  'selectedHomeFeed',
  'selectedReadsFeed',
  'selectedBookmarksFeed',
  'bookmarks',
  'animated',
  'dmLastConversation',
  'dmLastRelation',
  'premiumReminder',
  'dvms',
  'usePrimalRelay',
  'nwc',
  'nwcActive',
  'useSystemDarkMode',
  'msgContacts',
  'dmConversations',
  'gettingStarted',
  'feedsBefore',
  'nostrStats',
  'readingPlaces',
  'searches',
  'dataSaver',
  'ownPictures',
  'linkCards',
  'singleKeys',
  'readingSize',
  'seenReleases',
  'notifications',
  'notificationsAdditional',
  'alerts',
  'moderation',
  'letters',
  'payments',
  'language',
  'devices',
  'zaps',
  'articles',
  'nutzaps',
  'unsaved',
  'relayPermits',
  'relayDials',
  'relayDialUses',
  'looked',
] as const;

/**
 * Logical names of records that are stored once for this browser. `upcast`: records of earlier
 * versions were converted.
 */
export const GLOBAL_KEYS = [
  'secret',
  'nostrStats',
  'trendingUsers',
  'hotTopics',
  'upcast',
] as const;

export type AccountKey = (typeof ACCOUNT_KEYS)[number];
export type GlobalKey = (typeof GLOBAL_KEYS)[number];
/** Plain texts that a user sets by hand: stored as they are, not as records. */
export type Flag =
  | 'cacheServer'
  | 'mediaServer'
  | 'noBinary'
  | 'devMode'
  | 'forcedTheme'
  | 'forcedLanguage';
