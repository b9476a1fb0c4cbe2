import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaInfo } from '../connection/claims.ts';
import { emptyTable, foldRows } from '../core/table.ts';
import { extensionOf, mediaOf, mediaTypeOf } from './media-type.ts';

test.for([
  ...['jpg', 'jpeg', 'webp', 'png', 'gif'].map(
    (name) => [`https://a.b/c.${name}`, 'image'] as const,
  ),
  ...['mp4', 'mov', 'ogg', 'webm'].map((name) => [`https://a.b/c.${name}`, 'video'] as const),
  ['https://a.b/c.JPG?w=1&h=2#top', 'image'],
  ['https://a.b/c?format=png', 'image'],
  ['https://a.b/c?w=2&format=PNG#x', 'image'],
  ['https://a.b/live/index.m3u8?token=1', 'hls'],
  ['https://a.b/c.mp3', 'audio'],
  ['https://a.b/c.jpg/page', undefined],
  ['https://a.b/?u=c.jpg', undefined],
  ['https://a.b/#c.jpg', undefined],
  ['https://a.b/c?format=mp4', undefined],
  ['https://a.b/c?xformat=png', undefined],
  ['https://a.png', undefined],
  ['https://a.b/cjpg', undefined],
  ['https://a.b/c.svg', undefined],
  ['https://a.b/c.jpg.exe', undefined],
  ['mailto:a@b.jpg', undefined],
  ['', undefined],
] as const)('NOTE-04 %j is %j', ([url, type]) => {
  expect(mediaTypeOf(url)).toBe(type);
});

test('NOTE-04 the extension takes precedence over the MIME type of the author', () => {
  expect(mediaTypeOf('https://a.b/c.mp4', 'image/png')).toBe('video');
  expect(mediaTypeOf('https://a.b/c', 'IMAGE/PNG')).toBe('image');
});

test('E-14 any text has a media type or none, never an error', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
      (url, junk) => {
        const extension = extensionOf(
          `${url.split(/[?#]/)[0]}/${junk.replaceAll(/[/?#]/g, '')}.png?${junk}`,
        );
        expect(extension).toBe('png');
        expect([undefined, 'image', 'video', 'hls', 'audio']).toContain(
          mediaTypeOf(`https://${junk}`, junk),
        );
      },
    ),
  );
});

test('NOTE-04 media is found by the url as written, else as normalised', () => {
  const info: MediaInfo = {
    url: 'https://A.b/c.jpg',
    type: 'image/jpeg',
    variants: [],
    thumbnail: undefined,
  };
  const table = foldRows(emptyTable<MediaInfo>(), [[info.url, info]], (_row, next) => next);
  expect(mediaOf(table, { text: 'https://A.b/c.jpg', url: 'https://a.b/c.jpg' })).toBe(info);
  expect(mediaOf(table, { text: 'x', url: 'https://A.b/c.jpg' })).toBe(info);
  expect(mediaOf(table, { text: 'x', url: 'y' })).toBeUndefined();
});
