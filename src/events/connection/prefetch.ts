import { isRecord, parseJson } from '../core/json.ts';
import type { Question } from './cache-query.ts';

/**
 * Name of the `Server-Timing` entry by which the service that serves a page says that it answers ahead of its socket, and what; its description
 * is the `ask` of an address, percent-encoded: a page's code sees no other header of the page.
 */
export const AHEAD_TIMING = 'ahead';

const MOST = 4;

/**
 * Where the service of a page answers questions ahead of its socket: `GET /v1?ask=[[verb, payload], ...]` gives the frames that the socket
 * would send, one a line, each answer under its `aheadId`. It spares the first page the round trips of opening a socket.
 */
export function aheadPath(questions: readonly Question[]): string {
  return `/v1?ask=${aheadAsk(questions)}`;
}

/** The questions as they stand in such an address. */
export function aheadAsk(questions: readonly Question[]): string {
  return encodeURIComponent(JSON.stringify(questions.map(({ verb, payload }) => (payload === undefined ? [verb] : [verb, payload]))));
}

/** The questions of such an address; undefined where it asks for nothing, or for more than 4. */
export function readAhead(ask: string): readonly Question[] | undefined {
  const asked = parseJson(ask);
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > MOST) return undefined;
  return asked.map((call: unknown) => {
    const [verb, payload]: unknown[] = Array.isArray(call) ? call : [];
    return { verb: typeof verb === 'string' ? verb : '', ...(isRecord(payload) ? { payload } : {}) };
  });
}

/** The subscription id of the answer to one of them, by its place. */
export function aheadId(at: number): string {
  return `ahead-${at}`;
}

/** The frames of such an answer; undefined where it does not answer that many questions to their end. */
export function aheadFrames(body: string, count: number): readonly string[] | undefined {
  const frames = body.split('\n').filter((line) => line !== '');
  const ends = Array.from({ length: count }, (_, at) => JSON.stringify(['EOSE', aheadId(at)]));
  return ends.every((end) => frames.includes(end)) ? frames : undefined;
}
