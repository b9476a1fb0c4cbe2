import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlaylist, rewritePlaylist } from './playlist-text.ts';

const BASE = 'https://video.example/live/main.m3u8';
const rewritten = (...lines: string[]) =>
  rewritePlaylist(['#EXTM3U', ...lines].join('\n'), BASE, (use, url) => `/${use}?${url}`)
    ?.trimEnd()
    .split('\n')
    .slice(1);

test('MEDIA-04 every address of a playlist leads to this service, with its use', () => {
  expect(
    rewritten(
      '#EXT-X-VERSION:6',
      '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="audio.m3u8"',
      '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
      'low/video.m3u8?a=1#x',
    ),
  ).toEqual([
    '#EXT-X-VERSION:6',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="/playlist?https://video.example/live/audio.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"',
    '/playlist?https://video.example/live/low/video.m3u8?a=1',
  ]);
  expect(
    rewritten(
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-MAP:URI="/init.mp4",BYTERANGE="720@0"',
      '#EXTINF:4,Seen at https://other.example',
      '#EXT-X-BYTERANGE:100@0',
      'https://other.example/1.m4s',
      '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x1',
      '#EXTINF:4,',
      '2.ts',
      '#EXT-X-KEY:METHOD=NONE',
      '#EXTINF:4,',
      '3.ts',
      '#EXT-X-ENDLIST',
    ),
  ).toEqual([
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MAP:URI="/part?https://video.example/init.mp4",BYTERANGE="720@0"',
    '#EXTINF:4,',
    '#EXT-X-BYTERANGE:100@0',
    '/part?https://other.example/1.m4s',
    '#EXT-X-KEY:METHOD=AES-128,URI="/key?https://video.example/live/key",IV=0x1',
    '#EXTINF:4,',
    '/sealed?https://video.example/live/2.ts',
    '#EXT-X-KEY:METHOD=NONE',
    '#EXTINF:4,',
    '/part?https://video.example/live/3.ts',
    '#EXT-X-ENDLIST',
  ]);
});

test('E-52 TRUST-08 tags that lead a player elsewhere are left out; such addresses are refused', () => {
  for (const line of [
    '#EXT-X-CONTENT-STEERING:SERVER-URI="https://other.example/steer"',
    '#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",X-ASSET-URI="https://other.example/ad"',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="next.ts"',
    '#EXT-X-PART:DURATION=1,URI="part.ts"',
    '#EXT-X-SESSION-DATA:DATA-ID="a",URI="data.json"',
    '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="key"',
    '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="frames.m3u8"',
    '#EXT-X-FUTURE:URI="https://other.example/"',
    '# a comment with https://other.example/',
  ])
    expect([line, rewritten(line)]).toEqual([line, []]);
  for (const line of [
    'data:video/mp4;base64,AAAA',
    'javascript:alert(1)',
    'blob:https://video.example/1',
    `https://video.example/${'x'.repeat(2_100)}`,
    '#EXT-X-DEFINE:NAME="a",VALUE="b"',
    '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key"',
    '#EXT-X-KEY:METHOD=AES-128,URI="data:,0123456789abcdef"',
    '#EXT-X-KEY:METHOD=AES-128',
    '#EXT-X-MAP:X-URI="a",URI="b"',
  ])
    expect([line, rewritten(line)]).toEqual([line, undefined]);
  const many = (count: number) =>
    rewritten(...Array.from({ length: count }, (_, at) => `${at}.ts`));
  expect([many(6_000)?.length, many(6_001)]).toEqual([6_000, undefined]);
});

test('E-52 no line of any playlist names a host', () => {
  const address = fc.constantFrom('http://a.example', '//a.example/1', '1.ts', 'x:y', '"', '');
  const line = fc.oneof(
    address,
    fc.string({ maxLength: 12 }),
    fc
      .tuple(
        fc.constantFrom('KEY:METHOD=AES-128', 'MAP:A=1', 'MEDIA:A=1', 'STREAM-INF:A=1', 'PART:A=1'),
        address,
      )
      .map(([tag, url]) => `#EXT-X-${tag},URI="${url}"`),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
      const text = rewritePlaylist(['#EXTM3U', ...lines].join('\n'), BASE, (use) => `/${use}`);
      for (const written of (text ?? '').split('\n'))
        expect(written).toMatch(/^$|^#EXT|^\/[a-z]+$/);
      expect(/URI="(?!\/)/.test(text ?? '')).toBe(false);
    }),
  );
  expect(['#EXTM3U\n', '\uFEFF#EXTM3U', '#EXTM3U8', '<html>', ''].map(isPlaylist)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
