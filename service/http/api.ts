import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord, parseJson } from '../../src/events/json.ts';
import type { CacheContext } from '../cache/context.ts';
import { answer } from '../cache/verbs.ts';
import { OPEN_HEADERS } from './headers.ts';
import { readBody, sendJson } from './respond.ts';

const LARGEST = 8 * 1024 * 1024;

/** `POST /api` with `[verb, payload]`: the verb's results as an array, or `{error}` (protocol 1.10). */
export async function serveApi(context: CacheContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST')
    return sendJson(request, response, 405, { error: 'POST [verb, payload]' }, { ...OPEN_HEADERS, Allow: 'POST' });
  const body = await readBody(request, LARGEST);
  if (body === undefined) return sendJson(request, response, 413, { error: 'too large' }, { ...OPEN_HEADERS, Connection: 'close' });
  const call = parseJson(body);
  const [verb, payload]: unknown[] = Array.isArray(call) ? call : [];
  if (typeof verb !== 'string') return sendJson(request, response, 400, { error: 'expected [verb, payload]' }, OPEN_HEADERS);
  const found = answer(context, verb, isRecord(payload) ? payload : {});
  if ('notice' in found) return sendJson(request, response, 200, { error: found.notice }, OPEN_HEADERS);
  return sendJson(request, response, 200, `[${found.results.join(',')}]`, OPEN_HEADERS);
}
