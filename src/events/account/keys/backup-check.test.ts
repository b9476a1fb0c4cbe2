import { expect, test } from 'vitest';
import { isInFile, piecesOf, wrongPieces } from './backup-check.ts';

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
  expect(isInFile(`My key:\n${NSEC}\n`, [NSEC], WORDS)).toBe(true);
  expect(isInFile(WORDS.replaceAll(' ', '\n'), [NSEC], WORDS)).toBe(true);
  expect(isInFile(NSEC.slice(0, -1), [NSEC, undefined, ''], undefined)).toBe(false);
  expect(isInFile(NSEC.slice(0, -1), [NSEC], '')).toBe(false);
});

test('ACCOUNT-07 a saved file with numbered words counts, unless a number is at another word', () => {
  const numbered = (first: number) => WORDS.split(' ').map((word, at) => `${at + first}. ${word}`);
  expect(isInFile(numbered(1).join('\n'), [], WORDS)).toBe(true);
  expect(isInFile(`My 12 words from 2026:\n${numbered(1).join('\t')}\n`, [], WORDS)).toBe(true);
  expect(isInFile(numbered(2).join('\n'), [], WORDS)).toBe(false);
  expect(isInFile(numbered(1).toReversed().join('\n'), [], WORDS)).toBe(false);
  expect(isInFile(numbered(1).with(4, '5. nine').join('\n'), [], WORDS)).toBe(false);
});

test('ACCOUNT-07 a copy matches in any case, and never by an empty or a missing piece', () => {
  expect(wrongPieces([' One', 'TWELVE '], ['one', 'twelve'])).toEqual([]);
  expect(wrongPieces(['one', 'eleven'], ['one', 'twelve'])).toEqual([1]);
  expect(wrongPieces(['two', 'twelve'], ['one', 'twelve'])).toEqual([0]);
  expect(wrongPieces(['one'], ['one', 'twelve'])).toEqual([1]);
  expect(wrongPieces(['one', 'twelve'], ['one'])).toEqual([1]);
  expect(wrongPieces(['one', ''], ['one', ''])).toEqual([1]);
});

test('ACCOUNT-07 a typed word may carry its own number, but no other; characters of a key may not', () => {
  const check = (...typed: string[]) => wrongPieces(typed, ['two', 'twelve'], [2, 12]);
  for (const typed of ['2. two', '2 two', '2) Two', '(2)\ttwo', ' two ', '٢. two'])
    expect(check(typed, '12: twelve'), typed).toEqual([]);
  expect(check('3. two', '12. twelve')).toEqual([0]);
  expect(check('2. two 3. three', 'twelve')).toEqual([0]);
  expect(check('2.', '12.')).toEqual([0, 1]);
  expect(wrongPieces(['2. abcd', '3mno'], ['abcd', 'mno'])).toEqual([0, 1]);
});
