import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isOwnSettingsRead,
  lastSeenDraft,
  settingsDraft,
  subsettingsDraft,
} from './request-drafts.ts';

const READINGS = [
  settingsDraft(),
  subsettingsDraft('user-home-feeds'),
  subsettingsDraft('user-reads-feeds'),
  subsettingsDraft('user-nwc'),
  lastSeenDraft(),
];

test('SETTINGS-01 ACCOUNT-18 NOTIF-05 requests signed by a closed key have the form of the protocol', () => {
  expect(READINGS).toEqual([
    {
      kind: 30_078,
      content: '{"description":"Sync app settings"}',
      tags: [['d', 'Starling', 'get_app_settings']],
    },
    {
      kind: 30_078,
      content: '{"subkey":"user-home-feeds"}',
      tags: [['d', 'Starling', 'get_app_subsettings_home']],
    },
    {
      kind: 30_078,
      content: '{"subkey":"user-reads-feeds"}',
      tags: [['d', 'Starling', 'get_app_subsettings_reads']],
    },
    {
      kind: 30_078,
      content: '{"subkey":"user-nwc"}',
      tags: [['d', 'Starling', 'get_app_subsettings_nwc']],
    },
    {
      kind: 30_078,
      content: '{"description":"Sync app settings"}',
      tags: [['d', 'Starling', 'notifications_laste_seen']],
    },
  ]);
  expect(READINGS.every(isOwnSettingsRead)).toBe(true);
});

test('BEYOND-03 nothing else counts as one of them, with any kind, content and tags', () => {
  const kind = fc.oneof(fc.constant(30_078), fc.nat(65_535));
  const content = fc.oneof(
    fc.constantFrom(...READINGS.map((one) => one.content)),
    fc.string(),
    fc.json(),
  );
  const tag = fc.oneof(
    fc.constantFrom(...READINGS.flatMap(({ tags }) => tags)),
    fc.array(fc.string(), { maxLength: 4 }),
  );
  fc.assert(
    fc.property(kind, content, fc.array(tag, { maxLength: 3 }), (some, text, tags) => {
      const template = { kind: some, content: text, tags };
      const isOne = READINGS.some(
        (one) =>
          one.kind === some &&
          one.content === text &&
          JSON.stringify(one.tags) === JSON.stringify(tags),
      );
      expect(isOwnSettingsRead(template)).toBe(isOne);
    }),
  );
});
