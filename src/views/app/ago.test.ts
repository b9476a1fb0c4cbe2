import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ago, isoTime, moment } from './ago.ts';

const NOW = 1_700_000_000;
const say = (age: number) => ago(NOW - age, NOW, 'en-us', 'now');

test('NOTE-01 ages are said shortly: minutes, hours, a weekday, then the date', () => {
  expect([0, 59, 60, 3_599, 3_600, 86_399].map(say)).toEqual(['now', 'now', '1 min', '59 min', '1 h', '23 h']);
  expect(say(2 * 86_400)).toMatch(/^[A-Z][a-z]{2}$/);
  expect(say(30 * 86_400)).toMatch(/^Oct \d+$/);
  expect(say(800 * 86_400)).toMatch(/^[A-Z][a-z]{2} \d+, 2021$/);
});

test('a time ahead is now or a date, never an age; no number breaks it', () => {
  expect([say(-30), say(-86_400)]).toEqual(['now', expect.stringMatching(/^Nov \d+$/)]);
  fc.assert(
    fc.property(fc.double(), (at) => {
      const words = [ago(at, NOW, 'en-us', 'now'), moment(at, 'en-us'), isoTime(at) ?? ''];
      expect(words.every((word) => typeof word === 'string')).toBe(true);
      if (at > NOW + 60) expect(words[0]).not.toMatch(/min|h$/);
    }),
  );
});
