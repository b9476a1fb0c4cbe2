import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { safeMediaUrl } from '../core/url.ts';

/** How pictures are wanted. */
export interface PictureOptions {
  /** False where the reader wants still pictures. */
  readonly animated: boolean;
  /** A media server through which pictures are loaded, if one is set. */
  readonly server?: string | undefined;
  /** Origin this app was loaded from, see `safeMediaUrl`. */
  readonly home?: string | undefined;
}

/**
 * Addresses at which a picture can be had, best first: its smallest stored variant that is at least `width` device pixels wide, else the
 * widest; through the media server that is set; as it was named. Where still pictures are wanted an animated variant comes last
 * (MEDIA-04, MEDIA-05). All are safe to ask for.
 */
export function pictureUrls(url: string, info: MediaInfo | undefined, width: number, options: PictureOptions): readonly string[] {
  const { animated, server, home } = options;
  const best = (isAnimated: boolean) => bestOf(info?.variants.filter((variant) => variant.animated === isAnimated) ?? [], width, home);
  const fitting = best(animated);
  const proxied = server === undefined ? undefined : proxyUrl(server, url, options);
  const named = [fitting, proxied, fitting === undefined ? best(!animated) : undefined, safeMediaUrl(url, home)];
  return [...new Set(named.filter((address) => address !== undefined))];
}

/** Address of the best that is safe to ask for. Only those that are chosen are looked at: a picture has many, and a list many pictures. */
function bestOf(variants: readonly MediaVariant[], width: number, home: string | undefined): string | undefined {
  const chosen = variants.reduce<MediaVariant | undefined>((before, next) => better(before, next, width), undefined);
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

/** Address of a picture at a media server (MEDIA-04): `{server}/media-cache?s=&a=&u=`. Undefined if either address is unsafe. */
function proxyUrl(server: string, url: string, { animated, home }: PictureOptions): string | undefined {
  const base = safeMediaUrl(server, home);
  const original = safeMediaUrl(url, home);
  if (!base || !original) return undefined;
  return `${new URL(base).origin}/media-cache?s=o&a=${animated ? 1 : 0}&u=${encodeURIComponent(original)}`;
}

function better(chosen: MediaVariant | undefined, next: MediaVariant, width: number): MediaVariant {
  if (!chosen) return next;
  if (chosen.width >= width) return next.width >= width && next.width < chosen.width ? next : chosen;
  return next.width > chosen.width ? next : chosen;
}
