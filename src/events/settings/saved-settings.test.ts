import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { KIND, RESULT } from '../nostr/kinds.ts';
import { pressed } from '../nostr/ours.ts';
import { THEMES } from './appearance.ts';
import { RECORDS } from './saved-record.ts';
import { POWERS } from './signable.ts';
import { differing, joined, looksIn, settingsIn, sharedIn, withChange } from './saved-settings.ts';

const ME = 'a'.repeat(64);
const change = fc.record(
  { theme: fc.constantFrom(...THEMES), animated: fc.boolean() },
  { requiredKeys: [] },
);
const settings = fc.dictionary(fc.string(), fc.jsonValue()).map((base) => JSON.stringify(base));

test('SETTINGS-02 INV-PRESERVE saving changes only the changed settings and keeps all other content', () => {
  fc.assert(
    fc.property(settings, change, (base, wanted) => {
      const saved = withChange(base, wanted);
      expect(JSON.parse(saved)).toEqual({
        ...JSON.parse(base),
        description: 'Sync app settings',
        ...wanted,
      });
      expect(sharedIn(pressed(saved))).toEqual({ ...sharedIn(pressed(base)), ...wanted });
    }),
  );
});

test('SETTINGS-01 any answer can be read, and only the account’s own settings are used', () => {
  fc.assert(
    fc.property(
      fc.anything(),
      fc.string(),
      fc.constantFrom<number>(KIND.Settings, RESULT.DefaultSettings),
      (content, text, kind) => {
        for (const events of [[], [trusted({ kind: KIND.Settings, pubkey: ME, content: text })]]) {
          const found = settingsIn({ events, claims: [{ claim: 'other', kind, content }] }, ME);
          if (found) expect(JSON.parse(found.content)).toBeTypeOf('object');
        }
        expect(sharedIn(pressed(text))).toEqual(sharedIn(pressed(text.trim())));
      },
    ),
  );
  const other = trusted({ kind: KIND.Settings, pubkey: 'b'.repeat(64), content: '{}' });
  const merged = { claim: 'other', kind: KIND.Settings, content: { ...other } } as const;
  expect(settingsIn({ events: [other], claims: [merged] }, ME)).toBeUndefined();
});

test('SETTINGS-02 RELAY-08 sending everything through the service is saved under the documented name', () => {
  const saved = withChange('{"proxyThroughPrimal":false,"x":1}', { usePrimalRelay: true });
  expect(JSON.parse(saved)).toEqual({
    proxyThroughPrimal: true,
    x: 1,
    description: 'Sync app settings',
  });
  expect(RECORDS.settings.adopted({ by: 'account', content: pressed(saved) }, {})).toEqual({
    usePrimalRelay: true,
  });
});

test('TRUST-07 settings are ours only as the account signed them, altered ones and defaults are claims', () => {
  const content = '{"zapDefault":{"amount":90000}}';
  const own = trusted({ kind: KIND.Settings, pubkey: ME, content });
  expect(settingsIn({ events: [own], claims: [] }, ME)).toEqual({
    by: 'account',
    content,
    at: own.created_at,
    version: own.id,
  });
  const altered = { claim: 'other', kind: KIND.Settings, content: { ...own } } as const;
  expect(settingsIn({ events: [], claims: [altered] }, ME)).toEqual({
    by: 'service',
    content,
    isDefault: false,
    version: own.id,
  });
  const defaults = {
    claim: 'other',
    kind: RESULT.DefaultSettings,
    content: JSON.parse(content),
  } as const;
  expect(settingsIn({ events: [], claims: [defaults] }, ME)).toEqual({
    by: 'service',
    content,
    isDefault: true,
    version: '',
  });
});

test('TRUST-07 ACCOUNT-18 a signed proof of another request does not count as settings', () => {
  const proof = (purpose: string) =>
    trusted({
      kind: KIND.Settings,
      pubkey: ME,
      content: '{"zapDefault":{"amount":9}}',
      tags: [['d', 'Starling', purpose]],
    });
  expect(settingsIn({ events: [proof('get_app_settings')], claims: [] }, ME)).toBeUndefined();
  expect(settingsIn({ events: [proof('set_app_settings')], claims: [] }, ME)?.by).toBe('account');
});

test('TRUST-07 SETTINGS-08 NOTIF-06 RELAY-08 of any claim only its looks are adopted', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.boolean(), (value, isDefault) => {
      const keys = POWERS.map(([key]) => key);
      const content = JSON.stringify({
        theme: 'ice',
        animated: false,
        ...Object.fromEntries(keys.map((key) => [key, value])),
      });
      const adopted = RECORDS.settings.adopted({ by: 'service', content, isDefault }, {});
      expect(adopted).toEqual({ theme: 'ice', animated: false });
      expect(looksIn(content)).toEqual(adopted);
    }),
  );
  const claim = {
    by: 'service',
    content: '{"proxyThroughPrimal":true}',
    isDefault: false,
  } as const;
  expect(RECORDS.settings.adopted(claim, { usePrimalRelay: false })).toEqual({
    usePrimalRelay: false,
  });
});

test('SETTINGS-02 SETTINGS-05 zap settings are saved in both forms, for clients that know only the older', () => {
  const option = { amount: 7, message: 'Hi', emoji: '⚡' };
  const signed = (text: string) => ({ by: 'account', content: pressed(text) }) as const;
  const zaps = { zapDefault: option, zapConfig: [option, option] };
  const saved = RECORDS.settings.changed(
    signed('{"zapOptions":[1],"defaultZapAmount":1}'),
    zaps,
    {},
  );
  expect(JSON.parse(saved)).toMatchObject({
    zapDefault: option,
    zapConfig: [option, option],
    defaultZapAmount: 7,
    zapOptions: [7, 7],
  });
  expect(
    JSON.parse(RECORDS.settings.changed(signed('{"zapOptions":[1]}'), { theme: 'ice' }, {})),
  ).toMatchObject({ zapOptions: [1] });
});

test('differing settings are returned field by field', () => {
  expect(differing({ theme: 'ice', animated: true }, { theme: 'ice', animated: false })).toEqual({
    animated: true,
  });
  expect(differing({ theme: 'ice' }, {})).toEqual({ theme: 'ice' });
  expect(differing({}, { theme: 'ice', animated: true })).toEqual({});
});

test('E-60 SETTINGS-01 of hostile content only valid settings are used, and all of it is kept unchanged', () => {
  const hostile =
    '{"theme":"plaid","animated":"yes","zapDefault":{"amount":2100000000000000},"__proto__":{"theme":"ice"},"later":[1]}';
  expect(sharedIn(pressed(hostile))).toEqual({});
  expect(sharedIn(pressed('{"theme":"constructor","animated":1}'))).toEqual({});
  expect(sharedIn(pressed('{"theme":"ice","animated":false,"unknown":{}}'))).toEqual({
    theme: 'ice',
    animated: false,
  });
  const saved = withChange(hostile, { theme: 'ice' });
  expect(saved).toContain('"zapDefault":{"amount":2100000000000000}');
  expect(sharedIn(pressed(saved))).toEqual({ theme: 'ice' });
  expect(Reflect.get({}, 'theme')).toBeUndefined();
});

test('NOTIF-06 SETTINGS-02 INV-PRESERVE only changed notification switches are saved; others stay', () => {
  const base =
    '{"notifications":{"YOUR_POST_WAS_LIKED":false,"OTHERS":true,"odd":7},"notificationsAdditional":{"include_deep_replies":false}}';
  const saved = withChange(base, { notifications: { YOUR_POST_WAS_ZAPPED: false } });
  expect(JSON.parse(saved)).toMatchObject({
    notifications: {
      YOUR_POST_WAS_LIKED: false,
      OTHERS: true,
      odd: 7,
      YOUR_POST_WAS_ZAPPED: false,
    },
    notificationsAdditional: { include_deep_replies: false },
  });
  expect(sharedIn(pressed(base)).notifications).toEqual({
    YOUR_POST_WAS_LIKED: false,
    OTHERS: true,
  });
  expect(
    differing({ notifications: { a: false, b: true } }, { notifications: { b: true } }),
  ).toEqual({ notifications: { a: false } });
  expect(joined({ notifications: { a: false } }, { notifications: { b: true } })).toEqual({
    notifications: { a: false, b: true },
  });
  expect(sharedIn(pressed('{"notifications":[1],"notificationsAdditional":"x"}'))).toEqual({});
});
