import { isRecord } from '../core/json.ts';
import type { Claim, LinkPreview, MediaInfo, MediaVariant } from './claims.ts';
import { countOf, itemsOf, nonEmpty, textOf } from './claim-fields.ts';

/**
 * Read the sizes of an event's media, and the thumbnails of its videos (10000119). A thumbnail
 * without sizes is kept, too.
 */
export function readMedia(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const stills = new Map<string, string>();
  for (const [url, still] of Object.entries(
    isRecord(content.thumbnails) ? content.thumbnails : {},
  )) {
    if (url !== '' && nonEmpty(still)) stills.set(url, textOf(still));
  }
  const media = itemsOf(content.resources, (item) => mediaOf(item, stills));
  const named = new Set(media.map((info) => info.url));
  for (const [url, thumbnail] of stills)
    if (!named.has(url)) media.push({ url, type: '', variants: [], thumbnail });
  return { claim: 'media', media };
}

/** Read the metadata of linked pages (10000128). */
export function readPreviews(content: unknown): Claim | undefined {
  return isRecord(content)
    ? { claim: 'previews', previews: itemsOf(content.resources, previewOf) }
    : undefined;
}

/**
 * Read the addresses of streams by the address of the video (10000178). Every key except `event_id`
 * is such an address.
 */
export function readHls(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const streams = new Map<string, string>();
  for (const [url, offers] of Object.entries(content)) {
    const [stream] = itemsOf(offers, (offer) =>
      isRecord(offer) ? nonEmpty(offer.hls_url) : undefined,
    );
    if (stream && url !== '') streams.set(url, stream);
  }
  return { claim: 'hls', streams };
}

function mediaOf(item: unknown, stills: ReadonlyMap<string, string>): MediaInfo | undefined {
  if (!isRecord(item)) return undefined;
  const url = nonEmpty(item.url);
  return url
    ? {
        url,
        type: textOf(item.mt),
        variants: itemsOf(item.variants, variantOf),
        thumbnail: stills.get(url),
      }
    : undefined;
}

function variantOf(item: unknown): MediaVariant | undefined {
  if (!isRecord(item)) return undefined;
  const url = nonEmpty(item.media_url);
  if (!url) return undefined;
  return {
    size: textOf(item.s),
    animated: item.a === 1 || item.a === true,
    width: countOf(item.w),
    height: countOf(item.h),
    type: textOf(item.mt),
    duration:
      typeof item.dur === 'number' && item.dur > 0 && Number.isFinite(item.dur) ? item.dur : 0,
    url,
  };
}

function previewOf(item: unknown): LinkPreview | undefined {
  if (!isRecord(item)) return undefined;
  const url = nonEmpty(item.url);
  if (!url) return undefined;
  const { md_title, md_description, md_image, icon_url } = item;
  return {
    url,
    title: textOf(md_title),
    description: textOf(md_description),
    image: textOf(md_image),
    icon: textOf(icon_url),
  };
}
