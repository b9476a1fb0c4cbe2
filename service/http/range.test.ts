import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from './range.ts';

test('ranges of bytes follow RFC 9110', () => {
  expect(readRange('bytes=0-0', 10)).toEqual({ start: 0, end: 0 });
  expect(readRange('bytes=4-', 10)).toEqual({ start: 4, end: 9 });
  expect(readRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(readRange('bytes=-30', 10)).toEqual({ start: 0, end: 9 });
  expect(readRange('bytes=5-500', 10)).toEqual({ start: 5, end: 9 });
  expect(readRange('bytes=10-', 10)).toBe('unsatisfiable');
  expect(readRange('bytes=-0', 10)).toBe('unsatisfiable');
  for (const whole of [undefined, '', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=1-2'])
    expect(readRange(whole, 10)).toBeUndefined();
});

test('no header selects bytes outside the file', () => {
  const header = fc.oneof(
    fc.string(),
    fc
      .tuple(fc.option(fc.nat()), fc.option(fc.nat()))
      .map(([from, to]) => `bytes=${from ?? ''}-${to ?? ''}`),
  );
  fc.assert(
    fc.property(header, fc.nat(1000), (text, size) => {
      const range = readRange(text, size);
      if (range === undefined || range === 'unsatisfiable') return;
      expect(range.start >= 0 && range.start <= range.end && range.end < size).toBe(true);
    }),
  );
});
