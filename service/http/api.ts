import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../src/events/json.ts';
import type { CacheContext } from '../cache/context.ts';
import { answerBody } from '../cache/verbs.ts';
import { OPEN_HEADERS } from './headers.ts';
import { readBody, sendJson } from './respond.ts';

const LARGEST = 8 * 1024 * 1024;

/** `POST /api` with `[verb, payload]`: the verb's results as an array, or `{error}` (protocol 1.10). */
export async function serveApi(context: CacheContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST')
    return sendJson(request, response, 405, { error: 'POST [verb, payload]' }, { ...OPEN_HEADERS, Allow: 'POST' });
  const body = await readBody(request, LARGEST);
  if (body === undefined) return sendJson(request, response, 413, { error: 'too large' }, { ...OPEN_HEADERS, Connection: 'close' });
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return sendJson(request, response, 200, await answerBody(context, parseJson(body), gone.signal), OPEN_HEADERS);
}
