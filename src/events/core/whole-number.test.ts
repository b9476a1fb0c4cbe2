import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWhole, wholeIn } from './whole-number.ts';

test.each([
  '1.5',
  '2e3',
  '1,000',
  '1.000',
  '1 000',
  '-5',
  '+5',
  '0x10',
  '½',
  '1٫5',
  'x',
  '1_000',
  '٣,٤',
  '∞',
])('ZAP-01 an amount typed as "%s" is refused as a whole', (typed) =>
  expect(readWhole(typed)).toEqual({ fault: 'unreadable' }),
);

test.each([
  ['42', 42],
  [' 42 ', 42],
  ['007', 7],
  ['٤٢', 42],
  ['۴۲', 42],
  ['４２', 42],
  ['0', 0],
])('ZAP-01 an amount typed as "%s" is %i', (typed, value) =>
  expect(readWhole(typed)).toEqual({ value }),
);

test('ZAP-01 an empty amount, an amount above the maximum and an unreadable one give different faults', () => {
  expect([readWhole('  '), readWhole('1001', 1_000), readWhole('9'.repeat(30))]).toEqual([
    { fault: 'empty' },
    { fault: 'tooMuch' },
    { fault: 'tooMuch' },
  ]);
});

test('ZAP-01 every text is read as exactly the number that it shows, or refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const value = wholeIn(text);
      return (
        value === undefined ||
        (Number.isSafeInteger(value) &&
          String(value) === (text.trim().replace(/^0+(?=\d)/, '') || '0'))
      );
    }),
  );
  fc.assert(fc.property(fc.maxSafeNat(), (value) => wholeIn(String(value)) === value));
});
