import { DEFAULT_ZAPS } from '../../../src/events/settings/zap-settings.ts';

const NOTIFICATIONS = [
  'NEW_USER_FOLLOWED_YOU',
  'YOUR_POST_WAS_ZAPPED',
  'YOUR_POST_WAS_LIKED',
  'YOUR_POST_WAS_REPOSTED',
  'YOUR_POST_WAS_REPLIED_TO',
  'YOU_WERE_MENTIONED_IN_POST',
  'YOUR_POST_WAS_MENTIONED_IN_POST',
  'POST_YOU_WERE_MENTIONED_IN_WAS_ZAPPED',
  'POST_YOU_WERE_MENTIONED_IN_WAS_LIKED',
  'POST_YOU_WERE_MENTIONED_IN_WAS_REPOSTED',
  'POST_YOU_WERE_MENTIONED_IN_WAS_REPLIED_TO',
  'POST_YOUR_POST_WAS_MENTIONED_IN_WAS_ZAPPED',
  'POST_YOUR_POST_WAS_MENTIONED_IN_WAS_LIKED',
  'POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPOSTED',
  'POST_YOUR_POST_WAS_MENTIONED_IN_WAS_REPLIED_TO',
];

/** Settings of an account without any: every key that a client may read. Amounts in sats. */
export function defaultSettings(): Record<string, unknown> {
  const { zapDefault, zapConfig } = DEFAULT_ZAPS;
  return {
    description: 'Default settings',
    theme: 'sunrise',
    feeds: [
      { name: 'Trending 24h', hex: 'global;trending', npub: 'trending;global' },
      { name: 'Most zapped 4h', hex: 'global;mostzapped4h', npub: 'mostzapped4h;global' },
    ],
    zapDefault,
    zapConfig,
    defaultZapAmount: zapDefault.amount,
    zapOptions: zapConfig.map(({ amount }) => amount),
    notifications: Object.fromEntries(NOTIFICATIONS.map((name) => [name, true])),
    notificationsAdditional: {
      ignore_events_with_too_many_mentions: true,
      only_show_dm_notifications_from_users_i_follow: true,
      include_deep_replies: true,
      only_show_reactions_from_users_i_follow: false,
    },
    applyContentModeration: true,
    contentModeration: [
      { name: 'primal_spam', scopes: ['content', 'trending'] },
      { name: 'primal_nsfw', scopes: ['trending'] },
    ],
    proxyThroughPrimal: false,
    animated: true,
  };
}
