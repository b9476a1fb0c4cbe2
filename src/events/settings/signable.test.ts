import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pressed } from '../nostr/ours.ts';
import { moderationOf } from '../reading/moderation/moderation-settings.ts';
import { RECORDS, type SavedChange } from './saved-record.ts';
import { differing, sharedIn, sharedFrom } from './saved-settings.ts';
import { type Held, POWERS } from './signable.ts';
import { withSaved } from './with-saved.ts';
import { DEFAULT_ZAPS, zapsFrom, zapsIn } from './zap-settings.ts';

const POISON = {
  theme: 'ice',
  zapDefault: { amount: 90_000, message: 'Mine', emoji: '' },
  defaultZapAmount: 90_000,
  zapConfig: [{ amount: 90_000, message: '', emoji: '' }],
  zapOptions: [90_000],
  proxyThroughPrimal: true,
  notifications: { YOUR_POST_WAS_ZAPPED: false },
  notificationsAdditional: { include_deep_replies: false },
  applyContentModeration: false,
  contentModeration: [{ name: 'primal_spam', scopes: [] }],
  feeds: [1],
};
const held: Held = {
  ...DEFAULT_ZAPS,
  usePrimalRelay: false,
  notifications: {},
  notificationsAdditional: {},
  moderation: {},
};
const saved = (content: object, change: SavedChange, device: Held = held) =>
  RECORDS.settings.changed(
    { by: 'service', content: JSON.stringify(content), isDefault: false },
    change,
    device,
  );

test("TRUST-07 a service's claim about money, relays, moderation or notifications is never signed", () => {
  const content = JSON.parse(saved(POISON, { theme: 'midnight' }));
  expect(content).toEqual({ theme: 'midnight', feeds: [1], description: 'Sync app settings' });
  expect(POWERS.map(([key]) => key).filter((key) => key in content)).toEqual([]);
});

test("TRUST-07 INV-PRESERVE defaults that equal this device's settings are signed with the rest", () => {
  const same = {
    zapDefault: DEFAULT_ZAPS.zapDefault,
    zapOptions: DEFAULT_ZAPS.zapConfig.map(({ amount }) => amount),
    defaultZapAmount: 42,
    proxyThroughPrimal: false,
    notifications: { YOUR_POST_WAS_ZAPPED: true },
    applyContentModeration: true,
    contentModeration: [
      { name: 'primal_spam', scopes: ['content', 'trending'] },
      { name: 'primal_nsfw', scopes: ['trending'] },
    ],
  };
  expect(JSON.parse(saved(same, { theme: 'ice' }))).toEqual({
    ...same,
    theme: 'ice',
    description: 'Sync app settings',
  });
});

test('TRUST-07 SETTINGS-08 NOTIF-06 a setting that the user changes is signed with this device’s value', () => {
  const own = {
    ...held,
    notifications: { A: false, B: true },
    moderation: { 'my content': false },
  };
  const change = {
    notifications: { A: false },
    moderation: { 'my content': false },
    usePrimalRelay: false,
  };
  const content = saved(POISON, change, own);
  const { notifications, usePrimalRelay, moderation } = sharedIn(pressed(content));
  expect([notifications, usePrimalRelay]).toEqual([{ A: false, B: true }, false]);
  expect(moderationOf(moderation ?? {})).toEqual(moderationOf(own.moderation));
  const zap = { amount: 500, message: 'Hi', emoji: '' };
  const zaps = zapsIn(pressed(saved(POISON, { zapDefault: zap }, { ...own, zapDefault: zap })));
  expect(zaps).toEqual({ zapDefault: zap, zapConfig: DEFAULT_ZAPS.zapConfig });
});

test('TRUST-07 E-60 for any claim, signing changes no setting that this device obeys', () => {
  const names = POWERS.map(([key]) => key);
  const claims = fc.record(Object.fromEntries(names.map((key) => [key, fc.jsonValue()])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(
      claims,
      fc.constantFrom<Held>(held, { ...held, usePrimalRelay: true, notifications: { A: false } }),
      (claim, device) => {
        const content = JSON.parse(saved(claim, { theme: 'ice' }, device));
        const [read, own] = [content, JSON.parse(withSaved('{}', device))].map((one) => ({
          shared: sharedFrom(one),
          zaps: zapsFrom(one),
        }));
        expect(read?.zaps).toEqual(own?.zaps);
        const {
          moderation = {},
          notifications = {},
          usePrimalRelay = device.usePrimalRelay,
        } = read?.shared ?? {};
        expect([moderationOf(moderation), usePrimalRelay]).toEqual([
          moderationOf(device.moderation ?? {}),
          device.usePrimalRelay,
        ]);
        const muted = Object.fromEntries(
          Object.entries(notifications).filter(([, on]) => on === false),
        );
        expect(
          differing({ notifications: muted }, { notifications: device.notifications ?? {} }),
        ).toEqual({});
      },
    ),
  );
});
