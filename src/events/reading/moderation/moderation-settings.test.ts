import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pressed } from '../../nostr/ours.ts';
import { sharedIn, withChange } from '../../settings/saved-settings.ts';
import {
  APPLIES,
  MODERATION_GROUPS,
  type ModerationGroup,
  moderationIn,
  moderationOf,
  moderationSwitch,
} from './moderation-settings.ts';

const NAMES = [
  APPLIES,
  ...(['my', 'primal_spam', 'primal_nsfw'] as const).flatMap((group) =>
    MODERATION_GROUPS[group].map((scope) => moderationSwitch(group, scope)),
  ),
];
const rules = (settings: object) => moderationOf(moderationIn(settings));

test('SETTINGS-08 by default the own list and spam filter everywhere, NSFW only recommendations', () => {
  const all = {
    my: ['content', 'trending'],
    primal_spam: ['content', 'trending'],
    primal_nsfw: ['trending'],
  };
  expect(moderationOf({})).toEqual({ applies: true, scopes: all });
  for (const saved of [
    {},
    { contentModeration: [] },
    { contentModeration: 'all', applyContentModeration: 'no' },
  ])
    expect(rules(saved)).toEqual({ applies: true, scopes: all });
});

test('SETTINGS-02 SETTINGS-08 in saved rules a missing group is off, and NSFW never hides content', () => {
  const saved = {
    applyContentModeration: false,
    contentModeration: [
      { name: 'primal_nsfw', scopes: ['content', 'trending'] },
      { name: 'other', scopes: ['content'] },
    ],
  };
  expect(rules(saved)).toEqual({
    applies: false,
    scopes: { my: ['content', 'trending'], primal_spam: [], primal_nsfw: ['trending'] },
  });
  expect(
    rules({ contentModeration: [{ name: 'my', scopes: ['trending'] }, { name: 'primal_spam' }] })
      .scopes,
  ).toEqual({
    my: ['trending'],
    primal_spam: [],
    primal_nsfw: [],
  });
});

test('SETTINGS-02 SETTINGS-08 INV-PRESERVE switches are saved in the documented form, beside foreign rules', () => {
  const edit = (base: object, switches: Record<string, boolean>): unknown =>
    JSON.parse(withChange(JSON.stringify(base), { moderation: switches }));
  expect(edit({ theme: 'ice' }, { 'primal_spam content': false })).toEqual({
    theme: 'ice',
    description: 'Sync app settings',
    // the service applies no rules unless the setting is present
    applyContentModeration: true,
    contentModeration: [
      { name: 'primal_spam', scopes: ['trending'] },
      { name: 'primal_nsfw', scopes: ['trending'] },
    ],
  });
  expect(edit({ contentModeration: [] }, { apply: false })).toEqual({
    description: 'Sync app settings',
    contentModeration: [],
    applyContentModeration: false,
  });
  const others = [
    7,
    { name: 'other', scopes: ['x'] },
    { name: 'primal_spam', scopes: ['content', 'later'], since: 5 },
  ];
  expect(
    edit({ contentModeration: others }, { 'primal_spam content': false, 'my trending': false }),
  ).toMatchObject({
    contentModeration: [
      7,
      { name: 'other', scopes: ['x'] },
      { name: 'primal_spam', scopes: ['later'], since: 5 },
      { name: 'my', scopes: ['content'] },
    ],
  });
});

const group = fc.constantFrom<ModerationGroup | 'other'>(
  'my',
  'primal_spam',
  'primal_nsfw',
  'other',
);
const rule = fc.oneof(
  fc.record(
    {
      name: group,
      scopes: fc.oneof(fc.array(fc.constantFrom('content', 'trending', 'x')), fc.jsonValue()),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const blob = fc.record(
  {
    applyContentModeration: fc.oneof(fc.boolean(), fc.jsonValue()),
    contentModeration: fc.oneof(fc.array(rule), fc.jsonValue()),
    beside: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const switches = fc.dictionary(fc.constantFrom(...NAMES), fc.boolean());

test('E-60 SETTINGS-02 SETTINGS-08 for any saved content, saving changes only the given switches', () => {
  fc.assert(
    fc.property(blob, switches, (base, wanted) => {
      const text = JSON.stringify(base);
      const saved = withChange(text, { moderation: wanted });
      const before = sharedIn(pressed(text)).moderation ?? {};
      expect(moderationOf(sharedIn(pressed(saved)).moderation ?? {})).toEqual(
        moderationOf({ ...before, ...wanted }),
      );
      // in its JSON form, which has no -0
      const { beside } = JSON.parse(text);
      expect(JSON.parse(saved)).toMatchObject(beside === undefined ? {} : { beside });
      expect(
        Object.keys(sharedIn(pressed(saved)).moderation ?? {}).every((name) =>
          NAMES.includes(name),
        ),
      ).toBe(true);
    }),
  );
});
