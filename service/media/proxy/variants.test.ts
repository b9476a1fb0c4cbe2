import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sniffType } from './sniff-type.ts';
import { readVariant, variantPath, variantPixels } from './variants.ts';

const sizes = fc.constantFrom('o', 's', 'm', 'l');

test('MEDIA-06 a copy is never larger than its picture, keeps its shape, and has a pixel', () => {
  const pixels = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(sizes, pixels, pixels, (size, width, height) => {
      const copy = variantPixels(size, { width, height });
      expect(copy.width).toBeLessThanOrEqual(width);
      expect(copy.height).toBeLessThanOrEqual(height);
      expect(Math.min(copy.width, copy.height)).toBeGreaterThanOrEqual(1);
      // one pixel of rounding on each side
      const exact = (copy.width * height) / width;
      const error = height / width + 1;
      if (copy.width > 1 && copy.height > 1)
        expect(Math.abs(exact - copy.height)).toBeLessThanOrEqual(error);
      if (size === 'o') expect(copy).toEqual({ width, height });
    }),
  );
  expect(variantPixels('s', { width: 4_000, height: 3_000 })).toEqual({ width: 128, height: 96 });
  expect(variantPixels('s', { width: 4_000, height: 400 })).toEqual({ width: 384, height: 38 });
  expect(variantPixels('m', { width: 4_000, height: 3_000 })).toEqual({ width: 540, height: 405 });
  expect(variantPixels('l', { width: 4_000, height: 3_000 })).toEqual({ width: 1200, height: 900 });
  expect(variantPixels('m', { width: 300, height: 9_000 })).toEqual({ width: 72, height: 2160 });
});

test('MEDIA-04 the path of a copy is read back, with the documented defaults', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.boolean(),
      fc.webUrl({ withQueryParameters: true }),
      (size, animated, url) => {
        const { searchParams } = new URL(`http://service${variantPath({ size, animated }, url)}`);
        expect(readVariant(searchParams)).toEqual({ size, animated });
        expect(searchParams.get('u')).toBe(url);
      },
    ),
  );
  const read = (query: string) => readVariant(new URLSearchParams(query));
  expect(read('u=x')).toEqual({ size: 'o', animated: true });
  for (const query of ['s=x', 's=', 's=ss', 'a=2', 'a=true', 's=m&a='])
    expect(read(query)).toBeUndefined();
});

test('E-52 any bytes have a type or none; texts and pages are no pictures', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(['picture', 'svg', 'stream', undefined]).toContain(sniffType(bytes)?.is);
    }),
  );
  const typed = (text: string) => sniffType(Buffer.from(text, 'latin1'));
  for (const text of [
    '',
    '<!doctype html><svg>',
    '<html>',
    'GIF',
    'RIFF',
    '%PDF-1.7',
    '#EXTM3U',
    'MZ',
  ])
    expect(typed(text)).toBeUndefined();
  expect(typed('\x00\x00\x00\x20ftypavif')?.mime).toBe('image/avif');
  expect(typed('\x00\x00\x00\x20ftypheic')).toBeUndefined();
  expect(typed('\x00\x00\x00\x20ftypisom')).toEqual({ mime: 'video/mp4', is: 'stream' });
  expect(typed('<?xml version="1.0"?>\n<svg xmlns="x">')?.is).toBe('svg');
});
