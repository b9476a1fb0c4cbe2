import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '../../../tests/support/cpu-time.ts';
import { seconds } from './time.ts';
import { bigNumber } from './big-number.ts';
import {
  barCount,
  clockTime,
  duration,
  exactTime,
  fullNumber,
  longDate,
  shortDate,
  shortNumber,
  timeAgo,
} from './format.ts';

/** Locale of the expected values (LIMIT-04). */
const EN = 'en-us';

test.for([
  [0, '0'],
  [999, '999'],
  [9_999, '9,999'],
  [10_000, '10.0k'],
  [12_349, '12.3k'],
  [99_999, '99.9k'],
  [100_000, '100k'],
  [999_999, '999k'],
  [1_000_000, '1.0m'],
  [21_000_000, '21.0m'],
  [2_100_000_000_000_000, '2,100,000,000m'],
] as const)('NOTE-16 %d is shortened to %s', ([value, text]) => {
  expect(shortNumber(value, EN)).toBe(text);
});

test.for([
  [9_999, '9,999'],
  [10_000, '10.0K'],
  [1_500_000, '1.5M'],
  [999_999_999, '999M'],
  [2_000_000_000, '2.0B'],
  [999_999_999_999, '999B'],
  [1e12, '1T+'],
  [1e20, '1T+'],
] as const)('NOTE-16 NOTE-23 %d on the alternative scale is %s', ([value, text]) => {
  expect(bigNumber(value, EN)).toBe(text);
});

test.for([
  [0, ''],
  [1, '1'],
  [999, '999'],
  [1_000, '1,000'],
  [9_999, '9,999'],
  [10_000, '10.0k'],
  [14_200, '14.2k'],
  [142_000, '142k'],
  [1_234_567, '1.2m'],
] as const)('NOTE-16 NOTE-23 %d in an action bar is %j', ([value, text]) => {
  expect(barCount(value, EN)).toBe(text);
});

test('NOTE-23 a count in an action bar is in full below 10,000, then shortened like any other', () => {
  for (const count of [1, 999, 9_999, 10_000, 142_000, 1_234_567])
    expect(barCount(count, EN)).toBe(shortNumber(count, EN));
  expect(barCount(9_999, EN)).toBe('9,999');
});

test('E-14 E-60 a value that is not a number is formatted as 0', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, -5])
    expect(fullNumber(value, EN)).toBe('0');
});

test('ACCESS-05 other languages format numbers, times and lengths in their own way, and shorten by cutting', () => {
  expect([9_999, 12_349, 142_857, 1_239_567].map((value) => shortNumber(value, 'de'))).toEqual([
    '9.999',
    '12.300',
    '142.000',
    '1,23\u00a0Mio.',
  ]);
  expect([9_999, 12_349, 1_239_567].map((value) => shortNumber(value, 'ar'))).toEqual([
    '9,999',
    '12.3\u00a0ألف',
    '1.23\u00a0مليون',
  ]);
  expect(bigNumber(3e12, 'de')).toBe('3\u00a0Bio.');
  const ago = (age: number, locale: string) =>
    timeAgo(seconds(NOW - age), seconds(NOW), locale, 'UTC');
  expect([0, 240, 7_200, 400_000, 1e6].map((age) => ago(age, 'de'))).toEqual([
    'jetzt',
    '4 Min.',
    '2 Std.',
    '4 Tg.',
    '4. Nov.',
  ]);
  expect([0, 240, 400_000].map((age) => ago(age, 'ar'))).toEqual(['الآن', '4 د', '4 أيام']);
  expect(clockTime(seconds(NOW), 'de', 'UTC')).toBe('12:00');
  expect(exactTime(seconds(NOW), 'de', 'UTC')).toBe('16.11.2026, 12:00');
});

test('NOTE-16 a shortened number never exceeds the true one, and a larger count never looks smaller', () => {
  const value = (text: string) => {
    const factor = { k: 1e3, m: 1e6 }[text.slice(-1)] ?? 1;
    return Number.parseFloat(text.replaceAll(',', '')) * factor;
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e10 }), fc.integer({ min: 0, max: 1e10 }), (a, b) => {
      expect(value(shortNumber(a, EN))).toBeLessThanOrEqual(a + 1e-6 * a);
      if (a <= b)
        expect(value(shortNumber(a, EN))).toBeLessThanOrEqual(
          value(shortNumber(b, EN)) * (1 + 1e-9),
        );
    }),
  );
});

const NOW = Date.UTC(2026, 10, 16, 12) / 1_000;

test.for([
  [0, 'now'],
  [59, 'now'],
  [60, '1 min'],
  [18 * 60 + 59, '18 min'],
  [3_599, '59 min'],
  [3_600, '1 h'],
  [86_399, '23 h'],
  [86_400, '1 d'],
  [7 * 86_400 - 1, '6 d'],
  [7 * 86_400, 'Nov 9'],
  [365 * 86_400, 'Nov 16, 2025'],
] as const)('NOTE-01 %d seconds ago is %j', ([age, text]) => {
  expect(timeAgo(seconds(NOW - age), seconds(NOW), 'en-US', 'UTC')).toBe(text);
});

test('E-46 no time is shown as future: clock skew shows now, and times days ahead show their date', () => {
  expect(timeAgo(seconds(NOW + 3 * 3_600), seconds(NOW), 'en-US', 'UTC')).toBe('now');
  expect(timeAgo(seconds(NOW + 2 * 86_400), seconds(NOW), 'en-US', 'UTC')).toBe('Nov 18');
  fc.assert(
    fc.property(
      fc.oneof(fc.integer(), fc.double(), fc.bigInt().map(Number)),
      fc.integer({ min: 0, max: 4e9 }),
      (at, now) => {
        const text = timeAgo(seconds(at), seconds(now), 'en-US', 'UTC');
        expect(text).toMatch(/^(|now|\d+ (min|h|d)|[A-Z][a-z]{2} \d{1,2}(, \d{1,6})?)$/);
        expect(exactTime(seconds(at), 'en-US', 'UTC') === '').toBe(
          longDate(seconds(at), 'en-US', 'UTC') === '',
        );
      },
    ),
  );
});

test("PROFILE-01 the date of 'Joined on {date}', and other dates", () => {
  expect(longDate(seconds(NOW), 'en-US', 'UTC')).toBe('November 16, 2026');
  expect(longDate(seconds(NOW), 'en-GB', 'UTC')).toBe('16 November 2026');
  expect(exactTime(seconds(NOW), 'en-GB', 'UTC')).toBe('16 Nov 2026, 12:00');
  expect(clockTime(seconds(NOW), 'en-GB', 'UTC')).toBe('12:00');
  expect(shortDate(seconds(NOW - 86_400 * 200), seconds(NOW), 'en-US', 'UTC')).toBe('Apr 30');
  expect([Number.NaN, -1, 1e300].map((at) => longDate(seconds(at), EN))).toEqual(['', '', '']);
});

test('NOTE-20 lengths of time', () => {
  expect(
    [0, 12, 90, 7_300, 200_000, -3, Number.NaN].map((seconds) => duration(seconds, EN)),
  ).toEqual(['0 s', '12 s', '1 min', '2 h', '2 d', '0 s', '0 s']);
});

test('formatters are cached by locale, so that a page of times is cheap', () => {
  timeAgo(seconds(NOW - 1e7), seconds(NOW), EN);
  const { ms } = growthOf((share) => {
    for (let i = 0; i < share * 1_000; i++) timeAgo(seconds(NOW - 1e7 - i * 1e5), seconds(NOW), EN);
  });
  // creating a thousand formatters takes more than 30 ms
  expect(ms).toBeLessThan(30);
});
