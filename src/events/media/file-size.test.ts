import { expect, test } from 'vitest';
import { fileSize, partOf } from './file-size.ts';

test('MEDIA-01 file sizes and sent parts are formatted for people', () => {
  const sizes = [0, 1_023, 2_048, 3_250_585, 100 * 2 ** 20, 10_240 * 2 ** 20].map((bytes) =>
    fileSize(bytes, 'en-us'),
  );
  expect(sizes).toEqual(['0 byte', '1,023 byte', '2 kB', '3.1 MB', '100 MB', '10 GB']);
  expect([partOf(0, 0, 'en-us'), partOf(42, 100, 'en-us'), partOf(9, 8, 'en-us')]).toEqual([
    '0%',
    '42%',
    '100%',
  ]);
});
