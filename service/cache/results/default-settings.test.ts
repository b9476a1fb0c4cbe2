import { expect, test } from 'vitest';
import { defaultSettings } from './default-settings.ts';

const subjects = ['ZAPPED', 'LIKED', 'REPOSTED', 'REPLIED_TO'];

test('SETTINGS-01 by default all notifications are on, also of posts that mention a post', () => {
  const names = [
    'NEW_USER_FOLLOWED_YOU',
    ...subjects.map((act) => `YOUR_POST_WAS_${act}`),
    'YOU_WERE_MENTIONED_IN_POST',
    'YOUR_POST_WAS_MENTIONED_IN_POST',
    ...subjects.map((act) => `POST_YOU_WERE_MENTIONED_IN_WAS_${act}`),
    ...subjects.map((act) => `POST_YOUR_POST_WAS_MENTIONED_IN_WAS_${act}`),
  ];
  const { notifications, notificationsAdditional } = defaultSettings();
  expect(notifications).toEqual(Object.fromEntries(names.map((name) => [name, true])));
  expect(notificationsAdditional).toEqual({
    ignore_events_with_too_many_mentions: true,
    only_show_dm_notifications_from_users_i_follow: true,
    include_deep_replies: true,
    only_show_reactions_from_users_i_follow: false,
  });
});

test('SETTINGS-01 by default the service moderates, shows animations and forwards nothing', () => {
  const settings = defaultSettings();
  expect(settings).toMatchObject({
    description: 'Default settings',
    theme: 'sunrise',
    feeds: [
      { name: 'Trending 24h', hex: 'global;trending', npub: 'trending;global' },
      { name: 'Most zapped 4h', hex: 'global;mostzapped4h', npub: 'mostzapped4h;global' },
    ],
    applyContentModeration: true,
    contentModeration: [
      { name: 'primal_spam', scopes: ['content', 'trending'] },
      { name: 'primal_nsfw', scopes: ['trending'] },
    ],
    proxyThroughPrimal: false,
    animated: true,
  });
});

test('ZAP-01 the default amount and the offered amounts are those of the default zaps', () => {
  const { zapDefault, zapConfig, defaultZapAmount, zapOptions } = defaultSettings();
  expect(zapDefault).toMatchObject({ amount: defaultZapAmount });
  expect(zapConfig).toMatchObject(Object(zapOptions).map((amount: number) => ({ amount })));
});
