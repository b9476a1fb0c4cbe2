import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { proxyUrl, variantFor } from './variant.ts';

const variant = (width: number, animated = true, url = `https://a.b/${width}${animated ? '' : 's'}`): MediaVariant => ({
  size: 'x',
  animated,
  width,
  height: width,
  type: 'image/jpeg',
  duration: 0,
  url,
});
const info = (...variants: MediaVariant[]): MediaInfo => ({ url: 'u', type: 'image/jpeg', variants, thumbnail: undefined });

test('MEDIA-04 the smallest variant that is wide enough, else the widest', () => {
  const media = info(variant(1200), variant(400), variant(800));
  expect(variantFor(media, 538)).toBe('https://a.b/800');
  expect(variantFor(media, 400)).toBe('https://a.b/400');
  expect(variantFor(media, 5000)).toBe('https://a.b/1200');
  expect(variantFor(info(), 100)).toBeUndefined();
  expect(variantFor(undefined, 100)).toBeUndefined();
});

test('MEDIA-04 still pictures where they are wanted and there are some', () => {
  const media = info(variant(400), variant(400, false), variant(800, false));
  expect(variantFor(media, 500, { animated: false })).toBe('https://a.b/800s');
  expect(variantFor(media, 500)).toBe('https://a.b/400');
  expect(variantFor(info(variant(400)), 500, { animated: false })).toBe('https://a.b/400');
});

test('E-04 E-24 a variant with an unsafe address is passed over', () => {
  const media = info(variant(400, true, 'javascript:x'), variant(600, true, 'http://127.0.0.1/x'), variant(800));
  expect(variantFor(media, 100)).toBe('https://a.b/800');
  expect(variantFor(media, 600, { home: 'http://127.0.0.1' })).toBe('http://127.0.0.1/x');
});

test('MEDIA-04 no variant that would do is smaller than the one chosen', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }), fc.integer({ min: 0, max: 60 }), (widths, wanted) => {
      const chosen = Number(variantFor(info(...widths.map((width) => variant(width))), wanted)?.slice('https://a.b/'.length));
      const enough = widths.filter((width) => width >= wanted);
      expect(chosen).toBe(enough.length > 0 ? Math.min(...enough) : Math.max(...widths));
    }),
  );
});

test('MEDIA-04 the address of a picture at the media proxy', () => {
  expect(proxyUrl('https://media.example', 'https://a.b/c.jpg?d=e&f')).toBe(
    'https://media.example/media-cache?s=o&a=1&u=https%3A%2F%2Fa.b%2Fc.jpg%3Fd%3De%26f',
  );
  expect(proxyUrl('https://media.example/x/', 'https://a.b/c.jpg', 's', { animated: false })).toBe(
    'https://media.example/media-cache?s=s&a=0&u=https%3A%2F%2Fa.b%2Fc.jpg',
  );
  expect(proxyUrl('javascript:x', 'https://a.b/c.jpg')).toBeUndefined();
  expect(proxyUrl('https://media.example', 'http://10.0.0.1/c.jpg')).toBeUndefined();
});
