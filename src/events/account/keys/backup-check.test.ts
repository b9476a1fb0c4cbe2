import { expect, test } from 'vitest';
import { isCopied, piecesOf } from './backup-check.ts';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve';
const NSEC = 'nsec1abcdefghijklmnop';

test('ACCOUNT-07 a key with words is checked by the words at the asked places', () => {
  expect(piecesOf(NSEC, WORDS, [1, 12])).toEqual(['one', 'twelve']);
  expect(piecesOf(NSEC, WORDS, [3, 7])).toEqual(['three', 'seven']);
  expect(piecesOf(NSEC, WORDS, [12, 13])).toEqual(['twelve', '']);
  expect(piecesOf(NSEC, WORDS, [13, 1])).toEqual(['', 'one']);
});

test('ACCOUNT-07 a key without words is checked by four characters from each end', () => {
  expect(piecesOf(NSEC, undefined, [3, 7])).toEqual(['abcd', 'mnop']);
});

test('ACCOUNT-07 a copy matches in any case, and never by an empty or a missing piece', () => {
  expect(isCopied([' One', 'TWELVE '], ['one', 'twelve'])).toBe(true);
  expect(isCopied(['one', 'eleven'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['two', 'twelve'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['one'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['one', 'twelve'], ['one'])).toBe(false);
  expect(isCopied(['one', ''], ['one', ''])).toBe(false);
});
