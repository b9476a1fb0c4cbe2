import { checkHttpAuth } from '../../src/events/account/signing/http-auth.ts';
import type { CacheContext } from '../cache/cache-context.ts';
import { answerBody } from '../cache/answer-verb.ts';
import { parseUntrustedJson } from '../untrusted-json.ts';
import { OPEN_HEADERS } from './headers.ts';
import type { IsProxy } from './client-address.ts';
import { type HttpExchange, readBody, sendJson } from './send-response.ts';

export interface ApiSite {
  readonly cache: CacheContext;
  /** Public address of the service, without a trailing slash. */
  readonly origin: string;
  readonly isProxy: IsProxy;
}

const LARGEST = 8 * 1024 * 1024;
const BODY_FAULTS = { 413: 'too large', 429: 'too much is being sent at the moment' } as const;

/**
 * `POST /api` with `[verb, payload]` returns the verb's results as an array, or `{error}`. An
 * Authorization header (NIP-98, for this request at `origin`) authenticates it, in place of a
 * signed `event_from_user`. An invalid header is refused.
 */
export async function serveApi(
  { cache: context, origin }: ApiSite,
  asked: HttpExchange,
): Promise<void> {
  const { request, response, from } = asked;
  if (request.method !== 'POST')
    return sendJson(
      request,
      response,
      405,
      { error: 'POST [verb, payload]' },
      { ...OPEN_HEADERS, Allow: 'POST' },
    );
  const body = await readBody(asked, LARGEST);
  if (typeof body === 'number')
    return sendJson(
      request,
      response,
      body,
      { error: BODY_FAULTS[body] },
      { ...OPEN_HEADERS, Connection: 'close' },
    );
  const { authorization: header } = request.headers;
  const signed = { url: `${origin}/api`, method: 'POST', body: Buffer.from(body) };
  const caller =
    header === undefined
      ? undefined
      : checkHttpAuth(header, signed, context.store.now(), context.options.verify);
  if (typeof caller === 'string')
    return sendJson(request, response, 401, { error: `authorization: ${caller}` }, OPEN_HEADERS);
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return sendJson(
    request,
    response,
    200,
    await answerBody(
      { ...context, ...(caller && { caller }), from },
      parseUntrustedJson(body),
      gone.signal,
    ),
    OPEN_HEADERS,
  );
}
