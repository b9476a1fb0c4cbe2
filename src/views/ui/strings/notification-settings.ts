import type { AlertKind } from '../../../events/notifications/alerts.ts';
import type { NotificationName } from '../../../events/notifications/notification.ts';
import type { Additional } from '../../../events/notifications/switches.ts';
import { words } from '../strings.ts';

const types: Record<NotificationName, string> = {
  NEW_USER_FOLLOWED_YOU: 'Someone follows you',
  USER_UNFOLLOWED_YOU: 'Someone stops following you',
  YOUR_POST_WAS_ZAPPED: 'Your note is zapped',
  YOUR_POST_WAS_LIKED: 'Your note is liked',
  YOUR_POST_WAS_REPOSTED: 'Your note is reposted',
  YOUR_POST_WAS_REPLIED_TO: 'Your note is replied to',
  YOU_WERE_MENTIONED_IN_POST: 'You are mentioned in a note',
  YOUR_POST_WAS_MENTIONED_IN_POST: 'Your note is quoted',
  POST_YOU_WERE_MENTIONED_IN_WAS_ZAPPED: 'A note that mentions you is zapped',
  POST_YOU_WERE_MENTIONED_IN_WAS_LIKED: 'A note that mentions you is liked',
  POST_YOU_WERE_MENTIONED_IN_WAS_REPOSTED: 'A note that mentions you is reposted',
  POST_YOU_WERE_MENTIONED_IN_WAS_REPLIED_TO: 'A note that mentions you is replied to',
  POST_YOUR_POST_WAS_MENTIONED_IN_WAS_ZAPPED: 'A note that quotes you is zapped',
  POST_YOUR_POST_WAS_MENTIONED_IN_WAS_LIKED: 'A note that quotes you is liked',
  POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPOSTED: 'A note that quotes you is reposted',
  POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPLIED_TO: 'A note that quotes you is replied to',
  YOUR_POST_WAS_HIGHLIGHTED: 'A passage of yours is highlighted',
  YOUR_POST_WAS_BOOKMARKED: 'Your note is bookmarked',
  YOUR_POST_HAD_REACTION: 'Your note gets another reaction',
  LIVE_EVENT_HAPPENING: 'Someone you follow goes live',
  REPLY_TO_REPLY: 'A conversation you take part in goes on',
};

const additional: Record<Additional, { title: string; hint: string }> = {
  ignore_events_with_too_many_mentions: {
    title: 'Ignore events with too many mentions',
    hint: 'Notes that name more than ten people',
  },
  include_deep_replies: {
    title: 'Include replies to replies',
    hint: 'In conversations you take part in',
  },
  only_show_reactions_from_users_i_follow: {
    title: 'Only from your follows',
    hint: 'Likes, zaps, reposts, replies and mentions',
  },
  only_show_dm_notifications_from_users_i_follow: {
    title: 'Messages only from your follows',
    hint: 'Other messages don’t count as notifications',
  },
};

const alerts: Record<AlertKind, string> = {
  followers: 'Followers gained and lost',
  zaps: 'Zaps',
  replies: 'Replies',
  mentions: 'Mentions',
  reposts: 'Reposts',
  reactions: 'Reactions',
  others: 'Highlights, bookmarks and live streams',
  messages: 'Messages',
};

export const notificationSettingsEnglish = {
  needs: 'What you get notified about',
  needsText: 'Sign in to choose it. It is saved with your account, for all of your devices.',
  types,
  sections: {
    you: 'You',
    yourNote: 'Your notes and articles',
    noteWithYou: 'Notes that mention you',
    noteWithYours: 'Notes that quote you',
  },
  sectionHint: 'Saved with your account, for all of your devices.',
  more: 'More',
  additional,
  alertsTitle: 'On this device',
  alertsHint:
    'Alerts appear while Starling is open in a hidden tab that you used in the last five minutes. They name the person and the action, never the text. For messages they only say that you have some.',
  alerts,
  blocked:
    'This browser does not allow notifications for this page. Allow them in its settings first.',
  unsupported: 'This browser shows no notifications.',
  quiet: 'Quiet hours',
  quietHint: 'No alerts during these hours.',
  from: 'From',
  to: 'To',
};

/** The words of /settings/notifications (ACCESS-05). */
export const useNotificationSettingsStrings = words(
  'notificationSettings',
  notificationSettingsEnglish,
);
