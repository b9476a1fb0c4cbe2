import { expect, test } from 'vitest';
import { MEDIA, REF, STATE } from './schema.ts';
import { NOTIFICATION_TYPE } from './notifications/notification-types.ts';

test('stored type numbers keep their meaning', () => {
  expect(REF).toEqual({
    like: 1,
    reply: 2,
    repost: 3,
    zap: 4,
    quote: 5,
    root: 6,
    highlight: 7,
    bookmark: 8,
    tip: 9,
  });
  expect(Object.values(NOTIFICATION_TYPE)).toEqual([1, 3, 4, 5, 6, 7, 8, 301, 302, 401, 501, 601]);
  expect(MEDIA).toEqual({ picture: 1, video: 2, audio: 4, page: 8, decoration: 16 });
  expect(STATE).toEqual({ current: 0, superseded: 1, gone: 2, quarantined: 3, withheld: 4 });
});
