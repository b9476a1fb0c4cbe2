import type { ProfileRejection } from '../../../machines/account/profile/profile.machine.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const rejections: Readonly<Record<ProfileRejection, string>> = {
  noPubkey: 'Missing pubkey',
  notFound: 'The caching service knows nothing of this account: user not found.',
};

export const profileEnglish = {
  noProfileYet: 'Sign in to see your profile',
  openBanner: 'Open the banner in full',
  openPicture: (name: string) => `Picture of ${name}, open in full`,
  copyKey: 'Copy the public key',
  message: 'Send a message',
  copyLink: 'Copy the link to the profile',
  addFeed: 'Add their feed to home',
  removeFeed: 'Remove their feed from home',
  feedOf: (name: string) => `${name}’s feed`,
  profileFailed: 'The counts of this profile did not load.',
  rejections,
  loadAgain: 'Try again',
  tabsLabel: 'Posts of this account',
  followedBy: (names: string, others: number) =>
    `Followed by ${names}${others > 0 ? ` and ${counted(others, { one: 'other', other: 'others' })}` : ''}`,
  nothing: {
    notes: 'No notes yet',
    replies: 'No replies yet',
    reads: 'No reads yet',
    media: 'No pictures yet',
    zaps: 'No zaps yet',
    relays: 'No relays known',
  },
  drafts: {
    none: 'No drafts yet',
    noneText: 'Notes that you save on this device are in a new note, under “Drafts”.',
    failed: 'Your drafts did not load',
    newArticle: 'New article',
    edit: 'Continue writing',
    article: 'Article',
    note: 'Note',
    empty: 'Nothing written yet',
    sealed: (count: number) =>
      counted(count, {
        one: 'draft is encrypted. Only your key opens it.',
        other: 'drafts are encrypted. Only your key opens them.',
      }),
    sealedOne: 'Encrypted',
    read: 'Read',
    readAll: 'Read them',
    closed: 'Sign once with your key to list drafts from your relays.',
    list: 'List them',
    unreadable: (count: number) =>
      counted(count, { one: 'draft can’t be read here.', other: 'drafts can’t be read here.' }),
    unreadableOne:
      'This draft can’t be read here. It may have been made with another key, or by an app that keeps drafts in its own way.',
    more: 'Show more',
  },
  relays: { both: 'Read and write', read: 'Read', write: 'Write' },
  muted: (name: string) => `${name} is muted`,
  mutedText: 'You muted this account, so its notes are not shown.',
  filteredText: 'A filter list you use names this account.',
  look: 'Show anyway',
  tile: { picture: 'Picture', video: 'Video', covered: 'Sensitive content' },
  tileNamed: (what: string, said: string) => (said === '' ? what : `${what}: ${said}`),
  edit: 'Edit profile',
  follow: 'Follow',
  unfollow: 'Unfollow',
  followAll: (count: number) =>
    `Follow all (${counted(count, { one: 'person', other: 'people' })})`,
  unfollowAll: (count: number) =>
    `Undo (unfollow ${counted(count, { one: 'person', other: 'people' })})`,
  followUnknown: 'Looking up if you follow them',
  following: 'Following',
  followsYou: 'Follows you',
  joined: (date: string) => `Joined on ${date}`,
  filtered: 'This account is hidden per your filter settings.',
  profileTitle: (name: string) => `${name} - Nostr Profile`,
  tabs: {
    notes: 'Notes',
    replies: 'Replies',
    reads: 'Reads',
    drafts: 'Drafts',
    media: 'Media',
    zaps: 'Zaps',
    sats: 'Sats',
    satsReceived: 'sats received',
    total: 'Total',
    followers: 'Followers',
    following: 'Following',
    relays: 'Relays',
  },
  /** Behind the number. */
  followersOf: (count: number): string => (count === 1 ? 'Follower' : 'Followers'),
  zaps: { label: 'Which zaps', received: 'Received', sent: 'Sent', noneSent: 'No zaps sent yet' },
  side: { latestReads: 'Latest reads', popularNotes: 'Popular notes' },
  qr: {
    open: 'Show the QR code',
    noLightning: 'This account has no lightning address.',
  },
};

/** The words of profiles, loaded with the chunk that shows them (ACCESS-05). */
export const useProfileStrings = words('profile', profileEnglish);
