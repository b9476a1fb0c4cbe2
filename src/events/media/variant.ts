import type { MediaInfo } from '../connection/claims.ts';
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
 * the media server, if one is set (`/media-cache` with sizes of 96, 540 and 1,200 pixels, or all),
 * and its original address. If still pictures are preferred, an animated variant comes last. The
 * media server of this app is the only source, so that no author's host sees who reads (TRUST-08).
 */
export function pictureUrls(
  url: string,
  info: MediaInfo | undefined,
  width: number,
  { animated, server = '', home }: PictureOptions,
): readonly string[] {
  const original = safeMediaUrl(url, home);
  const base = safeMediaUrl(server, home);
  // A copy of 540 pixels may be enlarged by 1.2, and one of 1,200 by 1.5.
  const size = 'smlo'[[96, 648, 1_800].filter((most) => width > most).length];
  const path = `/media-cache?s=${size}&a=${animated ? 1 : 0}&u=${encodeURIComponent(original ?? '')}`;
  const proxied = original && base && new URL(path, base).href;
  if (server === home) return proxied ? [proxied] : [];
  // The narrowest of those that are wide enough, then the widest.
  const rank = (wide: number) => (wide < width ? 1 : -1) / wide;
  // Addresses are checked in this order, because a picture has many variants, and a list many
  // pictures.
  const best = (isAnimated: boolean) => {
    for (const { url: address } of (info?.variants ?? [])
      .filter((variant) => variant.animated === isAnimated)
      .toSorted((one, other) => rank(one.width) - rank(other.width))) {
      const safe = safeMediaUrl(address, home);
      if (safe) return safe;
    }
    return undefined;
  };
  const fitting = best(animated);
  const named = [fitting, proxied, fitting ?? best(!animated), original];
  return [...new Set(named.filter((address) => address !== undefined))];
}
