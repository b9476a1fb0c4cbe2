import type { NotificationSummary, NotificationTab } from '../../../events/notifications/groups.ts';
import type { formOf } from '../../../events/notifications/notification.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const tabs: Record<NotificationTab, string> = {
  all: 'All',
  zaps: 'Zaps',
  replies: 'Replies',
  mentions: 'Mentions',
  reposts: 'Reposts',
  reactions: 'Reactions',
};

const empty: Record<NotificationTab, { title: string; text: string }> = {
  all: {
    title: 'No notifications yet',
    text: 'When someone follows you, answers you or reacts to your notes, it appears here.',
  },
  zaps: { title: 'No zaps yet', text: 'When someone zaps one of your notes, it appears here.' },
  replies: { title: 'No replies yet', text: 'When someone answers you, it appears here.' },
  mentions: {
    title: 'No mentions yet',
    text: 'When someone writes your name in a note, it appears here.',
  },
  reposts: {
    title: 'No reposts yet',
    text: 'When someone reposts one of your notes, it appears here.',
  },
  reactions: {
    title: 'No reactions yet',
    text: 'When someone likes one of your notes, it appears here.',
  },
};

/**
 * The actions of people on a thing. The names come first. Languages whose verbs distinguish one
 * from several need the number.
 */
const actions: Readonly<
  Record<ReturnType<typeof formOf>['act'], (thing: string, people: number) => string>
> = {
  followed: () => 'started following you',
  unfollowed: () => 'stopped following you',
  zapped: (thing) => `zapped ${thing}`,
  liked: (thing) => `liked ${thing}`,
  reposted: (thing) => `reposted ${thing}`,
  replied: (thing) => `replied to ${thing}`,
  mentioned: () => 'mentioned you in a note',
  quoted: (thing) => `quoted ${thing}`,
  highlighted: (thing) => `highlighted a passage in ${thing}`,
  bookmarked: (thing) => `bookmarked ${thing}`,
  reacted: (thing) => `reacted to ${thing}`,
  live: () => 'went live',
};

const reactedWith: (thing: string, emoji: string, people: number) => string = (thing, emoji) =>
  `reacted ${emoji} to ${thing}`;

/** Labels after the numbers of a summary. */
const short: Readonly<
  Record<keyof Omit<NotificationSummary, 'largest'>, (count: number) => string>
> = {
  gained: (count) => (count === 1 ? 'follower' : 'followers'),
  lost: () => 'unfollowed',
  likes: (count) => (count === 1 ? 'like' : 'likes'),
  mentions: (count) => (count === 1 ? 'mention' : 'mentions'),
  replies: (count) => (count === 1 ? 'reply' : 'replies'),
  reposts: (count) => (count === 1 ? 'repost' : 'reposts'),
  zaps: (count) => (count === 1 ? 'zap' : 'zaps'),
  sats: (count) => (count === 1 ? 'sat' : 'sats'),
};

export const notificationsEnglish = {
  tabsLabel: 'Kinds of notifications',
  tabs,
  empty,
  /** Shown beside a tab. If not everything was fetched, it is a minimum. */
  count: (count: number, isWhole: boolean) =>
    count > 99 ? '99+' : isWhole ? String(count) : `${count}+`,
  list: (tab: string) => `Notifications: ${tab}`,
  findPeople: 'Find people',
  showNew: (count: string) => `Show ${count}`,
  markAll: 'Mark all as seen',
  settings: 'Notification settings',
  needs: 'Your notifications',
  needsText:
    'Sign in to see who followed you, answered you, or zapped, liked and reposted your notes.',
  isNew: 'New',
  newSince: (when: string) => `since ${when}`,
  yesterday: 'Yesterday',
  today: 'Today',
  /**
   * Between two names: of two people, and of the first two of more. Includes the spaces, because
   * not every language has them.
   */
  and: ' and ',
  between: ', ',
  /** Follows two names. */
  others: (count: number) => `and ${counted(count, { one: 'other', other: 'others' })}`,
  things: {
    yourNote: 'your note',
    yourReply: 'your reply',
    yourArticle: 'your article',
    belowYours: 'a reply below your note',
    noteWithYou: 'a note that mentions you',
    noteWithYours: 'a note that quotes you',
    you: 'you',
  },
  actions,
  /** Above a note: its relation to the reader. */
  over: {
    replied: (thing: string) => `Replied to ${thing}`,
    mentioned: () => 'Mentioned you in a note',
    quoted: (thing: string) => `Quoted ${thing}`,
  },
  /** The text of a system notification. The name is isolated, for any writing direction. */
  alert: (name: string, deed: string) => `\u2068${name}\u2069 ${deed}`,
  messageAlert: 'You have a new message',
  reactedWith,
  sats: (amount: string) => `${amount} sats`,
  largest: (amount: string) => `largest ${amount}, from`,
  failed: 'Notifications didn’t load',
  refused: 'Notifications are not available right now',
  refusedCause: 'The caching service could not deliver them. Try again later.',
  moreFailed: 'The next ones didn’t load',
  end: 'You have seen everything',
  /** At the end of the list, while new notifications wait above it. */
  oldest: 'No older notifications',
  owed: 'Not yet marked as read elsewhere',
  mark: 'Mark as seen',
  marking: 'Waiting for your signer',
  summary: {
    title: 'Since you last looked',
    /** Shown if no marker of seen notifications exists. */
    first: 'So far',
    label: 'Summary',
    none: 'Nothing new yet',
    since: (when: string) => `Since ${when}`,
    from: (zaps: number, largest: string) =>
      `from ${counted(zaps, { one: 'zap', other: 'zaps' })}, the largest ${largest}`,
    gained: 'Followers gained',
    lost: 'Followers lost',
    likes: 'Likes',
    mentions: 'Mentions',
    replies: 'Replies',
    reposts: 'Reposts',
    zaps: 'Zaps',
    /** After a number. */
    short,
    /** Shown if not everything was fetched. */
    atLeast: (number: string) => `${number}+`,
  },
  hidden: (count: number) =>
    `Your filters hide ${counted(count, { one: 'notification', other: 'notifications' })}.`,
  showHidden: 'Show why',
  hideHidden: 'Close',
  reasons: 'Why they are hidden',
};

/** The words of the notifications page (ACCESS-05). */
export const useNotificationStrings = words('notifications', notificationsEnglish);
