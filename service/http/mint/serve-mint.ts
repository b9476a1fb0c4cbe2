import { parseUntrustedJson } from '../../untrusted-json.ts';
import { MINT_ERROR, MintError } from '../../mint/mint-errors.ts';
import type { Mint } from '../../mint/mint.ts';
import type { Mints } from '../../mint/open-mints.ts';
import { isDiskFull, StoreUnavailable } from '../../errors.ts';
import { OPEN_HEADERS } from '../headers.ts';
import { MINT_ROUTES } from './mint-routes.ts';
import { OLD_MINT_ROUTES } from './old-mint-routes.ts';
import { type HttpExchange, readBody, sendJson } from '../send-response.ts';

export interface MintRequest {
  readonly mint: Mint;
  /** Network address of the client. */
  readonly from: string;
  readonly version: string;
  /** The part of the path at `:` in a route. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** The body parsed as JSON, or `undefined`. */
  readonly body: unknown;
}

/** Handlers by method and path below the mint's own, such as `GET v1/keys/:id`. */
export type MintRoutes = Readonly<Record<string, (request: MintRequest) => unknown>>;

/** Bytes. A thousand points with their JSON. */
const LARGEST = 512 * 1024;

export interface MintSite {
  readonly mints: Mints;
  /** Version of the service. */
  readonly version: string;
}

/**
 * Serve paths below `/mint/` and `/oldmint/`, for pages of all origins. Returns false for other
 * paths.
 */
export async function serveMints(
  { mints, version }: MintSite,
  question: HttpExchange,
): Promise<boolean> {
  const { request, response, url, from } = question;
  const [, place, ...path] = url.pathname.split('/');
  if ((place !== 'mint' && place !== 'oldmint') || path.length === 0) return false;
  const [mint, routes] =
    place === 'mint' ? [mints.today, MINT_ROUTES] : [mints.old, OLD_MINT_ROUTES];
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  const found = routeOf(routes, method, path);
  const refuse = (status: number, detail: string, code: number, headers = {}) =>
    sendJson(request, response, status, { detail, code }, { ...OPEN_HEADERS, ...headers });
  if (!found) {
    request.resume();
    const other = method === 'GET' ? 'POST' : 'GET';
    const isThere = routeOf(routes, other, path) !== undefined;
    const [code] = MINT_ERROR.malformed;
    if (isThere) refuse(405, 'Method not allowed', code, { Allow: other });
    else refuse(404, 'This mint has no such endpoint', code);
    return true;
  }
  const text = method === 'POST' ? await readBody(question, LARGEST) : '';
  if (typeof text === 'number') {
    const detail =
      text === 413 ? 'The request is too large' : 'Too much is being sent at the moment';
    refuse(text, detail, MINT_ERROR.malformed[0], { Connection: 'close' });
    return true;
  }
  try {
    const asked = {
      mint,
      from,
      version,
      id: found.id,
      query: url.searchParams,
      body: parseUntrustedJson(text),
    };
    sendJson(request, response, 200, await found.route(asked), OPEN_HEADERS);
  } catch (error) {
    if (error instanceof StoreUnavailable)
      refuse(503, `The database is ${error.state}`, MINT_ERROR.malformed[0], {
        'Retry-After': '5',
      });
    else if (isDiskFull(error)) refuse(507, 'The disk is full', MINT_ERROR.malformed[0]);
    else if (error instanceof MintError) refuse(400, error.message, error.code);
    else throw error;
  }
  return true;
}

function routeOf(routes: MintRoutes, method: string, path: readonly string[]) {
  const exact = own(routes, `${method} ${path.join('/')}`);
  if (exact) return { route: exact, id: '' };
  const [id = ''] = path.slice(-1);
  const route = own(routes, `${method} ${[...path.slice(0, -1), ':id'].join('/')}`);
  return route && id !== '' ? { route, id } : undefined;
}

function own(routes: MintRoutes, name: string) {
  return Object.hasOwn(routes, name) ? routes[name] : undefined;
}
