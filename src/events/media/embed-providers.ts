import type { Embed } from './embed.ts';

/** Reads the addresses of one provider, from the non-empty parts of the path and the query. */
type Reader = (
  path: readonly string[],
  query: URLSearchParams,
  home: string | undefined,
) => Embed | undefined;

export const FRAMES = {
  youtube: 'www.youtube-nocookie.com',
  spotify: 'open.spotify.com',
  twitch: 'player.twitch.tv',
  twitchClips: 'clips.twitch.tv',
  mixcloud: 'player-widget.mixcloud.com',
  soundcloud: 'w.soundcloud.com',
  appleMusic: 'embed.music.apple.com',
  wavlake: 'embed.wavlake.com',
} as const;

/** Readers of addresses by exact host, without a leading `www.`, `m.`, `embed.` or `player.`. */
export const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['youtube.com', youtube],
  ['music.youtube.com', youtube],
  ['youtube-nocookie.com', youtube],
  ['youtu.be', youtubeShort],
  ['open.spotify.com', spotify],
  ['twitch.tv', twitch],
  ['clips.twitch.tv', ([slug], _query, home) => twitchClip(slug, home)],
  ['mixcloud.com', mixcloud],
  ['soundcloud.com', soundcloud],
  ['music.apple.com', appleMusic],
  ['wavlake.com', wavlake],
]);

function youtube(path: readonly string[], query: URLSearchParams): Embed | undefined {
  const [first = '', id = ''] = path;
  if (first === 'watch') return youtubeVideo(query.get('v') ?? '', query);
  return ['shorts', 'live', 'embed', 'v'].includes(first) ? youtubeVideo(id, query) : undefined;
}

function youtubeShort([id = '']: readonly string[], query: URLSearchParams): Embed | undefined {
  return youtubeVideo(id, query);
}

function youtubeVideo(id: string, query: URLSearchParams): Embed | undefined {
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  const start = secondsOf(query.get('t') ?? query.get('start') ?? '');
  const src = `https://${FRAMES.youtube}/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
  return { provider: 'YouTube', src, height: undefined, what: 'video' };
}

/** Read `90`, `90s` or `1h2m3s` as seconds; 0 for anything else. */
function secondsOf(text: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
  const [, hours = 0, minutes = 0, seconds = 0] = match ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

const SPOTIFY_TYPES: readonly string[] = [
  'track',
  'album',
  'playlist',
  'artist',
  'episode',
  'show',
];

function spotify(path: readonly string[]): Embed | undefined {
  // the path may begin with a language (`intl-de`) or with `embed`
  const [type = '', id = ''] =
    path[0]?.startsWith('intl-') || path[0] === 'embed' ? path.slice(1) : path;
  if (!SPOTIFY_TYPES.includes(type) || !/^[0-9A-Za-z]{22}$/.test(id)) return undefined;
  return {
    provider: 'Spotify',
    src: `https://${FRAMES.spotify}/embed/${type}/${id}`,
    height: 352,
    what: type,
  };
}

const TWITCH_PAGES: readonly string[] = [
  'directory',
  'downloads',
  'jobs',
  'p',
  'search',
  'settings',
  'store',
  'subscriptions',
  'turbo',
];

function twitch(
  path: readonly string[],
  _query: URLSearchParams,
  home: string | undefined,
): Embed | undefined {
  const [first = '', second, third] = path;
  if (first === 'videos')
    return /^\d{1,12}$/.test(second ?? '')
      ? twitchPlayer(`video=v${second}`, { what: 'video' }, home)
      : undefined;
  if (second === 'clip') return twitchClip(third, home);
  if (path.length !== 1 || TWITCH_PAGES.includes(first) || !/^\w{3,25}$/.test(first))
    return undefined;
  return twitchPlayer(`channel=${first}`, { what: 'channel', of: first }, home);
}

function twitchPlayer(
  play: string,
  named: Pick<Embed, 'what' | 'of'>,
  home: string | undefined,
): Embed | undefined {
  const parent = parentOf(home);
  const src = `https://${FRAMES.twitch}/?${play}&autoplay=false&parent=${parent}`;
  return parent === undefined
    ? undefined
    : { provider: 'Twitch', src, height: undefined, ...named };
}

function twitchClip(slug: string | undefined, home: string | undefined): Embed | undefined {
  const parent = parentOf(home);
  if (
    parent === undefined ||
    slug === undefined ||
    !/^[\w-]{4,100}$/.test(slug) ||
    slug === 'embed'
  )
    return undefined;
  const src = `https://${FRAMES.twitchClips}/embed?clip=${slug}&autoplay=false&parent=${parent}`;
  return { provider: 'Twitch', src, height: undefined, what: 'clip' };
}

function parentOf(home: string | undefined): string | undefined {
  return home !== undefined && URL.canParse(home) ? new URL(home).hostname : undefined;
}

const MIXCLOUD_PAGES: readonly string[] = [
  'discover',
  'live',
  'search',
  'upload',
  'widget',
  'genres',
  'select',
];

function mixcloud(path: readonly string[]): Embed | undefined {
  const [user, show] = path;
  if (path.length !== 2 || !isPart(user) || !isPart(show) || MIXCLOUD_PAGES.includes(user))
    return undefined;
  const feed = encodeURIComponent(`/${user}/${show}/`);
  return {
    provider: 'Mixcloud',
    src: `https://${FRAMES.mixcloud}/widget/iframe/?hide_cover=1&feed=${feed}`,
    height: 120,
    what: 'show',
  };
}

const SOUNDCLOUD_PAGES: readonly string[] = [
  'charts',
  'discover',
  'pages',
  'people',
  'search',
  'stream',
  'upload',
  'you',
];
const SOUNDCLOUD_TABS: readonly string[] = [
  'albums',
  'followers',
  'following',
  'likes',
  'popular-tracks',
  'reposts',
  'sets',
  'tracks',
];

function soundcloud(path: readonly string[]): Embed | undefined {
  const [user, second] = path;
  if (!path.every(isPart) || !user || !second || SOUNDCLOUD_PAGES.includes(user)) return undefined;
  const set = second === 'sets' && path.length >= 3;
  if (!set && SOUNDCLOUD_TABS.includes(second)) return undefined;
  const page = encodeURIComponent(`https://soundcloud.com/${path.slice(0, set ? 3 : 2).join('/')}`);
  const src = `https://${FRAMES.soundcloud}/player/?url=${page}&auto_play=false&visual=false`;
  return { provider: 'SoundCloud', src, height: 166, what: set ? 'set' : 'track' };
}

function appleMusic(path: readonly string[], query: URLSearchParams): Embed | undefined {
  const [country = '', type = ''] = path;
  const last = path[path.length - 1] ?? '';
  if (
    path.length < 3 ||
    path.length > 4 ||
    !/^[a-z]{2}$/.test(country) ||
    !['album', 'playlist', 'song'].includes(type)
  )
    return undefined;
  if (!path.every(isPart) || !/^(?:pl\.)?[\w-]{1,60}$/.test(last)) return undefined;
  const track = query.get('i') ?? '';
  const one = type === 'song' || /^\d{1,15}$/.test(track);
  const choice = type !== 'song' && one ? `?i=${track}` : '';
  const src = `https://${FRAMES.appleMusic}/${path.join('/')}${choice}`;
  return { provider: 'Apple Music', src, height: one ? 175 : 450, what: one ? 'song' : type };
}

function wavlake(path: readonly string[]): Embed | undefined {
  const [type = '', id = ''] = path;
  if (!['track', 'album', 'playlist'].includes(type) || !/^[\w.-]{1,60}$/.test(id))
    return undefined;
  return {
    provider: 'Wavlake',
    src: `https://${FRAMES.wavlake}/${type}/${id}`,
    height: 380,
    what: type,
  };
}

/** True for a path part without special meaning in attributes, policies or queries. */
function isPart(part: string | undefined): part is string {
  return part !== undefined && /^[\w.%~-]{1,200}$/.test(part);
}
