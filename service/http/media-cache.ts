import { isSameService } from '../../src/events/core/same-service.ts';
import { safeUrl } from '../../src/events/core/url.ts';
import { mediaTypeOf } from '../../src/events/media/media-type.ts';
import type { Blobs } from '../media/blobs.ts';
import type { CachedPicture } from '../media/proxy/picture-cache.ts';
import type { WantedFile } from '../media/proxy/media-streams.ts';
import type { OpenMediaProxy } from '../media/proxy/open-media-proxy.ts';
import { readUse } from '../media/proxy/part-address.ts';
import { readVariant, type Variant } from '../media/proxy/variants.ts';
import type { Store } from '../store/store.ts';
import { blobPath, serveBlob } from './blossom/serve-blob.ts';
import { matches } from './client/serve-client.ts';
import { readRange } from './range.ts';
import {
  accepts,
  type Headers,
  type HttpExchange,
  isForeign,
  send,
  sendText,
} from './send-response.ts';

export interface MediaCacheSite {
  readonly blobs: Blobs;
  /** Public address of the service, without a trailing slash. */
  readonly origin: string;
  /** `undefined` if the operator switched it off. */
  readonly mediaProxy: Proxy | undefined;
  readonly cache: { readonly store: Pick<Store, 'namedMedia'> };
}

type Proxy = Omit<OpenMediaProxy, 'close'>;

/** Nothing in a picture runs or loads anything, and only our own pages show it. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
/** Seconds. */
const WEEK = 7 * 86_400;
const YEAR = 365 * 86_400;
const SOON = 300;
/** Seconds after which a client may ask again. */
const AGAIN: Headers = { 503: '5', 504: '15' };
const REASONS = {
  404: 'there is no such medium',
  413: 'the medium is too large',
  415: 'this is no medium that is safe to show',
  416: 'the file is shorter',
  502: 'its host does not answer',
  503: 'too much is being fetched at the moment',
  504: 'it takes too long at the moment',
} as const;

/**
 * `GET /media-cache?s=&a=&u=` (MEDIA-04): a copy of a medium that a stored event, a profile or a
 * cached preview names, or that is stored here. Only for pages of this site (E-58). Pages of other
 * sites, and all pages if the operator switched it off, are redirected to the original.
 */
export async function serveMediaCache(site: MediaCacheSite, exchange: HttpExchange): Promise<void> {
  const { request, response, url: asked } = exchange;
  const variant = readVariant(asked.searchParams);
  const address = asked.searchParams.get('u') ?? '';
  const href = safeUrl(address);
  if (!variant || !href?.startsWith('http')) return sendText(request, response, 400, 'Bad request');
  const proxy = site.mediaProxy;
  const use = readUse(asked.searchParams.get('k'));
  if (use && proxy?.streams.isNamed(use, href, asked.searchParams.get('m') ?? ''))
    return isForeign(request)
      ? sendText(request, response, 403, 'Only for this site')
      : serveStream(proxy, exchange, { url: href, use });
  const own = await ownBlob(site, new URL(href));
  const url = own ? href : await site.cache.store.namedMedia(spellings(address, href));
  if (url === undefined) return refuse(exchange, 404);
  // A link to here would look like our own, and lead anywhere.
  if (isForeign(request) && request.headers['sec-fetch-dest'] === 'document')
    return sendText(request, response, 403, 'Only for this site');
  if (isForeign(request) || !proxy) return redirect(exchange, href);
  if (own && variant.size === 'o' && variant.animated)
    return serveBlob(site.blobs, request, response, own);
  if (use === 'playlist' || mediaTypeOf(url) === 'hls')
    return serveStream(proxy, exchange, { url, use: 'playlist' });
  if (isStream(url, request.headers.range, variant)) return serveSlice(proxy, exchange, url);
  const picture = await proxy.pictures.picture({
    url,
    variant,
    acceptsAvif: accepts(request.headers.accept, 'image/avif'),
    from: exchange.from,
  });
  return typeof picture === 'number'
    ? refuse(exchange, picture)
    : sendPicture(proxy, exchange, picture);
}

/** Return the hash of a file that is stored here. */
async function ownBlob({ blobs, origin }: MediaCacheSite, url: URL): Promise<string | undefined> {
  const hash = isSameService(url, new URL(origin)) ? blobPath(url.pathname) : undefined;
  return hash !== undefined && (await blobs.served(hash)) ? hash : undefined;
}

/** An event may write an address with letters that a URL encodes. */
function spellings(address: string, href: string): string[] {
  try {
    return [...new Set([address, href, decodeURI(href)])];
  } catch {
    return [...new Set([address, href])];
  }
}

function isStream(url: string, range: string | undefined, { size }: Variant): boolean {
  const type = mediaTypeOf(url);
  return size === 'o' && (range !== undefined || type === 'video' || type === 'audio');
}

function sendPicture(proxy: Proxy, exchange: HttpExchange, picture: CachedPicture): void {
  const { request, response } = exchange;
  const { mime, bytes, etag, isFixed } = picture;
  const headers = {
    ...HEADERS,
    'Content-Type': mime,
    'Cache-Control': isFixed ? `public, max-age=${YEAR}, immutable` : `public, max-age=${WEEK}`,
    ETag: etag,
    Vary: 'Accept',
  };
  if (matches(request.headers['if-none-match'], etag)) return send(request, response, 304, headers);
  return sendBytes(proxy, exchange, 200, headers, bytes);
}

/** Answers with at most one slice, from the start of the wanted range. Players ask for the next. */
async function serveSlice(proxy: Proxy, exchange: HttpExchange, url: string): Promise<void> {
  const { request, from } = exchange;
  const range = readRange(request.headers.range, Infinity);
  if (typeof range !== 'object') return refuse(exchange, 416);
  const slice = await proxy.slices(url, range.start, from);
  if (typeof slice === 'number') return refuse(exchange, slice);
  const { mime, start, total, bytes } = slice;
  const end = Math.min(slice.end, range.end);
  const headers = {
    ...HEADERS,
    'Content-Type': mime,
    'Accept-Ranges': 'bytes',
    'Content-Range': `bytes ${start}-${end}/${total}`,
    'Cache-Control': `private, max-age=${SOON}`,
  };
  return sendBytes(proxy, exchange, 206, headers, bytes.subarray(0, end - start + 1));
}

/** Seconds. A live playlist changes every few seconds. */
const LIVE = 1;

/** Answers with a playlist whose addresses lead here, or with a part that one names. */
async function serveStream(
  proxy: Proxy,
  exchange: HttpExchange,
  { url, use }: Pick<WantedFile, 'url' | 'use'>,
): Promise<void> {
  const { request, from } = exchange;
  const asked = use === 'playlist' ? undefined : readRange(request.headers.range, Infinity);
  if (asked === 'unsatisfiable') return refuse(exchange, 416);
  const file = await proxy.streams.file({ url, use, range: asked, from });
  if (typeof file === 'number') return refuse(exchange, file);
  const { mime, bytes, range } = file;
  const age = use === 'playlist' ? LIVE : SOON;
  const headers = {
    ...HEADERS,
    'Content-Type': mime,
    'Cache-Control': `private, max-age=${age}`,
    ...(range && {
      'Content-Range': `bytes ${range.start}-${range.start + bytes.byteLength - 1}/${range.total}`,
    }),
  };
  return sendBytes(proxy, exchange, range ? 206 : 200, headers, bytes);
}

/** Clients that read slowly hold at most a share of the memory. */
function sendBytes(
  { responses }: Proxy,
  exchange: HttpExchange,
  status: number,
  headers: Headers,
  bytes: Uint8Array,
): void {
  if (!responses.send(exchange, status, headers, bytes)) refuse(exchange, 503);
}

function redirect({ request, response }: HttpExchange, url: string): void {
  return send(request, response, 302, { Location: url, 'Cache-Control': 'no-store' });
}

function refuse({ request, response }: HttpExchange, status: keyof typeof REASONS): void {
  const again = AGAIN[status];
  const isLasting = status === 413 || status === 415 || status === 502;
  return sendText(request, response, status, REASONS[status], {
    ...(isLasting && { 'Cache-Control': `public, max-age=${SOON}` }),
    ...(again !== undefined && { 'Retry-After': again }),
  });
}
