import { expect, test } from 'vitest';
import { isCopied, isInFile, piecesOf } from './backup-check.ts';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve';
const NSEC = 'nsec1abcdefghijklmnop';

test('ACCOUNT-07 words are checked by the words at the asked places', () => {
  expect(piecesOf(WORDS, 'words', [1, 12])).toEqual(['one', 'twelve']);
  expect(piecesOf(WORDS, 'words', [3, 7])).toEqual(['three', 'seven']);
  expect(piecesOf(WORDS, 'words', [12, 13])).toEqual(['twelve', '']);
  expect(piecesOf(WORDS, 'words', [13, 1])).toEqual(['', 'one']);
});

test('ACCOUNT-07 another form is checked by four characters from each end', () => {
  expect(piecesOf(NSEC, 'nsec', [3, 7])).toEqual(['abcd', 'mnop']);
  expect(piecesOf('ncryptsec1qrstuvwx', 'ncryptsec', [3, 7])).toEqual(['qrst', 'uvwx']);
  expect(piecesOf('', 'nsec', [3, 7])).toEqual(['', '']);
});

test('ACCOUNT-07 a saved file counts if it contains one form of the key', () => {
  expect(isInFile(`My key:\n${NSEC}\n`, [NSEC, WORDS])).toBe(true);
  expect(isInFile(WORDS.replaceAll(' ', '\n'), [NSEC, WORDS])).toBe(true);
  expect(isInFile(NSEC.slice(0, -1), [NSEC, undefined, ''])).toBe(false);
});

test('ACCOUNT-07 a copy matches in any case, and never by an empty or a missing piece', () => {
  expect(isCopied([' One', 'TWELVE '], ['one', 'twelve'])).toBe(true);
  expect(isCopied(['one', 'eleven'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['two', 'twelve'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['one'], ['one', 'twelve'])).toBe(false);
  expect(isCopied(['one', 'twelve'], ['one'])).toBe(false);
  expect(isCopied(['one', ''], ['one', ''])).toBe(false);
});
