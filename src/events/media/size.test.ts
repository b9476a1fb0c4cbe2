import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import type { Imeta } from './imeta.ts';
import { galleryCell, mediaSize, naturalSize } from './size.ts';

const none = { info: undefined, imeta: undefined };
const imetaOf = (width: number, height: number): Imeta => ({
  url: 'u',
  alt: '',
  hash: '',
  size: { width, height },
  fallbacks: [],
  fields: new Map(),
});
const variant = (size: string, width: number, height: number): MediaVariant => ({
  size,
  animated: true,
  width,
  height,
  type: 'image/jpeg',
  duration: 0,
  url: `https://a.b/${size}`,
});
const infoOf = (...variants: MediaVariant[]): MediaInfo => ({
  url: 'u',
  type: 'image/jpeg',
  variants,
  thumbnail: undefined,
});
const sized = (width: number, height: number) =>
  mediaSize({ info: undefined, imeta: imetaOf(width, height) });

test('NOTE-04 the size of the service comes before the author’s, the original before its variants', () => {
  const info = infoOf(variant('s', 400, 266), variant('o', 1200, 800));
  expect(naturalSize({ info, imeta: imetaOf(1, 1) })).toEqual({ width: 1200, height: 800 });
  expect(
    naturalSize({ info: infoOf(variant('s', 400, 266), variant('m', 800, 532)), imeta: undefined }),
  ).toEqual({
    width: 800,
    height: 532,
  });
  expect(naturalSize({ info: infoOf(variant('o', 0, 0)), imeta: imetaOf(2, 3) })).toEqual({
    width: 2,
    height: 3,
  });
  expect(naturalSize(none)).toBeUndefined();
});

test('NOTE-04 boxes: default width 538, own ratio between 16:9 and 4:5, never larger than the picture', () => {
  expect(sized(1076, 800)).toEqual({ width: 538, height: 400, isCut: false });
  expect(sized(5000, 100)).toEqual({ width: 538, height: 303, isCut: false });
  expect(sized(1000, 9000)).toEqual({ width: 538, height: 520, isCut: true });
  expect(sized(64, 64)).toEqual({ width: 64, height: 64, isCut: false });
  expect(mediaSize(none)).toEqual({ width: 538, height: 404 });
  expect(mediaSize(none, 'video')).toEqual({ width: 538, height: 303 });
  expect(mediaSize({ info: undefined, imeta: imetaOf(320, 180) }, 'video')).toEqual({
    width: 538,
    height: 303,
    isCut: false,
  });
});

test('NOTE-04 cells of a gallery are 250 wide; together they are 16:10 in two columns', () => {
  expect([0, 1].map((i) => galleryCell(2, i))).toEqual([
    { width: 250, height: 313 },
    { width: 250, height: 313 },
  ]);
  expect([0, 1, 2].map((i) => galleryCell(3, i).width)).toEqual([500, 250, 250]);
  expect([0, 3].map((i) => galleryCell(4, i))).toEqual([
    { width: 250, height: 156 },
    { width: 250, height: 156 },
  ]);
});

test('E-52 for any claimed size, a box is at most 538 by 520 and at least one pixel', () => {
  fc.assert(
    fc.property(
      fc.double(),
      fc.double(),
      fc.constantFrom('image', 'video'),
      (width, height, type) => {
        const box = mediaSize(
          { info: infoOf(variant('o', width, height)), imeta: undefined },
          type,
        );
        expect(box.width >= 1 && box.width <= 538 && box.height >= 1 && box.height <= 520).toBe(
          true,
        );
        expect(Number.isInteger(box.width) && Number.isInteger(box.height)).toBe(true);
      },
    ),
  );
});
