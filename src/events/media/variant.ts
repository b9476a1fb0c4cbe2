import type { MediaInfo, MediaVariant } from '../connection/claims.ts';
import { safeMediaUrl } from '../connection/url.ts';

/** Sizes the media proxy makes: original, small, medium, large. */
export type ProxySize = 'o' | 's' | 'm' | 'l';

interface VariantOptions {
  /** False where the reader wants still pictures. */
  readonly animated?: boolean;
  /** Origin this app was loaded from, see `safeMediaUrl`. */
  readonly home?: string | undefined;
}

/**
 * Address of the smallest stored variant that is at least `width` device pixels wide, else of the widest (MEDIA-04).
 * With `animated` false a still one is taken where there is one. Undefined if no variant has a safe address.
 */
export function variantFor(info: MediaInfo | undefined, width: number, { animated = true, home }: VariantOptions = {}): string | undefined {
  const usable = info?.variants.filter((variant) => safeMediaUrl(variant.url, home) !== undefined) ?? [];
  const wanted = usable.filter((variant) => variant.animated === animated);
  const variants = wanted.length > 0 ? wanted : usable;
  const best = variants.reduce<MediaVariant | undefined>((chosen, next) => better(chosen, next, width), undefined);
  return best && safeMediaUrl(best.url, home);
}

/** Address of a picture at a media proxy (MEDIA-04): `{server}/media-cache?s=&a=&u=`. Undefined if either address is unsafe. */
export function proxyUrl(
  server: string,
  url: string,
  size: ProxySize = 'o',
  { animated = true, home }: VariantOptions = {},
): string | undefined {
  const base = safeMediaUrl(server, home);
  const original = safeMediaUrl(url, home);
  if (!base || !original) return undefined;
  return `${new URL(base).origin}/media-cache?s=${size}&a=${animated ? 1 : 0}&u=${encodeURIComponent(original)}`;
}

function better(chosen: MediaVariant | undefined, next: MediaVariant, width: number): MediaVariant {
  if (!chosen) return next;
  if (chosen.width >= width) return next.width >= width && next.width < chosen.width ? next : chosen;
  return next.width > chosen.width ? next : chosen;
}
