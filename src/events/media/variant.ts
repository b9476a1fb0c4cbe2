import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { safeMediaUrl } from '../connection/url.ts';

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
  const variants = info?.variants.filter((variant) => safeMediaUrl(variant.url, home) !== undefined) ?? [];
  const [wanted, others] = [true, false].map((fits) => variants.filter((variant) => (variant.animated === animated) === fits));
  const best = (some: readonly MediaVariant[] = []) =>
    some.reduce<MediaVariant | undefined>((chosen, next) => better(chosen, next, width), undefined);
  const fitting = best(wanted);
  const proxied = server === undefined ? undefined : proxyUrl(server, url, options);
  const named = [fitting?.url, proxied, fitting ? undefined : best(others)?.url, url];
  return [...new Set(named.flatMap((text) => (text ? (safeMediaUrl(text, home) ?? []) : [])))];
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
