import type { MediaInfo } from '../connection/claims.ts';
import { getRow, type Table } from '../core/table.ts';

export type MediaType = 'image' | 'video' | 'hls' | 'audio';

const BY_EXTENSION: ReadonlyMap<string, MediaType> = new Map([
  ...['jpg', 'jpeg', 'webp', 'png', 'gif', 'avif'].map((name) => [name, 'image'] as const),
  ...['mp4', 'mov', 'ogg', 'webm'].map((name) => [name, 'video'] as const),
  ['m3u8', 'hls'],
  ...['mp3', 'm4a', 'wav', 'flac', 'aac', 'opus', 'oga'].map((name) => [name, 'audio'] as const),
]);
const HLS_TYPES: readonly string[] = [
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'audio/mpegurl',
];
const LONGEST_EXTENSION = 4;

/**
 * Return the media type of an http url (NOTE-04): by the extension of its path, else `format=` in
 * its query, else its MIME type (NIP-92).
 */
export function mediaTypeOf(url: string, mime = ''): MediaType | undefined {
  if (!url.startsWith('https://') && !url.startsWith('http://')) return undefined;
  return BY_EXTENSION.get(extensionOf(url)) ?? byFormat(url) ?? byMime(mime.toLowerCase());
}

/**
 * Return the extension of an absolute url's path, in lower case without the dot; empty if there is
 * none.
 */
export function extensionOf(url: string): string {
  const end = pathEnd(url);
  const path = url.indexOf('/', url.indexOf('://') + 3);
  if (path < 0 || path >= end) return '';
  const tail = url.slice(Math.max(path, end - LONGEST_EXTENSION - 1), end);
  const dot = tail.lastIndexOf('.');
  return dot < 0 || tail.includes('/', dot) ? '' : tail.slice(dot + 1).toLowerCase();
}

/**
 * Return the caching service's data about a linked picture or video. Its key is the url as written,
 * not as normalised.
 */
export function mediaOf(
  media: Table<MediaInfo>,
  link: { readonly text: string; readonly url: string },
): MediaInfo | undefined {
  return getRow(media, link.text) ?? getRow(media, link.url);
}

function byFormat(url: string): MediaType | undefined {
  const start = pathEnd(url);
  if (url.charAt(start) !== '?') return undefined;
  const hash = url.indexOf('#', start);
  const query = url.slice(start + 1, hash < 0 ? url.length : hash);
  const format = query.split('&').find((part) => part.startsWith('format='));
  const type = format && BY_EXTENSION.get(format.slice('format='.length).toLowerCase());
  return type === 'image' ? type : undefined;
}

function byMime(mime: string): MediaType | undefined {
  if (HLS_TYPES.includes(mime)) return 'hls';
  // svg can contain scripts, so an author's MIME type is not enough to show one (E-06)
  if (mime.startsWith('image/') && !mime.startsWith('image/svg')) return 'image';
  if (mime.startsWith('video/')) return 'video';
  return mime.startsWith('audio/') ? 'audio' : undefined;
}

function pathEnd(url: string): number {
  const query = url.indexOf('?');
  const hash = url.indexOf('#');
  if (query < 0) return hash < 0 ? url.length : hash;
  return hash < 0 ? query : Math.min(query, hash);
}
