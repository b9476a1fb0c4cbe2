import { expect, test } from 'vitest';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { linksOf } from './event-links.ts';
import { MEDIA } from '../schema.ts';

const of = (fields: Parameters<typeof trusted>[0]) =>
  linksOf(trusted(fields)).map(({ url, media }) => [url, media]);
const urls = (fields: Parameters<typeof trusted>[0]) =>
  linksOf(trusted(fields)).map(({ url }) => url);

test('the links of a text are listed once in order, typed by imeta tags; links only in imeta tags follow', () => {
  const content =
    'https://x.example/a.jpg https://x.example/b.mp4 http://x.example/c.mp3 https://x.example/d https://x.example/e https://x.example/d';
  const tags = [
    ['imeta', 'url https://x.example/e', 'm video/mp4'],
    ['imeta', 'url https://x.example/f', 'm image/png'],
    ['imeta', 'url ftp://x.example/g', 'm image/png'],
  ];
  expect(of({ content, tags })).toEqual([
    ['https://x.example/a.jpg', MEDIA.picture],
    ['https://x.example/b.mp4', MEDIA.video],
    ['http://x.example/c.mp3', MEDIA.audio],
    ['https://x.example/d', MEDIA.page],
    ['https://x.example/e', MEDIA.video],
    ['https://x.example/f', MEDIA.picture],
  ]);
  expect(urls({ content: 'no link, ftp://x.example/a.jpg' })).toEqual([]);
});

test('an article starts with its picture, a profile has picture and banner; kinds without text have none', () => {
  const tags = [['image', 'https://x.example/cover']];
  const content = 'https://x.example/a.jpg';
  expect(of({ kind: KIND.LongForm, tags, content })).toEqual([
    ['https://x.example/cover', MEDIA.picture],
    [content, MEDIA.picture],
  ]);
  expect(urls({ kind: KIND.LongForm, tags: [['image', 'data:x']] })).toEqual([]);
  expect(urls({ kind: KIND.Text, tags, content })).toEqual([content]);
  const profile = (fields: unknown) => of({ kind: KIND.Metadata, content: JSON.stringify(fields) });
  expect(
    profile({
      picture: 'https://x.example/p',
      banner: 'http://x.example/b',
      website: 'https://x.example',
    }),
  ).toEqual([
    ['https://x.example/p', MEDIA.picture],
    ['http://x.example/b', MEDIA.picture],
  ]);
  const long = (length: number) => `https://x.example/${'x'.repeat(length - 18)}`;
  expect([
    profile({ picture: 5, banner: 'x' }),
    profile('text'),
    profile({ picture: long(2_048) }).length,
    profile({ picture: long(2_049) }),
  ]).toEqual([[], [], 1, []]);
  for (const kind of [KIND.Contacts, KIND.Reaction, KIND.Zap])
    expect(urls({ kind, content })).toEqual([]);
});

test('MEDIA-06 emoji, and pictures of live events, packs and apps are decorations', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => `https://x.example/${name}`);
  const emoji = (url: string) => ['emoji', 'cat', url];
  const decorated = (...shown: (string | undefined)[]) =>
    shown.map((url) => [url, MEDIA.decoration]);
  expect(of({ kind: KIND.Reaction, content: ':cat:', tags: [emoji(a ?? '')] })).toEqual(
    decorated(a),
  );
  const tags = [emoji(a ?? ''), emoji('data:x'), ['emoji', 'cat'], emoji(b ?? ''), emoji(b ?? '')];
  expect(of({ content: `:cat: ${a}`, tags })).toEqual([[a, MEDIA.page], ...decorated(b)]);
  const shown = ['image', 'thumb', 'picture'].map((name, at) => [name, [a, b, c][at] ?? '']);
  expect(of({ kind: KIND.LiveEvent, content: '', tags: shown })).toEqual(decorated(a, b, c));
  const content = JSON.stringify({ picture: c });
  expect(of({ kind: KIND.Dvm, content, tags: [] })).toEqual(decorated(c));
});

test('MEDIA-05 stills of videos, streams, files and media of cards are decorations', () => {
  const [a, b, c] = ['a.mp4', 'b.jpg', 'c.mp3'].map((name) => `https://x.example/${name}`);
  const decorated = (...shown: (string | undefined)[]) =>
    shown.map((url) => [url, MEDIA.decoration]);
  const imeta = ['imeta', `url ${a}`, `image ${b}`, `thumb ${b}`, `fallback ${c}`];
  expect(of({ content: `${a}`, tags: [imeta] })).toEqual([[a, MEDIA.video], ...decorated(b)]);
  expect(of({ kind: KIND.VideoPost, content: '', tags: [imeta] })).toEqual(decorated(a, b));
  expect(of({ kind: KIND.Reaction, content: '+', tags: [imeta] })).toEqual([]);
  const stream = [
    ['streaming', `${a}`],
    ['recording', `${b}`],
    ['service', `${c}`],
  ];
  expect(of({ kind: KIND.LiveEvent, content: '', tags: stream })).toEqual(decorated(a, b));
  const file = [
    ['url', `${a}`],
    ['thumb', `${b}`],
  ];
  expect(of({ kind: KIND.FileMetadata, content: '', tags: file })).toEqual(decorated(a, b));
  expect(of({ kind: KIND.VoiceMessage, content: `${c}` })).toEqual(decorated(c));
  const text = `See https://x.example/page and ${b}`;
  expect(of({ kind: KIND.ChannelMessage, content: text })).toEqual(decorated(b));
  const channel = JSON.stringify({ name: 'birds', picture: b });
  expect(of({ kind: KIND.ChannelCreation, content: channel })).toEqual(decorated(b));
});

test('a hundred links at most, none longer than 2,048 characters', () => {
  const many = Array.from({ length: 105 }, (_, n) => `https://x.example/${n}`);
  expect(urls({ content: many.join(' ') })).toEqual(many.slice(0, 100));
  const [fits, long] = [2_048, 2_049].map(
    (length) => `https://x.example/${'x'.repeat(length - 18)}`,
  );
  expect(urls({ content: `${long} ${fits}` })).toEqual([fits]);
});
