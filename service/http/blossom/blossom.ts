import type { ServerResponse } from 'node:http';
import { safeUrl } from '../../../src/events/core/url.ts';
import { isSameService } from '../../../src/events/core/same-service.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { uploadLimit } from '../../../src/events/media/upload.ts';
import { isTimestamp } from '../../../src/events/core/time.ts';
import type { CacheContext } from '../../cache/cache-context.ts';
import type { Blob, Blobs } from '../../media/blobs.ts';
import type { Mirror } from '../../media/mirror-blob.ts';
import type { Quota } from '../../media/upload-quota.ts';
import { receive } from '../../media/receive-upload.ts';
import { keptType } from '../../media/media-types.ts';
import { isDenied } from '../../operator/account-standing.ts';
import type { Guard } from '../../relay/enforce-policy.ts';
import { blobPath } from './serve-blob.ts';
import { type Permit, readPermit, type Refusal } from './blossom-auth.ts';
import { MEDIA_HEADERS } from '../headers.ts';
import { type HttpExchange, readBody, send, sendJson, sendText } from '../send-response.ts';
import { membershipTier } from '../../../src/events/account/membership/membership.ts';

export interface MediaSite {
  readonly blobs: Blobs;
  readonly cache: CacheContext;
  readonly mirror: Mirror;
  readonly quota: Quota;
  readonly guard: Guard;
  /** Public address of the service, without a trailing slash. */
  readonly origin: string;
}

interface Exchange extends HttpExchange {
  readonly site: MediaSite;
}

/** A client that sends nothing for this long is gone. Milliseconds. */
const SILENCE = 60_000;
const LARGEST_ORDER = 16 * 1024;

/**
 * Answer requests to the media server (BUD-02, 04, 06), except for the files themselves. Returns
 * false for other requests.
 */
export async function serveBlossom(site: MediaSite, asked: HttpExchange): Promise<boolean> {
  const answer = answerTo(asked.request.method ?? '', asked.url.pathname);
  if (!answer) return false;
  const exchange = { site, ...asked };
  const result = await answer(exchange);
  if (result) refuse(exchange, result);
  return true;
}

type Answer = (exchange: Exchange) => Refusal | undefined | Promise<Refusal | undefined>;

function answerTo(method: string, path: string): Answer | undefined {
  if (path === '/upload' && method === 'PUT') return takeUpload;
  if (path === '/upload' && method === 'HEAD') return checkUpload;
  if (path === '/mirror' && method === 'PUT') return takeMirror;
  // BUD-05: clients fall back to /upload.
  if (path === '/media' && (method === 'PUT' || method === 'HEAD'))
    return () => ({ status: 404, reason: 'files are kept as they are: use /upload' });
  if (method === 'DELETE' && blobPath(path) !== undefined) return deleteUpload;
  if (method === 'GET' && listPath(path) !== undefined) return listUploads;
  return undefined;
}

/** BUD-02: the file is the body. */
async function takeUpload(exchange: Exchange): Promise<Refusal | undefined> {
  const { site, request, response } = exchange;
  const { headers } = request;
  const permit = await uploaderOf(exchange);
  if ('reason' in permit) return permit;
  const most = await limitOf(site, permit.pubkey);
  const declared = {
    type: headers['content-type'],
    size: headers['content-length'],
    hash: headers['x-sha-256']?.toString(),
  };
  const fault = faultOf(declared, permit, most);
  if (fault) return fault;
  const room = await site.quota.reserve(
    permit.pubkey,
    most,
    declared.size === undefined ? undefined : Number(declared.size),
  );
  if (typeof room === 'string') return noRoom(room);
  const known = await knownAmong(site, permit);
  // If several files are permitted, only the announced one is accepted.
  const hashes =
    declared.hash === undefined ? permit.hashes : new Set([declared.hash.toLowerCase()]);
  request.setTimeout(SILENCE, () => request.destroy());
  try {
    const received = await receive(site.blobs, request, {
      ...permit,
      hashes,
      most: room.most,
      mime: keptType(declared.type) ?? '',
    });
    if (received === 'large') return room.most < most ? noRoom('own') : tooLarge(most);
    if (received === 'other') return declared.hash === undefined ? OTHER_FILE : OTHER_HASH;
    return describe(exchange, received, response, known.has(received.hash) ? 200 : 201);
  } finally {
    request.setTimeout(0);
    room.release();
  }
}

/** BUD-06: tell whether a file would be accepted. */
async function checkUpload(exchange: Exchange): Promise<Refusal | undefined> {
  const { site, request, response } = exchange;
  const { headers } = request;
  const permit = await uploaderOf(exchange);
  if ('reason' in permit) return permit;
  const size = headers['x-content-length']?.toString();
  if (size === undefined) return { status: 411, reason: 'X-Content-Length is missing' };
  const hash = headers['x-sha-256']?.toString();
  if (hash === undefined) return { status: 400, reason: 'X-SHA-256 is missing' };
  const most = await limitOf(site, permit.pubkey);
  const fault = faultOf({ type: headers['x-content-type']?.toString(), size, hash }, permit, most);
  if (fault) return fault;
  const room = await site.quota.reserve(permit.pubkey, most, Number(size));
  if (typeof room === 'string') return noRoom(room);
  room.release();
  send(request, response, 200, MEDIA_HEADERS);
  return undefined;
}

/** BUD-04: the file is on another server. */
async function takeMirror(exchange: Exchange): Promise<Refusal | undefined> {
  const { site, response } = exchange;
  const permit = await uploaderOf(exchange);
  if ('reason' in permit) return permit;
  const body = await readBody(exchange, LARGEST_ORDER);
  if (body === 429) return { status: 429, reason: 'too much is being sent at the moment' };
  const order = parseJson(body === 413 ? '' : body);
  const address = isRecord(order) ? field(order, 'url') : undefined;
  const href = typeof address === 'string' ? safeUrl(address) : undefined;
  if (!href?.startsWith('http'))
    return { status: 400, reason: 'a JSON body with the url of a web address is needed' };
  const own = await ownBlob(site, new URL(href));
  if (own) {
    if (!permit.hashes.has(own.hash)) return OTHER_FILE;
    // Its last uploader may have deleted it meanwhile.
    if (!(await site.blobs.shareUpload(own.hash, permit.pubkey))) return GONE;
    return describe(exchange, own, response, 200);
  }
  const most = await limitOf(site, permit.pubkey);
  const room = await site.quota.reserve(permit.pubkey, most, undefined);
  if (typeof room === 'string') return noRoom(room);
  const known = await knownAmong(site, permit);
  const received = await site
    .mirror(href, { ...permit, most: room.most })
    .finally(() => room.release());
  if (received === 'large') return room.most < most ? noRoom('own') : tooLarge(most);
  if (received === 'other') return OTHER_FILE;
  if (received === 'type') return NO_MEDIA;
  if (received === 'busy') return { status: 503, reason: 'too many files are being mirrored' };
  if (received === 'gone') return GONE;
  return describe(exchange, received, response, known.has(received.hash) ? 200 : 201);
}

async function deleteUpload(exchange: Exchange): Promise<Refusal | undefined> {
  const { site, request, response, url } = exchange;
  const hash = blobPath(url.pathname) ?? '';
  const permit = permitOf(exchange, 'delete');
  if ('reason' in permit) return permit;
  if (!permit.hashes.has(hash))
    return { status: 403, reason: 'the authorization does not name this file' };
  if (!(await site.blobs.find(hash))) return { status: 404, reason: 'there is no such file' };
  if (!(await site.blobs.removeUpload(hash, permit.pubkey)))
    return { status: 403, reason: 'the file is no upload of yours' };
  sendText(request, response, 200, 'Deleted', MEDIA_HEADERS);
  return undefined;
}

/** BUD-12. */
async function listUploads({
  site,
  request,
  response,
  url,
}: Exchange): Promise<Refusal | undefined> {
  const given = (name: string) => url.searchParams.get(name) ?? undefined;
  const [since = '0', until = '999999999999999', limit = '1000', cursor] = [
    'since',
    'until',
    'limit',
    'cursor',
  ].map(given);
  if (![since, until, limit].every(isTimestamp))
    return { status: 400, reason: 'since, until and limit are whole numbers' };
  const page = { since: Number(since), until: Number(until), limit: Number(limit), cursor };
  const pubkey = listPath(url.pathname) ?? '';
  const blobs = await site.blobs.uploads(pubkey, page);
  if (!blobs) return { status: 400, reason: 'the cursor is no file of this account' };
  const descriptors = (await isDenied(site.cache.store, pubkey))
    ? []
    : blobs.map((blob) => descriptorOf(site, blob));
  sendJson(request, response, 200, descriptors, MEDIA_HEADERS);
  return undefined;
}

function listPath(path: string): string | undefined {
  const pubkey = path.startsWith('/list/') ? path.slice('/list/'.length) : '';
  return isHex(pubkey, 64) ? pubkey : undefined;
}

const OTHER_FILE: Refusal = { status: 403, reason: 'the authorization is for another file' };
/** BUD-02: the bytes differ from the announced ones. */
const OTHER_HASH: Refusal = { status: 409, reason: 'the file does not have the hash of X-SHA-256' };
const GONE: Refusal = { status: 502, reason: 'the file could not be fetched from there' };
const NO_MEDIA: Refusal = { status: 415, reason: 'only pictures, videos and sounds are kept' };

interface Declared {
  readonly type: string | undefined;
  readonly size: string | undefined;
  readonly hash: string | undefined;
}

/** Return the objection to a file, by its declared properties. */
function faultOf(
  { type, size, hash }: Declared,
  { hashes }: Permit,
  most: number,
): Refusal | undefined {
  if (keptType(type) === undefined) return NO_MEDIA;
  if (size !== undefined && !/^\d{1,15}$/.test(size))
    return { status: 400, reason: 'the length is no number' };
  if (Number(size ?? 0) > most) return tooLarge(most);
  if (hash !== undefined && !isHex(hash.toLowerCase(), 64))
    return { status: 400, reason: 'X-SHA-256 is no hash' };
  if (hashes.size === 0 || (hash !== undefined && !hashes.has(hash.toLowerCase())))
    return OTHER_FILE;
  return undefined;
}

function tooLarge(most: number): Refusal {
  return { status: 413, reason: `files of at most ${most / 2 ** 20} MB are kept for this account` };
}

function noRoom(whose: 'own' | 'all'): Refusal {
  if (whose === 'all') return { status: 507, reason: 'there is no room for more files here' };
  return { status: 413, reason: 'your files take all the room you have here: delete some first' };
}

/** Upload limit in bytes, by the account's tier (MEDIA-01). */
async function limitOf({ cache }: MediaSite, pubkey: string): Promise<number> {
  return uploadLimit(membershipTier((await cache.store.membersAmong([pubkey]))[0]?.tier));
}

async function uploaderOf(exchange: Exchange): Promise<Permit | Refusal> {
  const permit = permitOf(exchange, 'upload');
  const objection =
    'reason' in permit ? undefined : await exchange.site.guard.objectionToUploads(permit.pubkey);
  return objection === undefined ? permit : { status: 403, reason: objection };
}

function permitOf({ site, request }: Exchange, act: 'upload' | 'delete'): Permit | Refusal {
  const { store, options } = site.cache;
  return readPermit(
    request.headers.authorization,
    { act, origin: site.origin, now: store.now() },
    options.verify,
  );
}

async function ownBlob(site: MediaSite, url: URL): Promise<Blob | undefined> {
  const hash = isSameService(url, new URL(site.origin)) ? blobPath(url.pathname) : undefined;
  return hash === undefined ? undefined : await site.blobs.served(hash);
}

async function knownAmong({ blobs }: MediaSite, { hashes }: Permit): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...hashes].map((hash) => blobs.find(hash)));
  return new Set(found.flatMap((blob) => blob?.hash ?? []));
}

/** 201 if the file is new here (BUD-02). */
function describe(
  { site, request }: Exchange,
  blob: Blob,
  response: ServerResponse,
  status: 200 | 201,
): undefined {
  sendJson(request, response, status, descriptorOf(site, blob), MEDIA_HEADERS);
}

function descriptorOf({ origin }: MediaSite, { hash, size, mime, uploadedAt, path }: Blob) {
  return { url: `${origin}${path}`, sha256: hash, size, type: mime, uploaded: uploadedAt };
}

function refuse({ request, response }: Exchange, { status, reason }: Refusal): void {
  // Read the rest of the body: a browser sees the response only after it has sent everything.
  request.resume();
  sendText(request, response, status, reason, { ...MEDIA_HEADERS, 'X-Reason': reason });
}
