import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_ZAPS, MOST_BY_DEFAULT, zapFieldsIn, zapRecordOf, zapSettingsIn } from './zap-settings.ts';

const option = fc.record({
  emoji: fc.constantFrom('🚀', '🌿', ''),
  amount: fc.integer({ min: 1, max: MOST_BY_DEFAULT }),
  message: fc.string({ maxLength: 280 }),
});

test('ZAP-01 SETTINGS-05 who chose nothing zaps 42 sats with the word Onward, and has six amounts to choose from', () => {
  expect(zapSettingsIn({})).toEqual(DEFAULT_ZAPS);
  const { amount, message, options } = zapSettingsIn({});
  expect([amount, message, options.map((one) => one.amount)]).toEqual([42, 'Onward', [21, 420, 1_000, 5_000, 10_000, 100_000]]);
  expect(new Set(options.map(({ emoji }) => emoji)).size).toBe(6);
});

test('SETTINGS-05 what is chosen comes back as it was saved', () => {
  fc.assert(
    fc.property(
      fc.record({ amount: option.map((one) => one.amount), message: fc.string({ maxLength: 280 }) }),
      fc.array(option, { minLength: 6, maxLength: 6 }),
      (chosen, options) => {
        const settings = { ...chosen, options };
        const saved = JSON.parse(JSON.stringify(zapRecordOf(settings)));
        expect(zapSettingsIn(saved)).toEqual(settings);
        expect(zapFieldsIn(saved)).toEqual(zapRecordOf(settings));
      },
    ),
  );
});

test('SETTINGS-05 the older form is read only where the newer one is missing', () => {
  const older = { defaultZapAmount: 7, zapOptions: [1, 2, 3, 4, 5, 6] };
  expect(zapSettingsIn(older)).toMatchObject({ amount: 7, options: [1, 2, 3, 4, 5, 6].map((amount) => ({ amount })) });
  expect(zapSettingsIn({ ...older, zapDefault: { amount: 9 }, zapConfig: [{ amount: 8 }] })).toMatchObject({
    amount: 9,
    options: [{ amount: 8 }, { amount: 420 }, {}, {}, {}, {}],
  });
});

test('E-60 no answer of anybody makes one press give more than the bound, or breaks the six amounts', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('zapDefault', 'zapConfig', 'zapOptions', 'defaultZapAmount'), fc.anything()), (kept) => {
      const { amount, message, options } = zapSettingsIn(kept);
      expect(options).toHaveLength(6);
      for (const sats of [amount, ...options.map((one) => one.amount)])
        expect(Number.isSafeInteger(sats) && sats > 0 && sats <= MOST_BY_DEFAULT).toBe(true);
      expect(message.length <= 280).toBe(true);
    }),
  );
  expect(zapFieldsIn({ zapDefault: { amount: 2_100_000_000_000_000 }, zapConfig: [{ amount: -1 }] })).toEqual({});
});
