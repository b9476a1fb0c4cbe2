import { expect, test } from 'vitest';
import { quotationMarks, quoted } from './quotes.ts';

test('ACCESS-05 quoted text gets the quotation marks of its language, in every region', () => {
  expect(
    ['en-US', 'en-XA', 'de', 'de-AT', 'ar', 'ar-EG'].map((locale) => quoted('x', locale)),
  ).toEqual(['“x”', '“x”', '„x“', '„x“', '«x»', '«x»']);
  expect(quotationMarks('de')).toEqual(['„', '“']);
});
