import { expect, test } from 'vitest';
import { quotationMarks, quoted } from './quotes.ts';

test('ACCESS-05 what somebody said stands between the marks of the language, whatever its region', () => {
  expect(['en-US', 'en-XA', 'de', 'de-AT', 'ar', 'ar-EG'].map((locale) => quoted('x', locale))).toEqual([
    '“x”',
    '“x”',
    '„x“',
    '„x“',
    '«x»',
    '«x»',
  ]);
  expect(quotationMarks('de')).toEqual(['„', '“']);
});
