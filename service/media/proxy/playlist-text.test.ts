import fc from 'fast-check';
import { M3U8Parser, PlaylistLevelType } from 'hls.js';
import { expect, test } from 'vitest';
import { isPlaylist, LONGEST_WRITTEN, rewritePlaylist } from './playlist-text.ts';
import { runs } from '../../../tests/support/runs.ts';

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

const HOME = 'https://home.example/media-cache?u=main';

/** Addresses that hls.js, the player of most browsers, loads for a playlist. */
function loadedBy(text: string): string[] {
  const master = M3U8Parser.parseMasterPlaylist(text, HOME);
  const media = M3U8Parser.parseMasterPlaylistMedia(text, HOME, master);
  const level = M3U8Parser.parseLevelPlaylist(text, HOME, 0, PlaylistLevelType.MAIN, 0, null);
  const parts = [...level.fragments, ...(level.partList ?? [])].flatMap((part) => {
    const { fragment } = 'fragment' in part ? part : { fragment: part };
    const keys = [fragment, fragment.initSegment].flatMap((each) =>
      Object.values(each?.levelkeys ?? {}).map((key) => key?.uri),
    );
    return [part.url, fragment.url, fragment.initSegment?.url, ...keys];
  });
  return [
    ...[...master.levels, ...master.iframeVariants].map(({ url }) => url),
    ...Object.values(media).flatMap((each) => each?.map(({ url }) => url) ?? []),
    ...(master.sessionKeys ?? []).map(({ uri }) => uri),
    ...Object.values(master.sessionData ?? {}).map((each) => String(each.URI)),
    master.contentSteering?.uri,
    level.preloadHint?.URI && String(level.preloadHint.URI),
    ...Object.values(level.dateRanges).map((range) => range?.attr['X-ASSET-URI']),
    ...parts,
  ].filter((url): url is string => url !== undefined && url !== null && url !== '');
}

const isHome = (url: string) => new URL(url, HOME).origin === new URL(HOME).origin;

test('E-52 a long line is read in no time; a long playlist is refused', () => {
  const began = performance.now();
  for (const line of ['A'.repeat(400_000), `#EXT-X-MAP:${'A'.repeat(400_000)}`])
    expect(rewritten(line)).toBeUndefined();
  const titled = (length: number) => rewritten('#EXTINF:4,'.padEnd(length, 'x'));
  expect([titled(8_192), titled(8_193)]).toEqual([['#EXTINF:4,'], undefined]);
  for (const line of ['A-'.repeat(4_000), '"'.repeat(8_000), ' '.repeat(8_000), 'A='.repeat(4_000)])
    rewritten(...Array.from({ length: 60 }, () => `#EXT-X-MAP:B=1,${line},URI="a"`));
  expect(performance.now() - began).toBeLessThan(1_000);
  // an encoded address is up to three times as long
  const parts = Array.from({ length: 500 }, (_, at) => `${at}?${'/'.repeat(1_900)}`);
  const write = (lines: readonly string[]) =>
    rewritePlaylist(['#EXTM3U', ...lines].join('\n'), BASE, (_, url) => encodeURIComponent(url));
  expect(write(parts)).toBeUndefined();
  expect(write(parts.slice(0, 300))?.length).toBeLessThan(LONGEST_WRITTEN);
});

test('E-52 TRUST-08 a line that players read in two ways is refused', () => {
  const key = '#EXT-X-KEY:METHOD=AES-128';
  for (const line of [
    '#EXTINF:4\rhttps://evil.example/s.ts\r#EXTINF:4,',
    '#EXT-X-VERSION:3\rhttps://evil.example/s.ts',
    '#EXTINF:4,title\u2028https://evil.example/s.ts',
    '#EXT-X-VERSION:3\u2029https://evil.example/s.ts',
    '1.ts\u000Bhttps://evil.example/s.ts',
    '# comment\u0085https://evil.example/s.ts',
    '#EXTINF:4https://evil.example/s.ts,',
    '#EXT-X-BYTERANGE:1@0#EXTINF:4,',
    `${key},URI="key",URI =https://evil.example/k`,
    `${key},URI="key", URI="https://evil.example/k"`,
    `${key},URI=https://evil.example/k`,
    `${key},URI="key",,URI="b"`,
    `${key},URI="key"x,URI="b"`,
    `${key},URI="key",KEYFORMAT="com.apple.streamingkeydelivery"`,
    '#EXT-X-MAP:URI="a",URI =https://evil.example/k',
    '#EXT-X-MAP:URI=https://evil.example/k',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",URI=https://evil.example/a.m3u8',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="#EXT-X-CONTENT-STEERING:SERVER-URI=//evil.example"',
    '#EXT-X-STREAM-INF:BANDWIDTH=1,URI="https://evil.example/a.m3u8"',
    '#EXT-X-START:TIME-OFFSET=1,URI="https://evil.example/a.m3u8"',
  ])
    expect([line, rewritten('#EXTINF:4,', '1.ts', line)]).toEqual([line, undefined]);
});

test('MEDIA-04 a tag with spaces or unknown attributes is written in its plain form', () => {
  expect(
    rewritten(
      '#EXT-X-TARGETDURATION: 10 ',
      '#EXT-X-STREAM-INF:PROGRAM-ID=1, BANDWIDTH = 200000, CODECS="avc1.4d,mp4a", x-own="#",',
      'low.m3u8',
      '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch, kurz",PATHWAY-ID="b"',
      '#EXTINF: 4.170833333333333,\tA title',
      '1.ts',
    ),
  ).toEqual([
    '#EXT-X-TARGETDURATION:10',
    '#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=200000,CODECS="avc1.4d,mp4a"',
    '/playlist?https://video.example/live/low.m3u8',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch, kurz"',
    '#EXTINF:4.170833333333333,',
    '/part?https://video.example/live/1.ts',
  ]);
});

test('E-52 TRUST-08 a player loads nothing from elsewhere for any playlist', () => {
  const evil = fc.constantFrom(
    'https://evil.example/1',
    '//evil.example/1',
    '"https://evil.example/1"',
    '"//evil.example/1',
    '"1.ts"',
    '1.ts',
    '{$A}',
    '',
  );
  const gap = fc.constantFrom('', ' ', '\t', '\r', '\u2028', '\u00A0', ',', '"', '#', '\v');
  const name = fc.constantFrom('URI', 'NAME', 'METHOD', 'KEYFORMAT', 'X-URI', 'SERVER-URI', 'A');
  const attribute = fc
    .tuple(gap, name, gap, fc.oneof(evil, fc.constantFrom('AES-128', 'NONE', '"a"')), gap)
    .map(([before, key, after, value, end]) => `${before}${key}${after}=${value}${end}`);
  const tag = fc.constantFrom(
    'EXTINF',
    'EXT-X-VERSION',
    'EXT-X-BYTERANGE',
    'EXT-X-PROGRAM-DATE-TIME',
    'EXT-X-START',
    'EXT-X-KEY',
    'EXT-X-MAP',
    'EXT-X-MEDIA',
    'EXT-X-STREAM-INF',
    'EXT-X-PART',
    'EXT-X-GAP',
    'EXT-X-CONTENT-STEERING',
    'EXT-X-SESSION-KEY',
    'EXT-X-DATERANGE',
    'EXT-X-DEFINE',
  );
  const tagged = fc
    .tuple(tag, fc.array(attribute, { maxLength: 4 }), gap, evil)
    .map(([kind, each, end, rest]) => `#${kind}:${each.join(',')}${end}${rest}`);
  const line = fc.oneof(
    tagged,
    fc.tuple(evil, gap, evil).map((parts) => parts.join('')),
    fc.tuple(gap, evil).map(([end, rest]) => `#EXTINF:4${end}${rest}`),
    fc.tuple(fc.constantFrom('URI', ' URI', 'URI '), evil).map(([key, value]) => {
      return `#EXT-X-KEY:METHOD=AES-128,URI="key",${key}=${value}`;
    }),
    fc.constantFrom('#EXTINF:4,', '#EXT-X-KEY:METHOD=AES-128,URI="key"', '#EXT-X-MAP:URI="a"'),
    fc.constantFrom('#EXT-X-STREAM-INF:BANDWIDTH=1', '1.ts'),
  );
  let played = 0;
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (lines, end) => {
        const text = ['#EXTM3U', '#EXTINF:4,', '1.ts', ...lines].join(end);
        const written = rewritePlaylist(
          text,
          BASE,
          (use, url) => `/${use}?${encodeURIComponent(url)}`,
        );
        if (written === undefined) return;
        played++;
        expect(loadedBy(written).filter((url) => !isHome(url))).toEqual([]);
      },
    ),
    { numRuns: runs(3_000) },
  );
  expect(played).toBeGreaterThan(runs(200));
  expect(loadedBy('#EXTM3U\n#EXTINF:4,\n//evil.example/1.ts\n').some(isHome)).toBe(false);
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
