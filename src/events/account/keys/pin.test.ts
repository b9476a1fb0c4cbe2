import { pinProblems } from '../../../../tests/support/views/in-english.ts';
import { expect, test } from 'vitest';
import { newPinProblem } from './pin.ts';

test('ACCOUNT-03 a PIN has at least 4 characters and is typed twice the same', () => {
  expect(newPinProblem('123', '123')).toBe('short');
  expect(newPinProblem('', '')).toBe('short');
  expect(newPinProblem('1234', '1235')).toBe('different');
  expect(newPinProblem('1234', '1234')).toBeUndefined();
  expect(newPinProblem('x'.repeat(2_000), 'x'.repeat(2_000))).toBe('long');
  expect([pinProblems.short, pinProblems.different]).toEqual([
    'PIN must be at least 4 characters',
    'PINs don’t match',
  ]);
});

test('ACCOUNT-03 characters are counted as a reader sees them, in any Unicode form', () => {
  expect(newPinProblem('😀😀', '😀😀')).toBe('short');
  expect(newPinProblem('😀😀😀😀', '😀😀😀😀')).toBeUndefined();
  expect(newPinProblem('caf\u00e9', 'cafe\u0301')).toBeUndefined();
});
