import { expect, test } from 'vitest';
import { seconds } from '../core/time.ts';
import { alerted, alertsIn, areMessagesAlerted, plainName } from './alerts.ts';
import type { Notification } from './notification.ts';
import { ADDITIONAL, isAdditionalOn, isTypeOn, TYPE_SECTIONS } from './switches.ts';

const told = (type: Notification['type']): Notification => ({
  id: String(type),
  type,
  at: seconds(1),
  actor: 'a',
  target: undefined,
  about: undefined,
  sats: 0,
  emoji: '',
});
const all = ([1, 2, 3, 4, 5, 6, 7, 301, 302, 303, 501] as const).map(told);
const types = (kept: object, minute = 12 * 60) =>
  alerted(all, alertsIn({ ...kept }), minute).map(({ type }) => type);

test('NOTIF-06 system notifications are off by default, and shown only for the chosen kinds', () => {
  expect(types({})).toEqual([]);
  expect(types({ followers: true, zaps: true, replies: 'yes', constructor: true })).toEqual([
    1, 2, 3,
  ]);
  expect(types({ replies: true, mentions: true, reposts: true, reactions: true })).toEqual([
    4, 5, 6, 7, 303,
  ]);
  expect(types({ others: true, messages: true })).toEqual([301, 302, 501]);
  expect([
    areMessagesAlerted(alertsIn({}), 0),
    areMessagesAlerted(alertsIn({ messages: true }), 0),
  ]).toEqual([false, true]);
});

test('SETTINGS-11 quiet hours hide them, also across midnight; malformed settings count as defaults', () => {
  const quiet = { zaps: true, isQuiet: true };
  expect(
    [21 * 60 + 59, 22 * 60, 0, 6 * 60 + 59, 7 * 60].map((minute) => types(quiet, minute).length),
  ).toEqual([1, 0, 0, 0, 1]);
  expect(types({ ...quiet, from: '09:00', to: '13:00' })).toEqual([]);
  expect(types({ ...quiet, from: '13:00', to: '14:00' })).toEqual([3]);
  expect(types({ ...quiet, from: '25:00', to: 7 }, 23 * 60)).toEqual([]);
});

test('NOTIF-06 all types are on by default, and so is ignoring events with too many mentions', () => {
  const names = TYPE_SECTIONS.flatMap(({ types: some }) => some);
  expect(names).toHaveLength(21);
  expect([
    isTypeOn({}, 'YOUR_POST_WAS_LIKED'),
    isTypeOn({ YOUR_POST_WAS_LIKED: false }, 'YOUR_POST_WAS_LIKED'),
  ]).toEqual([true, false]);
  expect(ADDITIONAL.map((name) => isAdditionalOn({}, name))).toEqual([true, true, false, true]);
  expect(
    isAdditionalOn(
      { ignore_events_with_too_many_mentions: false },
      'ignore_events_with_too_many_mentions',
    ),
  ).toBe(false);
});

test('E-14 a name cannot change the text direction of a system notification', () => {
  expect(plainName('\u2069\u202eada\u2066 b\u202c')).toBe('ada b');
  expect(plainName('عادة ada')).toBe('عادة ada');
});
