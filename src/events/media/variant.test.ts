import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { type PictureOptions, pictureUrls } from './variant.ts';

const variant = (
  width: number,
  animated = true,
  url = `https://a.b/${width}${animated ? '' : 's'}`,
): MediaVariant => ({
  size: 'x',
  animated,
  width,
  height: width,
  type: 'image/jpeg',
  duration: 0,
  url,
});
const info = (...variants: MediaVariant[]): MediaInfo => ({
  url: URL,
  type: 'image/jpeg',
  variants,
  thumbnail: undefined,
});
const URL = 'https://a.b/c.jpg?d=e&f';
const urls = (
  media: MediaInfo | undefined,
  width: number,
  options: Partial<PictureOptions> = {},
  url = URL,
) => pictureUrls(url, media, width, { animated: true, ...options });

test('MEDIA-04 the smallest variant that is wide enough, else the widest; then the original', () => {
  const media = info(variant(1200), variant(400), variant(800));
  expect(urls(media, 538)).toEqual(['https://a.b/800', URL]);
  expect(urls(media, 400)[0]).toBe('https://a.b/400');
  expect(urls(media, 5000)[0]).toBe('https://a.b/1200');
  expect(urls(info(), 100)).toEqual([URL]);
  expect(urls(undefined, 100)).toEqual([URL]);
  expect(urls(undefined, 100, {}, '')).toEqual([]);
});

test('MEDIA-04 MEDIA-05 still pictures come from a still variant or the media server, else animated', () => {
  const media = info(variant(400), variant(400, false), variant(800, false));
  expect(urls(media, 500, { animated: false })).toEqual(['https://a.b/800s', URL]);
  expect(urls(media, 500)).toEqual(['https://a.b/400', URL]);
  const [server, moving] = ['https://media.example', info(variant(400))];
  const still = 'https://media.example/media-cache?s=m&a=0&u=https%3A%2F%2Fa.b%2Fc.jpg%3Fd%3De%26f';
  expect(urls(moving, 500, { animated: false, server })).toEqual([still, 'https://a.b/400', URL]);
  expect(urls(moving, 500, { animated: false })).toEqual(['https://a.b/400', URL]);
});

test('MEDIA-04 MEDIA-05 a picture without stored sizes is loaded through the media server, if one is set', () => {
  const server = 'https://media.example/x/';
  const proxied =
    'https://media.example/media-cache?s=m&a=1&u=https%3A%2F%2Fa.b%2Fc.jpg%3Fd%3De%26f';
  expect(urls(undefined, 100, { server })).toEqual([proxied, URL]);
  expect(urls(info(variant(400)), 100, { server })).toEqual(['https://a.b/400', proxied, URL]);
  expect(urls(undefined, 100, { server: 'javascript:x' })).toEqual([URL]);
  expect(urls(undefined, 100, { server }, 'http://10.0.0.1/c.jpg')).toEqual([]);
});

test('MEDIA-06 TRUST-08 through the own service comes the size that is drawn, and nothing else', () => {
  const home = 'https://town.example';
  const own = { server: home, home };
  const size = (width: number, url = URL) => {
    const [first = '', ...others] = urls(info(variant(400)), width, own, url);
    expect(others).toEqual([]);
    return first && new globalThis.URL(first).searchParams.get('s');
  };
  const widths = [22, 96, 97, 540, 649, 1_200, 1_801];
  expect(widths.map((width) => size(width))).toEqual(['s', 's', 'm', 'm', 'l', 'l', 'o']);
  expect(size(22, 'javascript:alert(1)')).toBe('');
  expect(size(22, 'https://a.b/\ud800.png')).toBe('s');
});

test('E-04 E-24 a variant with an unsafe address is skipped', () => {
  const media = info(
    variant(400, true, 'javascript:x'),
    variant(600, true, 'http://127.0.0.1/x'),
    variant(800),
  );
  expect(urls(media, 100)).toEqual(['https://a.b/800', URL]);
  expect(urls(media, 600, { home: 'http://127.0.0.1' })[0]).toBe('http://127.0.0.1/x');
});

test('E-04 the best safe variant is found, even among many unsafe ones that would be better', () => {
  const some = fc.array(fc.record({ width: fc.integer({ min: 1, max: 9 }), safe: fc.boolean() }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(some, fc.integer({ min: 1, max: 10 }), (drawn, width) => {
      const all = drawn.map(({ width: wide, safe }, at) =>
        variant(wide, true, `${safe ? 'https' : 'javascript'}://a.b/${at}`),
      );
      const safe = all.filter(({ url }) => url.startsWith('https'));
      expect(urls(info(...all), width)).toEqual(urls(info(...safe), width));
    }),
  );
});

test('MEDIA-04 no sufficient variant is smaller than the chosen one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }),
      fc.integer({ min: 0, max: 60 }),
      (widths, wanted) => {
        const chosen = Number(
          urls(info(...widths.map((width) => variant(width))), wanted)[0]?.slice(
            'https://a.b/'.length,
          ),
        );
        const enough = widths.filter((width) => width >= wanted);
        expect(chosen).toBe(enough.length > 0 ? Math.min(...enough) : Math.max(...widths));
      },
    ),
  );
});
