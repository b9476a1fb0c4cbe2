import { isRecord, parseJson } from '../core/json.ts';
import type { CacheQuery } from './cache-query.ts';

/**
 * Name of the `Server-Timing` entry in which the service of a page announces its prepared answers.
 * Its description is the percent-encoded `ask` of their address. The code of a page can read no
 * other header of the page.
 */
export const PREFETCH_TIMING = 'ahead';

const MOST = 4;

/**
 * Return the address at which the service of a page answers queries without a socket: `GET
 * /v1?ask=[[verb, payload], ...]`. The response contains the frames that the socket would send, one
 * a line. Each answer has its `prefetchId` as subscription. This saves the first page the round
 * trips of opening a socket.
 */
export function prefetchPath(questions: readonly CacheQuery[]): string {
  return `/v1?ask=${prefetchQuery(questions)}`;
}

/** Encode queries for such an address. */
export function prefetchQuery(questions: readonly CacheQuery[]): string {
  return encodeURIComponent(
    JSON.stringify(
      questions.map(({ verb, payload }) => (payload === undefined ? [verb] : [verb, payload])),
    ),
  );
}

/** Read the queries of such an address; `undefined` if there are none, or more than 4. */
export function readPrefetch(ask: string): readonly CacheQuery[] | undefined {
  const asked = parseJson(ask);
  if (!Array.isArray(asked) || asked.length === 0 || asked.length > MOST) return undefined;
  return asked.map((call: unknown) => {
    const [verb, payload]: unknown[] = Array.isArray(call) ? call : [];
    return {
      verb: typeof verb === 'string' ? verb : '',
      ...(isRecord(payload) ? { payload } : {}),
    };
  });
}

/** Return the subscription id of the answer at this position. */
export function prefetchId(at: number): string {
  return `ahead-${at}`;
}

/**
 * Return the frames of such a response; `undefined` unless it answers exactly `count` queries
 * completely.
 */
export function prefetchFrames(body: string, count: number): readonly string[] | undefined {
  const frames = body.split('\n').filter((line) => line !== '');
  const ends = Array.from({ length: count }, (_, at) => JSON.stringify(['EOSE', prefetchId(at)]));
  return ends.every((end) => frames.includes(end)) ? frames : undefined;
}
