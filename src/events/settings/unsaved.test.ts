import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RECORDS } from './saved-record.ts';
import { unsavedIn } from './unsaved.ts';
import { DEFAULT_ZAPS } from './zap-settings.ts';

const OPTION = { amount: 7, message: 'a', emoji: 'b' };
const CHANGE = {
  theme: 'ice',
  animated: false,
  usePrimalRelay: true,
  notifications: { a: true },
  moderation: { b: false },
  zapDefault: OPTION,
  zapConfig: [OPTION],
} as const;

test('SETTINGS-02 unsaved changes are read back unchanged, and malformed ones are left out', () => {
  expect(unsavedIn(JSON.parse(JSON.stringify(CHANGE)))).toEqual(CHANGE);
  expect(unsavedIn(JSON.parse(JSON.stringify(DEFAULT_ZAPS)))).toEqual(DEFAULT_ZAPS);
  expect(unsavedIn({ zapDefault: 1, zapConfig: [{ amount: 'x' }], defaultZapAmount: 7 })).toEqual(
    {},
  );
  for (const value of [
    undefined,
    null,
    1,
    'x',
    [],
    {},
    { theme: 'mud', animated: 1, notifications: { a: 2 }, moderation: [], feeds: [] },
  ])
    expect(Object.values(unsavedIn(value)).filter((one) => JSON.stringify(one) !== '{}')).toEqual(
      [],
    );
  fc.assert(fc.property(fc.jsonValue(), (value) => void unsavedIn(value)));
});

test('SETTINGS-02 INV-NO-LOSS a saved change is no longer unsaved; a later change is', () => {
  expect(RECORDS.settings.left(CHANGE, CHANGE)).toEqual({});
  expect(RECORDS.settings.left(CHANGE, {})).toEqual(CHANGE);
  expect(
    RECORDS.settings.left(
      { ...CHANGE, zapDefault: { ...OPTION, amount: 8 } },
      { ...CHANGE, zapDefault: { emoji: 'b', message: 'a', amount: 7 } },
    ),
  ).toEqual({
    zapDefault: { ...OPTION, amount: 8 },
  });
  expect(
    RECORDS.settings.left(
      { theme: 'ice', moderation: { a: true, b: true } },
      { theme: 'midnight', moderation: { a: true } },
    ),
  ).toEqual({
    theme: 'ice',
    moderation: { b: true },
  });
});
