import type { MediaInfo } from '../connection/claims.ts';
import { isAt } from '../core/origin.ts';
import { safeMediaUrl } from '../core/url.ts';
import { type Tag, tagValue } from '../nostr/event.ts';
import type { Imeta } from './imeta.ts';

/** Facts about a video before it is loaded. */
interface KnownVideo {
  readonly url: string;
  /** True if it is a playlist. */
  readonly isStream: boolean;
  readonly info: MediaInfo | undefined;
  readonly imeta: Imeta | undefined;
}

interface DescribedVideo {
  readonly info: MediaInfo | undefined;
  readonly described: ReadonlyMap<string, Imeta>;
  readonly address: string;
}

/** A video of at most this many seconds or bytes is short. */
const SHORT = { seconds: 60, bytes: 12 * 2 ** 20 } as const;

/**
 * Return the address of a video's still: from the caching service, else from its author (NIP-92,
 * NIP-71). Empty if there is none. `described`: the files that the event describes. `address`: the
 * video's, as written.
 */
export function stillOf(
  { info, described, address }: DescribedVideo,
  event: { readonly tags: readonly Tag[] },
): string {
  const imeta = described.get(address);
  const own = imeta?.fields.get('image') ?? imeta?.fields.get('thumb') ?? '';
  const still = info?.thumbnail || own;
  if (still !== '') return still;
  // the event's own still is that of its only video
  if (described.size > 1) return '';
  return tagValue(event, 'image') ?? tagValue(event, 'thumb') ?? '';
}

/**
 * True if a video that comes through the page's own service is loaded without a press: it is stored
 * there, or short. `home`: origin of the page.
 */
export function isLoadedAtOnce({ url, isStream, info, imeta }: KnownVideo, home: string): boolean {
  if (isStream) return false;
  if (isAt(url, home)) return true;
  const seconds = [
    ...(info?.variants ?? []).map(({ duration }) => duration),
    numberIn(imeta, 'duration'),
  ].find((length) => length > 0);
  if (seconds !== undefined) return seconds <= SHORT.seconds;
  const bytes = numberIn(imeta, 'size');
  return bytes > 0 && bytes <= SHORT.bytes;
}

/**
 * Return the address of a video, sound or stream at the page's own service (MEDIA-04). Files that
 * are stored there, or that may not be loaded, keep theirs.
 */
export function throughService(url: string, home: string, isStream = false): string | undefined {
  const safe = safeMediaUrl(url, home);
  if (safe === undefined || isAt(safe, home)) return safe;
  const use = isStream ? '&k=playlist' : '';
  return `${home}/media-cache?s=o&a=1${use}&u=${encodeURIComponent(safe)}`;
}

function numberIn(imeta: Imeta | undefined, name: string): number {
  const value = Number(imeta?.fields.get(name));
  return Number.isFinite(value) ? value : 0;
}
