import { RESULT } from '../../../src/events/nostr/kinds.ts';
import type { MediaRow, PreviewRow } from '../../store/reading/media-links.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { type Result, synthetic } from '../results.ts';

interface Link {
  readonly url: string;
  readonly isPage: boolean;
}

/**
 * Return metadata of the media and pages that events link to: one 10000119 and one 10000128 for
 * each event with known links.
 */
export async function linkResults(
  store: Store,
  events: readonly Pick<StoredEvent, 'seq' | 'id'>[],
): Promise<Result[]> {
  const links = await linksOf(store, events);
  if (links.size === 0) return [];
  const all = [...links.values()].flat();
  const [ofMedia, ofPages] = await Promise.all([
    store.mediaByUrl(urlsOf(all, false)),
    store.previewsByUrl(urlsOf(all, true)),
  ]);
  const media = new Map(ofMedia.map((row) => [row.url, row]));
  const previews = new Map(ofPages.map((row) => [row.url, row]));
  return events.flatMap(({ seq, id }) => {
    const own = links.get(seq) ?? [];
    return [...mediaResult(id, pick(own, media)), ...previewResult(id, pick(own, previews))];
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

function mediaResult(id: string, rows: readonly MediaRow[]): Result[] {
  if (rows.length === 0) return [];
  const thumbnails = rows.flatMap(({ url, thumbnail }) =>
    thumbnail ? [[url, thumbnail] as const] : [],
  );
  const beside = thumbnails.length > 0 ? { thumbnails: Object.fromEntries(thumbnails) } : {};
  return [
    synthetic(RESULT.MediaInfo, { resources: rows.map(mediaResource), ...beside, event_id: id }),
  ];
}

/**
 * Return one medium of 10000119. Only the original is stored here. Without a known size there is no
 * variant.
 */
export function mediaResource({
  url,
  mime,
  width,
  height,
  duration,
}: Pick<MediaRow, 'url' | 'mime' | 'width' | 'height' | 'duration'>) {
  const original = { s: 'o', a: 1, w: width, h: height, mt: mime, dur: duration, media_url: url };
  return { url, mt: mime, variants: width > 0 && height > 0 ? [original] : [] };
}

function previewResult(id: string, rows: readonly PreviewRow[]): Result[] {
  if (rows.length === 0) return [];
  const resources = rows.map(({ url, mime, title, description, image, icon }) => ({
    url,
    mimetype: mime,
    md_title: title,
    md_description: description,
    md_image: image,
    icon_url: icon,
  }));
  return [synthetic(RESULT.LinkMetadata, { event_id: id, resources })];
}
