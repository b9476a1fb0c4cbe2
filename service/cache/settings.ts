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
const PRESETS = [
  { emoji: '👍', amount: 21, message: 'Great post 👍' },
  { emoji: '🚀', amount: 420, message: "Let's go 🚀" },
  { emoji: '☕', amount: 1_000, message: 'Coffee on me ☕' },
  { emoji: '🍻', amount: 5_000, message: 'Cheers 🍻' },
  { emoji: '🍷', amount: 10_000, message: 'Party time 🍷' },
  { emoji: '👑', amount: 100_000, message: 'Generational wealth 👑' },
];

/** Settings of an account that has none (7.2): every key that a client may read. Amounts in sats. */
export function defaultSettings(): Record<string, unknown> {
  return {
    description: 'Default settings',
    theme: 'sunrise',
    feeds: [
      { name: 'Trending 24h', hex: 'global;trending', npub: 'trending;global' },
      { name: 'Most zapped 4h', hex: 'global;mostzapped4h', npub: 'mostzapped4h;global' },
    ],
    zapDefault: { amount: 42, message: 'Onward 🫡', emoji: '🫡' },
    zapConfig: PRESETS,
    defaultZapAmount: 42,
    zapOptions: PRESETS.map(({ amount }) => amount),
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
