import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { safeMediaUrl } from '../core/url.ts';

/** Preferences for loading pictures. */
export interface PictureOptions {
  /** False if the reader prefers still pictures. */
  readonly animated: boolean;
  /** A media server through which pictures are loaded, if one is set. */
  readonly server?: string | undefined;
  /** Origin of this app, see `safeMediaUrl`. */
  readonly home?: string | undefined;
}

/**
 * Return the safe addresses of a picture, best first (MEDIA-04, MEDIA-05). First comes its smallest
 * stored variant of at least `width` device pixels, else the widest one. Then come its address at
 * the media server, if one is set, and its original address. If still pictures are preferred, an
 * animated variant comes last.
 */
export function pictureUrls(
  url: string,
  info: MediaInfo | undefined,
  width: number,
  options: PictureOptions,
): readonly string[] {
  const { animated, server, home } = options;
  const best = (isAnimated: boolean) =>
    bestOf(info?.variants.filter((variant) => variant.animated === isAnimated) ?? [], width, home);
  const fitting = best(animated);
  const proxied = server === undefined ? undefined : proxyUrl(server, url, options);
  const named = [
    fitting,
    proxied,
    fitting === undefined ? best(!animated) : undefined,
    safeMediaUrl(url, home),
  ];
  return [...new Set(named.filter((address) => address !== undefined))];
}

/**
 * Return the best safe address. Only chosen variants are checked, because a picture has many
 * variants, and a list many pictures.
 */
function bestOf(
  variants: readonly MediaVariant[],
  width: number,
  home: string | undefined,
): string | undefined {
  const chosen = variants.reduce<MediaVariant | undefined>(
    (before, next) => better(before, next, width),
    undefined,
  );
  if (!chosen) return undefined;
  return (
    safeMediaUrl(chosen.url, home) ??
    bestOf(
      variants.filter((one) => one !== chosen),
      width,
      home,
    )
  );
}

/**
 * Return the address of a picture at a media server (MEDIA-04): `{server}/media-cache?s=&a=&u=`.
 * `undefined` if either address is unsafe.
 */
function proxyUrl(
  server: string,
  url: string,
  { animated, home }: PictureOptions,
): string | undefined {
  const base = safeMediaUrl(server, home);
  const original = safeMediaUrl(url, home);
  if (!base || !original) return undefined;
  return `${new URL(base).origin}/media-cache?s=o&a=${animated ? 1 : 0}&u=${encodeURIComponent(original)}`;
}

function better(chosen: MediaVariant | undefined, next: MediaVariant, width: number): MediaVariant {
  if (!chosen) return next;
  if (chosen.width >= width)
    return next.width >= width && next.width < chosen.width ? next : chosen;
  return next.width > chosen.width ? next : chosen;
}
