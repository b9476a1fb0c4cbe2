import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBech32, encodeBech32, wordsToBytes } from './bech32.ts';

const prefix = fc.stringMatching(/^[a-z]{1,10}$/);

test('any bytes decode to themselves, in lower and in upper case', () => {
  fc.assert(
    fc.property(prefix, fc.uint8Array({ maxLength: 300 }), (name, bytes) => {
      const text = encodeBech32(name, bytes);
      for (const spelling of [text, text.toUpperCase()]) {
        const decoded = decodeBech32(spelling, 1_000);
        expect(decoded?.prefix).toBe(name);
        expect(wordsToBytes(decoded?.words ?? [])).toEqual(bytes);
      }
    }),
  );
});

test('one character changed anywhere is refused', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7l1b-'.split('')),
      (bytes, at, char) => {
        const text = encodeBech32('npub', bytes);
        const i = at % text.length;
        const changed = text.slice(0, i) + char + text.slice(i + 1);
        if (changed !== text) expect(decodeBech32(changed, 1_000)).toBeUndefined();
      },
    ),
  );
});

test('refused: mixed case, letters that only look like ASCII, too long, no prefix, no checksum', () => {
  const text = encodeBech32('npub', Uint8Array.of(1, 2, 3));
  expect(decodeBech32(text, text.length)?.prefix).toBe('npub');
  const kelvin = 'NOTE1\u212aFRVAP';
  const wrong = [
    `N${text.slice(1)}`,
    kelvin,
    '',
    '1',
    'npub1',
    'npub',
    '1qqqqqq',
    text.slice(4),
    `${text} `,
    `\u0000${text}`,
  ];
  expect(wrong.filter((each) => decodeBech32(each, 1_000))).toEqual([]);
  expect(decodeBech32(text, text.length - 1)).toBeUndefined();
});

test('words whose padding is not zero, or a whole word long, are refused', () => {
  expect(wordsToBytes([31, 31])).toBeUndefined();
  expect(wordsToBytes([0])).toBeUndefined();
  expect(wordsToBytes([31, 28])).toEqual(Uint8Array.of(255));
  expect(wordsToBytes([])).toEqual(new Uint8Array());
});

test('E-44 a megabyte of anything is refused by its length, and shorter input takes linear time', () => {
  expect(decodeBech32('q1'.repeat(500_000), 5_000)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const decoded = decodeBech32(text, 500);
      if (decoded) expect(text.toLowerCase().startsWith(`${decoded.prefix}1`)).toBe(true);
    }),
  );
});
