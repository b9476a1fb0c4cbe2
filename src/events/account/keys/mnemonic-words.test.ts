import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countTypedWords, misplacedNumber, mnemonicWords } from './mnemonic-words.ts';

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
  minLength: 3,
  maxLength: 8,
});
const mnemonic = fc
  .constantFrom(12, 15, 18, 21, 24)
  .chain((count) => fc.array(word, { minLength: count, maxLength: count }));
const arabic = (number: number) =>
  String(number).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
/** A way to write a number before a word. */
const numbering = fc
  .tuple(
    fc.constantFrom('', '(', '[', '#'),
    fc.boolean(),
    fc.constantFrom('.', ')', ':', '.)', ']', ' - ', ' . ', ' – ', ''),
    fc.constantFrom('', ' ', '\t', '\n', '\r\n', '  '),
  )
  .map(
    ([open, isArabic, close, gap]) =>
      (number: number) =>
        `${open}${isArabic ? arabic(number) : number}${close}${gap}`,
  );
const lineEnd = fc.constantFrom(' ', '\t', '\n', '\r\n', '\n\n');

test('ACCOUNT-02 ACCOUNT-07 words with their numbers read the same as without, in any writing', () => {
  fc.assert(
    fc.property(mnemonic, numbering, lineEnd, (words, before, between) => {
      const written = words.map((one, at) => `${before(at + 1)}${one}`).join(between);
      expect(mnemonicWords(`${written}${between}`)).toBe(words.join(' '));
      expect(misplacedNumber(written)).toBeUndefined();
    }),
  );
});

test('ACCOUNT-02 ACCOUNT-07 words whose numbers are in another order are never read', () => {
  fc.assert(
    fc.property(mnemonic, numbering, fc.nat(11), fc.nat(11), (words, before, one, other) => {
      fc.pre(one !== other);
      const numbers = words.map((_, at) => at + 1);
      const swapped = numbers.with(one, other + 1).with(other, one + 1);
      const written = words.map((text, at) => `${before(swapped[at] ?? 0)}${text}`).join('\n');
      expect(mnemonicWords(written)).toBeUndefined();
      expect(misplacedNumber(written)).toBe(Math.min(one, other) + 1);
    }),
  );
});

test('ACCOUNT-02 a number without a word, from zero, or before the wrong word is misplaced', () => {
  const words = 'ant bee cat dog elk fox gnu hen ibis jay koi lynx'.split(' ');
  const from = (first: number) => words.map((one, at) => `${at + first}. ${one}`);
  expect(misplacedNumber(from(0).join(' '))).toBe(1);
  expect(misplacedNumber(`${from(1).join(' ')} 13.`)).toBe(13);
  expect(misplacedNumber(from(1).with(4, '5. 6. elk').join(' '))).toBe(5);
  expect(misplacedNumber(from(1).toSpliced(4, 1).join(' '))).toBe(5);
  expect(mnemonicWords(from(0).join(' '))).toBeUndefined();
  // a word without a number is at the place that it has
  expect(mnemonicWords(from(1).with(4, 'elk').join(' '))).toBe(words.join(' '));
  for (const text of ['12 34 56', words.join(' '), '1. a list 2. of things, 3. or so'])
    expect(misplacedNumber(text), text).toBeUndefined();
});

test('ACCOUNT-02 numbered words of a wrong number are counted', () => {
  expect(countTypedWords('1. ant 2. bee 3. cat')).toBe(3);
  expect(countTypedWords('1. ant 2. bee')).toBeUndefined();
});
