import { FRAMES, READERS } from './embed-providers.ts';

/** A page of a known provider that can be played in a frame (NOTE-03). `height` in pixels, undefined for 16:9 video. */
export interface Embed {
  readonly provider: EmbedProvider;
  /** What the frame loads; its host is one of `EMBED_FRAME_HOSTS`. */
  readonly src: string;
  readonly height: number | undefined;
  /** What it plays, in the provider's own names: 'video', 'track' ...; `of`: whose, where that is known. */
  readonly what: string;
  readonly of?: string;
}

type EmbedProvider = 'YouTube' | 'Spotify' | 'Twitch' | 'Mixcloud' | 'SoundCloud' | 'Apple Music' | 'Wavlake';

/** Hosts that `embedOf` can put into a frame: the Content-Security-Policy's frame-src is exactly these, with https (E-10). */
export const EMBED_FRAME_HOSTS: readonly string[] = Object.values(FRAMES);

/**
 * What a link can be played as, or undefined: then it is a plain link (NOTE-03). The host must be a provider's, to the
 * letter (C-31). `home`, the origin this app was loaded from, is told to Twitch, which plays for nobody else; without it
 * its links stay links.
 */
export function embedOf(link: string, home?: string): Embed | undefined {
  const host = hostOf(link);
  const reader = host === undefined ? undefined : READERS.get(host);
  if (!reader || !URL.canParse(link)) return undefined;
  const url = new URL(link);
  // a longer path than any provider's is not worth reading
  const parts = url.pathname.split('/', 12).filter((part) => part !== '');
  return url.hostname === host ? reader(parts, url.searchParams, home) : undefined;
}

/** What stands between `//` and the path, unparsed: with a port, a name or a password it is no provider's host. */
function hostOf(link: string): string | undefined {
  const start = link.startsWith('https://') ? 8 : link.startsWith('http://') ? 7 : undefined;
  if (start === undefined) return undefined;
  const slash = link.indexOf('/', start);
  return slash < 0 || slash - start > 40 ? undefined : link.slice(start, slash);
}
