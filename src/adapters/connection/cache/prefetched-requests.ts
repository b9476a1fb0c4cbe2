import { prefetchFrames, prefetchId } from '../../../events/connection/prefetch.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import type { openRequestIds } from './request-ids.ts';

interface Ahead {
  readonly path: string;
  readonly questions: readonly CacheQuery[];
  /** A user who acts wants to see the effect, not a response from seconds ago. */
  readonly anew: boolean;
}

/** Requests that a connection sends before a caller makes them. */
export interface PrefetchedRequests {
  readonly prefetch: readonly CacheQuery[];
  /** Sent by HTTP while the socket is still being opened, and on the socket if that fails. */
  readonly ahead?: Ahead | undefined;
}

export const NOTHING_PREFETCHED: PrefetchedRequests = { prefetch: [] };

/** How long an open socket waits for the HTTP response, in milliseconds. */
const TIMEOUT_MS = 300;

export interface PrefetchDeps {
  readonly routes: Pick<ReturnType<typeof openRequestIds>, 'prefetch' | 'has'>;
  /** The body of an HTTP response. Rejects if there is none. */
  readonly fetchAhead: (path: string, anew: boolean) => Promise<string>;
  readonly after: (ms: number, run: () => void) => void;
  /** Sends a text, now or as soon as the socket is open. */
  readonly send: (text: string) => void;
  /** Handles a frame as if the socket had received it. */
  readonly frame: (frame: string) => void;
}

/**
 * Sends early requests. A request can be answered by HTTP or on the socket, and only one response
 * is used.
 */
export function prefetchRequests(
  { prefetch, ahead }: PrefetchedRequests,
  { routes, fetchAhead, after, send, frame }: PrefetchDeps,
): { readonly opened: () => void } {
  for (const query of prefetch) {
    const wire = routes.prefetch(query);
    if (wire !== undefined) send(request(wire, query));
  }
  if (!ahead) return { opened: () => undefined };
  const { path, questions, anew } = ahead;
  let pending = questions.flatMap((query, at) => {
    const wire = routes.prefetch(query, prefetchId(at));
    return wire === undefined ? [] : { wire, query };
  });
  const askPending = (): void => {
    for (const { wire, query } of pending.splice(0))
      if (routes.has(wire)) send(request(wire, query));
  };
  const answered = (body: string): void => {
    const frames = prefetchFrames(body, questions.length);
    if (!frames) return askPending();
    if (pending.length === 0) return;
    pending = [];
    for (const each of frames) frame(each);
  };
  fetchAhead(path, anew).then(answered, askPending);
  return { opened: () => after(TIMEOUT_MS, askPending) };
}

export function request(wire: string, { verb, payload }: CacheQuery): string {
  return JSON.stringify(['REQ', wire, { cache: payload === undefined ? [verb] : [verb, payload] }]);
}
