import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, hexOf, isHex } from './hex.ts';

test('bytes to hex and back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const hex = hexOf(bytes);
      expect(hex).toBe(Buffer.from(bytes).toString('hex'));
      expect(bytesOf(hex)).toEqual(bytes);
      expect(isHex(hex, bytes.length * 2)).toBe(true);
    }),
  );
});

test('only lower-case hex of exactly the given length is hex', () => {
  const key = '0123456789abcdef'.repeat(4);
  expect(isHex(key, 64)).toBe(true);
  const wrong = [
    key.slice(1),
    `${key}0`,
    key.toUpperCase(),
    `${key.slice(1)}g`,
    `${key.slice(1)}/`,
    `${key.slice(1)}:`,
    `${key.slice(1)}\u0660`,
    '',
  ];
  expect(wrong.filter((text) => isHex(text, 64))).toEqual([]);
});
