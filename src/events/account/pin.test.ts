import { expect, test } from 'vitest';
import { guessingTime, newPinProblem, PIN_PROBLEMS } from './pin.ts';

test('ACCOUNT-03 a PIN has at least 4 characters and is typed twice the same', () => {
  expect(newPinProblem('123', '123')).toBe('short');
  expect(newPinProblem('', '')).toBe('short');
  expect(newPinProblem('1234', '1235')).toBe('different');
  expect(newPinProblem('1234', '1234')).toBeUndefined();
  expect(newPinProblem('x'.repeat(2_000), 'x'.repeat(2_000))).toBe('long');
  expect([PIN_PROBLEMS.short, PIN_PROBLEMS.different]).toEqual(['PIN must be at least 4 characters', "PINs don't match"]);
});

test('ACCOUNT-03 characters are those a reader counts, in whatever form a keyboard writes them', () => {
  expect(newPinProblem('😀😀', '😀😀')).toBe('short');
  expect(newPinProblem('😀😀😀😀', '😀😀😀😀')).toBeUndefined();
  expect(newPinProblem('caf\u00e9', 'cafe\u0301')).toBeUndefined();
});

test('E-30 four digits fall within the hour, a word with a digit in years', () => {
  expect(guessingTime('1234')).toBe(1_000);
  expect(guessingTime('starling7')).toBeGreaterThan(30 * 365 * 86_400);
  expect(guessingTime('Aa1!')).toBe(95 ** 4 / 10);
  expect(guessingTime('ééé')).toBe(1_000 ** 3 / 10);
});
