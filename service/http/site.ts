import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { screenAt } from '../../src/events/app/screen-paths.ts';
import type { PayService } from '../money/lnurl.ts';
import { namesDocument } from '../preview/own-well-known.ts';
import type { Previewer } from '../preview/link-preview.ts';
import { relayInformation } from '../relay/relay-information.ts';
import type { Policy } from '../relay/policy.ts';
import { prefetchHeaders, servePrefetch } from './client/prefetch.ts';
import { type ApiSite, serveApi } from './api.ts';
import type { Assets } from './client/assets.ts';
import { blobPath, serveBlob } from './blossom/serve-blob.ts';
import { type MediaSite, serveBlossom } from './blossom/blossom.ts';
import { serveClient } from './client/serve-client.ts';
import { FilesUnavailable, isDiskFull, StoreUnavailable } from '../errors.ts';
import { MEDIA_HEADERS, OPEN_HEADERS } from './headers.ts';
import { servePay } from './lnurl.ts';
import { type MediaCacheSite, serveMediaCache } from './media-cache.ts';
import type { RateEnforcer } from './minimum-rate.ts';
import { addressOfRequest, type ConnectionSlots } from './client-address.ts';
import { type Probes, serveProbes } from './probes.ts';
import { type MintSite, serveMints } from './mint/serve-mint.ts';
import { accepts, type HttpExchange, isForeign, sendJson, sendText } from './send-response.ts';
import type { InFlight } from './in-flight.ts';

export interface Site extends ApiSite, MediaSite, MintSite, MediaCacheSite {
  readonly cache: ApiSite['cache'];
  readonly policy: Policy;
  readonly assets: Assets;
  /** True if the client reads from this service, not from another. */
  readonly isCache: boolean;
  /** Payments to lightning addresses. */
  readonly pay: PayService;
  /** `undefined` if the operator switched it off. */
  readonly preview: Previewer | undefined;
  /** Unfinished bodies: their number, size and rate. */
  readonly bodies: ConnectionSlots;
  readonly inFlight: InFlight;
  readonly pace: Pick<RateEnforcer, 'watch'>;
}

const PREFLIGHT = {
  ...OPEN_HEADERS,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  // A star does not include Authorization (BUD-01).
  'Access-Control-Allow-Headers': 'Authorization, *',
  'Access-Control-Max-Age': '86400',
};

const AWAY_HEADERS = { ...MEDIA_HEADERS, 'Retry-After': '5', 'X-Reason': 'the database is away' };
const AWAY_FILES_HEADERS = { ...AWAY_HEADERS, 'X-Reason': 'the files are away' };

/**
 * Handle all HTTP requests. `site` resolves when the service is ready, and requests except the
 * `probes` wait for it. `failed` is called with unexpected errors.
 */
export function answerHttp(
  site: Promise<Site>,
  probes: Probes,
  failed: (error: unknown) => void = () => undefined,
): RequestListener {
  return (request, response) => {
    serveProbes(probes, request, response)
      .then(async (isServed) => (isServed ? undefined : answer(await site, request, response)))
      .catch((error: unknown) => {
        if (response.headersSent) return response.destroy();
        request.resume();
        if (error instanceof StoreUnavailable)
          return sendText(request, response, 503, `The database is ${error.state}`, AWAY_HEADERS);
        if (error instanceof FilesUnavailable)
          return sendText(request, response, 503, 'The files are away', AWAY_FILES_HEADERS);
        if (!isDiskFull(error)) {
          failed(error);
          return sendText(request, response, 500, 'Something went wrong');
        }
        return sendText(request, response, 507, 'The disk is full', {
          ...MEDIA_HEADERS,
          'X-Reason': 'the disk is full',
        });
      });
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function answer(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = readUrl(request);
  if (!url) return sendText(request, response, 400, 'Bad request');
  const { pathname: path } = url;
  if (request.method === 'OPTIONS') return sendText(request, response, 200, '', PREFLIGHT);
  const from = addressOfRequest(request, site.isProxy);
  const { inFlight } = site;
  const asked = { request, response, url, from, inFlight };
  if (hasBody(request)) {
    const leave = site.bodies.take(from);
    if (!leave)
      return sendText(request, response, 429, 'Too many requests', { Connection: 'close' });
    request.once('close', leave);
    site.pace.watch(request);
  }
  if (path === '/api') return serveApi(site, asked);
  if (await serveMints(site, asked)) return;
  if (await serveBlossom(site, asked)) return;
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendText(request, response, 405, 'Method not allowed', { Allow: 'GET, HEAD' });
  const ask = path === '/v1' ? url.searchParams.get('ask') : null;
  if (ask !== null) return servePrefetch(site.cache, asked, ask);
  if (path === '/.well-known/nostr.json') return serveNames(site, request, response, url);
  if (await servePay(site.pay, asked)) return;
  if (path === '/link-preview') return servePreview(site, asked);
  if (path === '/media-cache') return serveMediaCache(site, asked);
  if (path === '/' && accepts(request.headers.accept, 'application/nostr+json')) {
    return sendJson(request, response, 200, relayInformation(site.version, site.policy), {
      ...OPEN_HEADERS,
      'Content-Type': 'application/nostr+json',
    });
  }
  const hash = blobPath(path);
  if (hash !== undefined) return serveBlob(site.blobs, request, response, hash);
  const isScreen = await leadsToScreen(site, path);
  return serveClient(
    site.assets,
    request,
    response,
    { path, isScreen },
    site.isCache ? prefetchHeaders(path) : {},
  );
}

/**
 * ROUTE-15, ROUTE-16: a path below a name leads to a screen if this service gave the name. A page
 * that opens while the database is away can still say so.
 */
async function leadsToScreen({ cache }: Site, path: string): Promise<boolean> {
  const place = path === '/index.html' ? 'screen' : screenAt(path);
  if (place === undefined || place === 'screen') return place !== undefined;
  try {
    return Object.hasOwn((await namesDocument(cache.store, place.name)).names, place.name);
  } catch (error) {
    if (error instanceof StoreUnavailable) return true;
    throw error;
  }
}

function readUrl(request: IncomingMessage): URL | undefined {
  const address = request.url ?? '';
  return address.startsWith('/') && URL.canParse(`http://service${address}`)
    ? new URL(`http://service${address}`)
    : undefined;
}

/** NIP-05: names of this service, without those of denied accounts. */
async function serveNames(
  { cache }: Site,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  sendJson(
    request,
    response,
    200,
    await namesDocument(cache.store, url.searchParams.get('name') ?? ''),
    OPEN_HEADERS,
  );
}

/** Only for pages of this site, so that others do not fetch pages in its name (E-58). */
async function servePreview(
  site: Site,
  { request, response, url, from }: HttpExchange,
): Promise<void> {
  if (isForeign(request)) return sendText(request, response, 403, 'Only for this site');
  if (!site.preview) return sendJson(request, response, 404, { error: 'no previews' });
  const preview = await site.preview(url.searchParams.get('u') ?? '', from);
  if ('status' in preview)
    return sendJson(request, response, preview.status, { error: 'no preview' });
  return sendJson(request, response, 200, preview, { 'Cache-Control': 'public, max-age=3600' });
}
