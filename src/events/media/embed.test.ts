import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMBED_FRAME_HOSTS, embedOf } from './embed.ts';

const HOME = 'https://starling.example';
const ID = 'dQw4w9WgXcQ';
const SPOTIFY = '3Cp8L6DjyVhI0kYvZ51R4f';

const KNOWN = [
  [
    `https://www.youtube.com/watch?v=${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    undefined,
  ],
  [
    `https://m.youtube.com/watch?app=m&v=${ID}&t=1m30s`,
    `https://www.youtube-nocookie.com/embed/${ID}?start=90`,
    undefined,
  ],
  [
    `https://youtu.be/${ID}?si=x&t=42`,
    `https://www.youtube-nocookie.com/embed/${ID}?start=42`,
    undefined,
  ],
  [`https://youtube.com/shorts/${ID}`, `https://www.youtube-nocookie.com/embed/${ID}`, undefined],
  [
    `https://youtube.com/live/${ID}?feature=share`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    undefined,
  ],
  [
    `https://open.spotify.com/track/${SPOTIFY}?si=x`,
    `https://open.spotify.com/embed/track/${SPOTIFY}`,
    352,
  ],
  [
    `https://open.spotify.com/intl-de/episode/${SPOTIFY}`,
    `https://open.spotify.com/embed/episode/${SPOTIFY}`,
    352,
  ],
  [
    'https://www.twitch.tv/videos/123456',
    'https://player.twitch.tv/?video=v123456&autoplay=false&parent=starling.example',
    undefined,
  ],
  [
    'https://twitch.tv/some_body',
    'https://player.twitch.tv/?channel=some_body&autoplay=false&parent=starling.example',
    undefined,
  ],
  [
    'https://clips.twitch.tv/Nice-Clip_1',
    'https://clips.twitch.tv/embed?clip=Nice-Clip_1&autoplay=false&parent=starling.example',
    undefined,
  ],
  [
    'https://www.twitch.tv/x/clip/Nice',
    'https://clips.twitch.tv/embed?clip=Nice&autoplay=false&parent=starling.example',
    undefined,
  ],
  [
    'https://www.mixcloud.com/who/what/',
    'https://player-widget.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fwho%2Fwhat%2F',
    120,
  ],
  [
    'https://soundcloud.com/who/what?x=y',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fwho%2Fwhat&auto_play=false&visual=false',
    166,
  ],
  [
    'https://soundcloud.com/who/sets/all',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fwho%2Fsets%2Fall&auto_play=false&visual=false',
    166,
  ],
  [
    'https://music.apple.com/us/album/name/1440?i=1441',
    'https://embed.music.apple.com/us/album/name/1440?i=1441',
    175,
  ],
  [
    'https://music.apple.com/us/song/name/1441',
    'https://embed.music.apple.com/us/song/name/1441',
    175,
  ],
  [
    'https://music.apple.com/us/album/name/1440',
    'https://embed.music.apple.com/us/album/name/1440',
    450,
  ],
  [
    'https://music.apple.com/de/playlist/name/pl.u-abc',
    'https://embed.music.apple.com/de/playlist/name/pl.u-abc',
    450,
  ],
  [
    'https://wavlake.com/track/39e26e48-b966-4e19-b4fc-0e6792c800eb',
    'https://embed.wavlake.com/track/39e26e48-b966-4e19-b4fc-0e6792c800eb',
    380,
  ],
] as const;

test.for(KNOWN)('NOTE-03 %j is played from %j at %j', ([link, src, height]) => {
  expect(embedOf(link, HOME)).toMatchObject({ src, height });
});

test.for([
  'https://evil.example/open.spotify.com/track/a',
  'https://evil.example/player.twitch.tv/abc',
  'https://evil.example/rumble.com/embed/x',
  'https://evil.example/embed.tidal.com/x',
  `https://evil.example/?https://www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com.evil.example/watch?v=${ID}`,
  `https://evilyoutube.com/watch?v=${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `https://evil.example@www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com:8443/watch?v=${ID}`,
  `https://www.youtube.com\\@evil.example/watch?v=${ID}`,
  `https://www.youtube.com./watch?v=${ID}`,
  `javascript://www.youtube.com/watch?v=${ID}`,
  `//www.youtube.com/watch?v=${ID}`,
])('E-10 %j is a plain link', (link) => {
  expect(embedOf(link, HOME)).toBeUndefined();
});

test.for([
  `https://www.youtube.com/watch?v=${ID}x`,
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/playlist?list=PL1',
  'https://youtu.be/',
  'https://open.spotify.com/track/short',
  `https://open.spotify.com/user/${SPOTIFY}`,
  'https://www.twitch.tv/directory',
  'https://www.twitch.tv/a/b',
  'https://www.mixcloud.com/who/',
  'https://soundcloud.com/who',
  'https://soundcloud.com/who/likes',
  'https://soundcloud.com/search/sounds',
  'https://music.apple.com/us/artist/name/1',
  'https://wavlake.com/artist',
])('NOTE-03 %j has nothing to play', (link) => {
  expect(embedOf(link, HOME)).toBeUndefined();
});

test('NOTE-03 Twitch plays only for a page that names its own host', () => {
  expect(embedOf('https://twitch.tv/some_body')).toBeUndefined();
  expect(embedOf('https://twitch.tv/some_body', 'no url')).toBeUndefined();
});

test('E-10 every frame has one of the allowed hosts, and every allowed host is needed', () => {
  const hostsSeen = new Set(
    KNOWN.map(([link]) => new URL(embedOf(link, HOME)?.src ?? 'none:').host),
  );
  expect([...hostsSeen].sort()).toEqual([...EMBED_FRAME_HOSTS].sort());

  const hosts = [
    ...new Set(KNOWN.map(([link]) => new URL(link).host)),
    ...EMBED_FRAME_HOSTS,
    'evil.example',
    'a@youtu.be',
    'youtu.be:80',
  ];
  const part = fc.oneof(
    fc.constantFrom(
      'watch',
      'embed',
      'shorts',
      'track',
      'album',
      'videos',
      'clip',
      'sets',
      'us',
      'song',
      'playlist',
      ID,
      SPOTIFY,
      '..',
      '%2f',
      'a"b',
      "'>",
      '1234',
    ),
    fc.string({ maxLength: 12 }),
  );
  const link = fc
    .tuple(
      fc.constantFrom(...hosts),
      fc.array(part, { maxLength: 5 }),
      fc.constantFrom('', `?v=${ID}`, '?i=12', `?v=${ID}&t=1h`, '?v="x'),
      fc.constantFrom('https', 'http'),
    )
    .map(([host, path, query, scheme]) => `${scheme}://${host}/${path.join('/')}${query}`);
  fc.assert(
    fc.property(link, (text) => {
      const embed = embedOf(text, HOME);
      if (!embed) return;
      const src = new URL(embed.src);
      expect(src.protocol).toBe('https:');
      expect(EMBED_FRAME_HOSTS).toContain(src.host);
      expect(src.username + src.password).toBe('');
      expect(embed.src).toMatch(/^[\w\-.~:/?#[\]@!$&()*+,;=%]+$/);
    }),
    { numRuns: 5_000 },
  );
});

test('E-14 any text is an embed or none, never an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(embedOf(text, text)).toBeUndefined();
      expect(() => embedOf(`https://youtu.be/${text}`, text)).not.toThrow();
    }),
  );
});
