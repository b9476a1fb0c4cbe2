import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AHEAD_TIMING, aheadAsk, aheadId, aheadPath, readAhead } from '../../../src/events/connection/prefetch.ts';
import { DEFAULT_VIEWER } from '../../../src/events/reading/feed/home.ts';
import { pageAsks } from '../../../src/events/app/page-queries.ts';
import type { CacheContext } from '../../cache/cache-context.ts';
import { eoseFrame, eventsFrames, noticeFrame } from '../../cache/frames.ts';
import { acts, answer } from '../../cache/answer-verb.ts';
import { accepts, type Asked, type Headers, send, sendText } from '../send-response.ts';

/** What a longer address of a page asks is left to its socket: headers have room for so many characters. */
const MAX_ASK = 1_000;

/** Lets a browser ask for what a visitor reads first at that path together with the page's code, and says to that code what was asked. */
export function firstPage(path: string): Headers {
  const questions = pageAsks(path, DEFAULT_VIEWER);
  const ask = aheadAsk(questions);
  if (questions.length === 0 || ask.length > MAX_ASK) return {};
  return { Link: `<${aheadPath(questions)}>; rel=preload; as=fetch; crossorigin`, 'Server-Timing': `${AHEAD_TIMING};desc="${ask}"` };
}

/** What the page and its worker, who both ask for it, count as one answer. Seconds. */
const FRESH = 5;
/** An address that somebody opens, or a page of another site names, changes nothing. */
const ONLY_BY_POST = { notice: 'this is asked by POST /api or on a socket' };
const LEVEL = 5;
const toGzip = promisify(gzip);

/** `GET /v1?ask=...`: the frames that the socket would send, one a line. */
export async function serveAhead(context: CacheContext, { request, response, from }: Asked, ask: string): Promise<void> {
  const questions = readAhead(ask);
  if (!questions) return sendText(request, response, 400, 'ask=[[verb, payload], ...]');
  const frames: string[] = [];
  for (const [at, { verb, payload }] of questions.entries()) {
    const reply = acts(verb) ? ONLY_BY_POST : await answer({ ...context, from }, verb, payload);
    const id = aheadId(at);
    frames.push(...('notice' in reply ? [noticeFrame(id, reply.notice)] : eventsFrames(id, reply.results)), eoseFrame(id));
  }
  const body = Buffer.from(frames.join('\n'));
  const headers = {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Cache-Control': `private, max-age=${FRESH}`,
    Vary: 'Accept-Encoding',
  };
  if (!accepts(request.headers['accept-encoding']?.toString(), 'gzip')) return send(request, response, 200, headers, body);
  return send(request, response, 200, { ...headers, 'Content-Encoding': 'gzip' }, await toGzip(body, { level: LEVEL }));
}
