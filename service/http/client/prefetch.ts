import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  PREFETCH_TIMING,
  prefetchQuery,
  prefetchId,
  prefetchPath,
  readPrefetch,
} from '../../../src/events/connection/prefetch.ts';
import { DEFAULT_VIEWER } from '../../../src/events/reading/feed/home.ts';
import { pageQueries } from '../../../src/events/app/page-queries.ts';
import type { CacheContext } from '../../cache/cache-context.ts';
import { eoseFrame, eventsFrames, noticeFrame } from '../../cache/frames.ts';
import { acts, answer } from '../../cache/answer-verb.ts';
import { accepts, type HttpExchange, type Headers, send, sendText } from '../send-response.ts';

/**
 * Maximum length of a prefetch query, because headers are limited. Longer ones are left to the
 * socket.
 */
const MAX_ASK = 1_000;

/**
 * Return headers that make the browser prefetch the path's first data with the code, and that tell
 * the code about it.
 */
export function prefetchHeaders(path: string): Headers {
  const questions = pageQueries(path, DEFAULT_VIEWER);
  const ask = prefetchQuery(questions);
  if (questions.length === 0 || ask.length > MAX_ASK) return {};
  return {
    Link: `<${prefetchPath(questions)}>; rel=preload; as=fetch; crossorigin`,
    'Server-Timing': `${PREFETCH_TIMING};desc="${ask}"`,
  };
}

/** Seconds that the response is cached, so that the page and its worker share it. */
const FRESH = 5;
/** Opening or linking to an address must not change anything. */
const ONLY_BY_POST = { notice: 'this is asked by POST /api or on a socket' };
const LEVEL = 5;
const toGzip = promisify(gzip);

/** `GET /v1?ask=...`: return the frames that the socket would send, one per line. */
export async function servePrefetch(
  context: CacheContext,
  { request, response, from }: HttpExchange,
  ask: string,
): Promise<void> {
  const questions = readPrefetch(ask);
  if (!questions) return sendText(request, response, 400, 'ask=[[verb, payload], ...]');
  const frames: string[] = [];
  for (const [at, { verb, payload }] of questions.entries()) {
    const reply = acts(verb) ? ONLY_BY_POST : await answer({ ...context, from }, verb, payload);
    const id = prefetchId(at);
    frames.push(
      ...('notice' in reply ? [noticeFrame(id, reply.notice)] : eventsFrames(id, reply.results)),
      eoseFrame(id),
    );
  }
  const body = Buffer.from(frames.join('\n'));
  const headers = {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Cache-Control': `private, max-age=${FRESH}`,
    Vary: 'Accept-Encoding',
  };
  if (!accepts(request.headers['accept-encoding']?.toString(), 'gzip'))
    return send(request, response, 200, headers, body);
  return send(
    request,
    response,
    200,
    { ...headers, 'Content-Encoding': 'gzip' },
    await toGzip(body, { level: LEVEL }),
  );
}
