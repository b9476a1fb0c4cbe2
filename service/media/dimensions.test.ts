import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDimensions } from './dimensions.ts';

const ascii = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 0xff);
const little = (value: number, bytes: number) => big(value, bytes).toReversed();
const jpegSegment = (marker: number, body: number[]) => [
  0xff,
  marker,
  ...big(body.length + 2, 2),
  ...body,
];

const FORMATS: Record<string, (width: number, height: number) => number[]> = {
  png: (w, h) => [
    0x89,
    ...ascii('PNG'),
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...big(13, 4),
    ...ascii('IHDR'),
    ...big(w, 4),
    ...big(h, 4),
    8,
    6,
    0,
    0,
    0,
  ],
  gif: (w, h) => [...ascii('GIF89a'), ...little(w, 2), ...little(h, 2), 0, 0, 0],
  jpeg: (w, h) => [
    0xff,
    0xd8,
    ...jpegSegment(0xe0, [...ascii('JFIF'), 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    0xff,
    ...jpegSegment(0xc4, [1, 2, 3]),
    ...jpegSegment(0xc2, [8, ...big(h, 2), ...big(w, 2), 3, 1, 0x22, 0]),
  ],
  'webp extended': (w, h) => [
    ...webp('VP8X'),
    0,
    0,
    0,
    0,
    ...little(w - 1, 3),
    ...little(h - 1, 3),
  ],
  'webp lossy': (w, h) => [
    ...webp('VP8 '),
    0x10,
    0,
    0,
    0x9d,
    0x01,
    0x2a,
    ...little(w, 2),
    ...little(h, 2),
    0,
  ],
  'webp lossless': (w, h) => [
    ...webp('VP8L'),
    0x2f,
    ...little(((w - 1) & 0x3fff) | (((h - 1) & 0x3fff) << 14), 4),
    0,
    0,
    0,
    0,
    0,
  ],
};

function webp(chunk: string): number[] {
  return [...ascii('RIFF'), ...little(40, 4), ...ascii('WEBP'), ...ascii(chunk), ...little(20, 4)];
}

test.each(Object.entries(FORMATS))('pixels of a %s are read from its header', (_, make) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 16_000 }),
      fc.integer({ min: 1, max: 16_000 }),
      fc.integer({ min: 0, max: 7 }),
      (width, height, offset) => {
        const bytes = Uint8Array.from([
          ...Array.from({ length: offset }, () => 7),
          ...make(width, height),
        ]);
        expect(readDimensions(bytes.subarray(offset))).toEqual({ width, height });
      },
    ),
  );
});

test.each(Object.entries(FORMATS))(
  'E-52 a %s that is cut short or altered never throws',
  (_, make) => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 5 }),
        (length, changes) => {
          const bytes = Uint8Array.from(make(300, 200));
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          const found = readDimensions(bytes.subarray(0, length));
          expect(found === undefined || (found.width > 0 && found.height > 0)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  },
);

test('other bytes have no dimensions', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void readDimensions(bytes)));
  expect(readDimensions(new TextEncoder().encode('<svg width="3" height="4"/>'))).toBeUndefined();
});
