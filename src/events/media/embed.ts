import { FRAMES, READERS } from './embed-providers.ts';

/**
 * A page of a known provider that can play in a frame (NOTE-03). `height` in pixels, `undefined`
 * for 16:9 video.
 */
export interface Embed {
  readonly provider: EmbedProvider;
  /** Address of the frame. Its host is one of `EMBED_FRAME_HOSTS`. */
  readonly src: string;
  readonly height: number | undefined;
  /**
   * Type of the content in the provider's own terms: 'video', 'track' ... `of`: its owner, if
   * known.
   */
  readonly what: string;
  readonly of?: string;
}

type EmbedProvider =
  | 'YouTube'
  | 'Spotify'
  | 'Twitch'
  | 'Mixcloud'
  | 'SoundCloud'
  | 'Apple Music'
  | 'Wavlake';

/**
 * Hosts of frames from `embedOf`. The frame-src of the Content-Security-Policy is exactly these
 * hosts, with https (E-10).
 */
export const EMBED_FRAME_HOSTS: readonly string[] = Object.values(FRAMES);

/**
 * Return the player for a link; `undefined` for a plain link (NOTE-03). The host must match a
 * provider's exactly, also with `www.`, `m.`, `embed.` or `player.` before it (E-10). `home`, the
 * origin of this app, is passed to Twitch, which requires it. Without `home`, Twitch links stay
 * links.
 */
export function embedOf(link: string, home?: string): Embed | undefined {
  const host = hostOf(link);
  const reader =
    host === undefined ? undefined : READERS.get(host.replace(/^(?:www|m|embed|player)\./, ''));
  if (!reader || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  // no provider has a longer path
  const parts = url.pathname.split('/', 12).filter((part) => part !== '');
  return url.hostname === host ? reader(parts, url.searchParams, home) : undefined;
}

/**
 * Return the unparsed text between `//` and the path. With a port, a name or a password it matches
 * no provider.
 */
function hostOf(link: string): string | undefined {
  const start = link.startsWith('https://') ? 8 : link.startsWith('http://') ? 7 : undefined;
  if (start === undefined) return undefined;
  const slash = link.indexOf('/', start);
  return slash < 0 || slash - start > 40 ? undefined : link.slice(start, slash);
}
