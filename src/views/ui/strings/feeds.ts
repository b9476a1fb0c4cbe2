import { words } from '../strings.ts';

export const feedsEnglish = {
  list: { homeFeeds: 'Home feeds', readsFeeds: 'Reads feeds' },
  hint: {
    homeFeeds:
      'Drag a feed by its handle, or use the arrow keys on it. Enabled feeds appear in the Home menu.',
    readsFeeds:
      'Drag a feed by its handle, or use the arrow keys on it. Enabled feeds appear in the Reads menu.',
  },
  needs: { homeFeeds: 'Your home feeds', readsFeeds: 'Your reads feeds' },
  needsText: 'Sign in to choose which feeds you see, in your order.',
  move: (name: string) => `Move ${name}`,
  moved: (name: string, place: number, count: number) => `${name}: place ${place} of ${count}`,
  show: (name: string) => `Show ${name}`,
  rename: (name: string) => `Rename ${name}`,
  newName: 'Name',
  save: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Remove ${name}`,
  restore: 'Restore defaults',
  restored: {
    homeFeeds: {
      title: 'Restore default home feeds?',
      text: 'The feeds that you added are removed, and the default ones return to their original order.',
      confirm: 'Restore',
      cancel: 'Keep mine',
    },
    readsFeeds: {
      title: 'Restore default reads feeds?',
      text: 'The feeds that you added are removed, and the default ones return to their original order.',
      confirm: 'Restore',
      cancel: 'Keep mine',
    },
  },
  add: {
    title: 'Add new feed',
    name: 'Name',
    spec: 'Search words or feed specification',
    specHint: 'For example: birds, or {"id":"global-trending","kind":"notes","hours":4}',
    submit: 'Add feed',
    noName: 'Choose a name',
    secretName: 'This contains a private key or a wallet connection. Choose another name.',
    secretSpec: 'This contains a private key or a wallet connection. Enter other words.',
    noSpec: 'Enter search words or a specification',
    sameName: 'You already have a feed with this name',
    sameFeed: 'You already have this feed',
    explore: 'Find feeds in Explore',
  },
  available: {
    title: 'More feeds',
    hint: 'These come from your account’s settings, which other Nostr apps use, too.',
    add: (name: string) => `Add ${name} to home`,
    submit: 'Add',
  },
  toHome: 'Add to home',
  toReads: 'Add to reads',
  onHome: 'On home',
  onReads: 'On reads',
  fromHome: 'Remove from home',
  fromReads: 'Remove from reads',
};

/** The words of actions on feeds (ACCESS-05). */
export const useFeedsStrings = words('feeds', feedsEnglish);
