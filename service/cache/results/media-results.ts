import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { isOld } from '../../preview/preview-age.ts';
import type { MediaRow, PreviewRow } from '../../store/reading/media-links.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { isCopied, mayMove, variantPath, variantPixels } from '../../media/proxy/variants.ts';
import type { CacheOptions } from '../cache-context.ts';
import { type Result, synthetic } from '../results.ts';

/** The parts of a cache context that name media. */
export interface Answering {
  readonly store: Store;
  readonly options: Pick<CacheOptions, 'origin' | 'canCopy' | 'wantPreviews'>;
}

interface Link {
  readonly url: string;
  readonly isPage: boolean;
}

/**
 * Return metadata of the media and pages that events link to: one 10000119 and one 10000128 for
 * each event with known links.
 */
export async function linkResults(
  context: Answering,
  events: readonly Pick<StoredEvent, 'seq' | 'id'>[],
): Promise<Result[]> {
  const { store } = context;
  const links = await linksOf(store, events);
  if (links.size === 0) return [];
  const all = [...links.values()].flat();
  const [ofMedia, ofPages] = await Promise.all([
    store.mediaByUrl(urlsOf(all, false)),
    store.previewsByUrl(urlsOf(all, true)),
  ]);
  const media = new Map(ofMedia.map((row) => [row.url, row]));
  const previews = new Map(ofPages.map((row) => [row.url, row]));
  context.options.wantPreviews?.(unknownPages(context, urlsOf(all, true), previews));
  return events.flatMap(({ seq, id }) => {
    const own = links.get(seq) ?? [];
    return [
      ...mediaResult(id, pick(own, media), copyOrigin(context)),
      ...previewResult(id, pick(own, previews)),
    ];
  });
}

/** Return the pages without a preview, or with an old one. */
function unknownPages(
  { store }: Answering,
  urls: readonly string[],
  previews: ReadonlyMap<string, PreviewRow>,
): string[] {
  return urls.filter((url) => {
    const known = previews.get(url);
    return !known || isOld(known.fetchedAt, store.now());
  });
}

async function linksOf(
  store: Store,
  events: readonly Pick<StoredEvent, 'seq'>[],
): Promise<Map<number, Link[]>> {
  const found = new Map<number, Link[]>();
  const rows = await store.linksIn(events.map(({ seq }) => seq));
  for (const { seq, ...link } of rows) {
    const links = found.get(seq);
    if (links) links.push(link);
    else found.set(seq, [link]);
  }
  return found;
}

function urlsOf(links: readonly Link[], pages: boolean): string[] {
  return [...new Set(links.filter(({ isPage }) => isPage === pages).map((link) => link.url))];
}

function pick<T>(links: readonly Link[], known: ReadonlyMap<string, T>): T[] {
  return links.flatMap(({ url }) => known.get(url) ?? []);
}

/** Return the origin of this service if it makes copies of pictures. */
export function copyOrigin({ options }: Pick<Answering, 'options'>): string | undefined {
  return options.canCopy?.() ? options.origin : undefined;
}

function mediaResult(id: string, rows: readonly MediaRow[], origin: string | undefined): Result[] {
  if (rows.length === 0) return [];
  const thumbnails = rows.flatMap(({ url, thumbnail }) =>
    thumbnail ? [[url, thumbnail] as const] : [],
  );
  const beside = thumbnails.length > 0 ? { thumbnails: Object.fromEntries(thumbnails) } : {};
  return [
    synthetic(RESULT.MediaInfo, {
      resources: rows.map((row) => mediaResource(row, origin)),
      ...beside,
      event_id: id,
    }),
  ];
}

type Medium = Pick<MediaRow, 'url' | 'mime' | 'width' | 'height' | 'duration'>;

/**
 * Return one medium of 10000119: its copies at the service of `origin`, if it makes some, and the
 * original. Without a known size there is no variant.
 */
export function mediaResource(row: Medium, origin: string | undefined) {
  const { url, mime, width, height } = row;
  if (width === 0 || height === 0) return { url, mt: mime, variants: [] };
  const isCopy = origin !== undefined && isCopied(mime);
  return { url, mt: mime, variants: isCopy ? copiesOf(row, origin) : [originalOf(row, url)] };
}

function originalOf({ mime, width, height, duration }: Medium, address: string) {
  const a = mime.startsWith('image/') && !mayMove(mime) ? 0 : 1;
  return { s: 'o', a, w: width, h: height, mt: mime, dur: duration, media_url: address };
}

/** Only a type that can move has animated copies, and stills beside them. */
function copiesOf(row: Medium, origin: string) {
  const copies = (animated: boolean) =>
    COPIES.map((size) => {
      const { width: w, height: h } = variantPixels(size, row);
      const address = origin + variantPath({ size, animated }, row.url);
      return { s: size, a: animated ? 1 : 0, w, h, mt: 'image/webp', dur: 0, media_url: address };
    });
  const original = originalOf(row, origin + variantPath({ size: 'o', animated: true }, row.url));
  return [...(mayMove(row.mime) ? copies(true) : []), ...copies(false), original];
}

const COPIES = ['s', 'm', 'l'] as const;

function previewResult(id: string, rows: readonly PreviewRow[]): Result[] {
  if (rows.length === 0) return [];
  const resources = rows.map(({ url, mime, title, description, image, icon, fetchedAt }) => ({
    url,
    mimetype: mime,
    md_title: title,
    md_description: description,
    md_image: image,
    icon_url: icon,
    fetched_at: inSeconds(fetchedAt),
  }));
  return [synthetic(RESULT.LinkMetadata, { event_id: id, resources })];
}
