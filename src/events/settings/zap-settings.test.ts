import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pressed } from '../nostr/ours.ts';
import { RECORDS } from './saved-record.ts';
import { DEFAULT_ZAPS, MOST_SATS, zapsIn } from './zap-settings.ts';

test('SETTINGS-05 an account without settings has 42 sats and ‘Onward’, and six presets with emoji', () => {
  expect(zapsIn(pressed('{}'))).toEqual(DEFAULT_ZAPS);
  expect(DEFAULT_ZAPS.zapDefault).toMatchObject({ amount: 42, message: 'Onward' });
  expect(DEFAULT_ZAPS.zapConfig.map(({ amount }) => amount)).toEqual([
    21, 420, 1_000, 5_000, 10_000, 100_000,
  ]);
  expect(DEFAULT_ZAPS.zapConfig.every(({ emoji }) => emoji !== '')).toBe(true);
  expect(zapsIn(pressed('{"defaultZapAmount":21}')).zapDefault.amount).toBe(21);
});

test('SETTINGS-05 INV-PRESERVE chosen zaps are saved with the settings, beside the data of other clients', () => {
  const { changed, joined, left } = RECORDS.settings;
  const change = { zapDefault: { amount: 100, message: 'Hi', emoji: '' } };
  const base = {
    by: 'account',
    content: pressed('{"theme":"ice","other":{"x":12345678901234567890}}'),
  } as const;
  const saved = changed(base, joined({ animated: false }, change), {});
  expect(saved).toContain('12345678901234567890');
  expect(zapsIn(pressed(saved))).toEqual({ ...DEFAULT_ZAPS, ...change });
  expect(left(change, change)).toEqual({});
  const next = { zapDefault: { amount: 200, message: '', emoji: '' } };
  expect(left(next, change)).toEqual(next);
});

test('SETTINGS-05 E-60 a saved zap above the limit is bounded, as the default and as a preset', () => {
  const large = { amount: 21_000_000, message: 'all of it', emoji: '' };
  expect(zapsIn(pressed(JSON.stringify({ zapDefault: large, zapConfig: [large] })))).toEqual({
    zapDefault: { ...large, amount: MOST_SATS },
    zapConfig: [{ ...large, amount: MOST_SATS }],
  });
  expect(zapsIn(pressed('{"defaultZapAmount":5000000}')).zapDefault.amount).toBe(MOST_SATS);
});

test('INV-ISOLATE for any content, amounts are whole sats', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (zapDefault, zapConfig) => {
      const zaps = zapsIn(pressed(JSON.stringify({ zapDefault, zapConfig })));
      for (const { amount } of [zaps.zapDefault, ...zaps.zapConfig])
        expect(Number.isSafeInteger(amount) && amount > 0 && amount <= MOST_SATS).toBe(true);
    }),
  );
});
