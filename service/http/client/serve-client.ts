import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Asset, Assets } from './assets.ts';
import { OPEN_HEADERS, PAGE_HEADERS } from '../headers.ts';
import { accepts, type Headers, send, sendJson, sendText } from '../send-response.ts';

const FILES = new Set([
  '.js',
  '.css',
  '.map',
  '.json',
  '.webmanifest',
  '.txt',
  '.svg',
  '.wasm',
  '.png',
  '.jpg',
  '.webp',
  '.avif',
  '.ico',
  '.woff2',
]);
const NOT_BUILT = 'The client is not built yet. Run: npm run build';

/** A path below the root, and whether it leads to a screen. */
export interface Place {
  readonly path: string;
  readonly isScreen: boolean;
}

/**
 * Serve the built client: files by their path, and the page (with `extra` headers) for paths of
 * screens. Other paths are not found: a browser gets the page, which says so, and a program JSON.
 */
export async function serveClient(
  assets: Assets,
  request: IncomingMessage,
  response: ServerResponse,
  { path, isScreen }: Place,
  extra: Headers,
): Promise<void> {
  const asset = path === '/' || path === '/index.html' ? undefined : await assets.find(path);
  // without the headers of the page it would be no window of the tab that opens it
  if (asset)
    return sendAsset(request, response, asset, extname(path) === '.html' ? PAGE_HEADERS : {});
  if (path.startsWith('/assets/') || FILES.has(extname(path)))
    return sendText(request, response, 404, 'Not found');
  if (!isScreen && !accepts(request.headers.accept, 'text/html'))
    return sendJson(request, response, 404, { error: 'not found' }, OPEN_HEADERS);
  const page = await assets.page(path);
  if (!page) return sendText(request, response, 503, NOT_BUILT);
  return sendAsset(request, response, page, { ...PAGE_HEADERS, ...extra }, isScreen ? 200 : 404);
}

function sendAsset(
  request: IncomingMessage,
  response: ServerResponse,
  asset: Asset,
  extra: Headers,
  status = 200,
): void {
  const caching = {
    'Cache-Control': asset.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
    ...(asset.sourceMap ? { SourceMap: asset.sourceMap } : {}),
  };
  if (status === 200 && matches(request.headers['if-none-match'], asset.etag))
    return send(request, response, 304, { ...caching, ...extra });
  const encoding = request.headers['accept-encoding']?.toString();
  const packed = pick(asset, encoding);
  const headers = { 'Content-Type': asset.mime, ...caching, ...extra };
  if (!packed) return send(request, response, status, headers, asset.plain);
  return send(
    request,
    response,
    status,
    { ...headers, 'Content-Encoding': packed.encoding },
    packed.bytes,
  );
}

function pick(
  asset: Asset,
  accepted: string | undefined,
): { encoding: string; bytes: Uint8Array } | undefined {
  if (asset.brotli && accepts(accepted, 'br')) return { encoding: 'br', bytes: asset.brotli };
  if (asset.gzip && accepts(accepted, 'gzip')) return { encoding: 'gzip', bytes: asset.gzip };
  return undefined;
}

/** True if the list of tags contains this one, weak or strong (RFC 9110). */
export function matches(header: string | undefined, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace('W/', '') === etag);
}
