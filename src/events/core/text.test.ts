import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clip, clipLine } from './text.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('\ud83d', '\ude00', '\u0301', '\u200d', '\n', '👩‍👧'),
  ),
});

test('E-08 a clipped text is within the limit and never holds half a character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (each, max) => {
      for (const clipped of [clip(each, max), clipLine(each, max)]) {
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped.isWellFormed()).toBe(true);
      }
      if (each.isWellFormed() && each.length <= max) expect(clip(each, max)).toBe(each);
    }),
  );
  expect(clip('ab😀', 3)).toBe('ab');
  expect(clip('a'.repeat(1_000_000), 5)).toBe('aaaaa');
});

test('a line has no control characters inside and no space around it', () => {
  expect(clipLine('  a\nb\u0000c\u0085d\u2028e\u007f ', 100)).toBe('a b c d e');
  expect(clipLine('\n\t', 100)).toBe('');
});
