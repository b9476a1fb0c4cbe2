import type { Seconds } from '../../../events/core/time.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import type { CacheCommand, CacheSignal } from '../../../machines/core/cache-protocol.ts';
import { openFrameBatch } from '../verify/frame-batch.ts';
import { prefetchRequests, type PrefetchedRequests, request } from './prefetched-requests.ts';
import { openBackpressure } from './backpressure.ts';
import { openRequestIds } from './request-ids.ts';
import type { SocketOpener } from '../web-socket.ts';

/** How long an unclaimed early request waits after the first real request, in milliseconds. */
const UNCLAIMED = 15_000;
const MAX_LOGGED = 20;

export interface ConnectionDeps {
  readonly openSocket: SocketOpener;
  /** The body of an HTTP response. Rejects if there is none. */
  readonly fetchAhead: (path: string, anew: boolean) => Promise<string>;
  /** `undefined` while signatures cannot be checked. `resume` is called when that changes. */
  readonly verify: () => Verify | undefined;
  readonly report: (signal: CacheSignal) => void;
  /** Runs a callback after frames that have arrived already. */
  readonly later: (run: () => void) => void;
  readonly after: (ms: number, run: () => void) => void;
  readonly now: () => Seconds;
  readonly log: (text: string) => void;
}

export interface CacheConnection {
  readonly tell: (command: CacheCommand) => void;
  /** Called when the main thread has acknowledged one batch. */
  readonly taken: () => void;
  readonly resume: () => void;
  readonly fail: (reason: string) => void;
  readonly shut: () => void;
}

/**
 * One socket to the caching service, from opening to its end: one epoch. Early responses are
 * delivered when the same request is made with an id. After `shut` or `socket.closed` nothing is
 * reported (INV-EPOCH).
 */
export function connectCache(
  url: string,
  early: PrefetchedRequests,
  deps: ConnectionDeps,
): CacheConnection {
  const routes = openRequestIds();
  const burst = openFrameBatch({
    isWanted: routes.has,
    isFurther: routes.isFurther,
    verify: deps.verify,
    log: limited(deps.log),
  });
  let state: 'opening' | 'open' | 'ended' = 'opening';
  // Until then the app is still loading, which may take longer than any timeout on a slow device.
  // Expired early requests would be sent twice.
  let isAsked = false;
  const fail = (reason: string): void => {
    if (state === 'ended') return;
    shut();
    deps.report({ type: 'socket.closed', reason });
  };
  const flow = openBackpressure({
    take: () => {
      const { arrivals, ...taken } = burst.take();
      return { ...taken, arrivals: arrivals.flatMap((arrival) => routes.route(arrival) ?? []) };
    },
    hand: (arrivals) => deps.report({ type: 'socket.batch', arrivals, now: deps.now() }),
    exceeded: () => fail('the caching service sends too much'),
    later: deps.later,
    after: deps.after,
  });
  const unsent: string[] = [];
  const send = (text: string): void => {
    if (state === 'open') socket.send(text);
    else unsent.push(text);
  };
  const opened = (): void => {
    if (state !== 'opening') return;
    state = 'open';
    for (const text of unsent.splice(0)) socket.send(text);
    asking.opened();
    deps.report({ type: 'socket.opened' });
    if (isAsked) expire();
  };
  const frame = (data: unknown): void => {
    if (state === 'ended') return;
    burst.add(data);
    flow.wake();
  };
  const asking = prefetchRequests(early, {
    routes,
    fetchAhead: deps.fetchAhead,
    after: deps.after,
    send,
    frame,
  });
  const socket = deps.openSocket(url, { opened, frame, closed: fail });
  const drop = (wires: readonly string[]): void => {
    for (const wire of wires) {
      burst.forget(wire);
      if (state !== 'ended') send(JSON.stringify(['CLOSE', wire]));
    }
  };
  const expire = (): void => deps.after(UNCLAIMED, () => drop(routes.giveUp()));
  const ask = (id: string, query: CacheQuery): void => {
    if (!isAsked && state === 'open') expire();
    isAsked = true;
    const { asked, arrivals } = routes.name(id, query);
    if (!asked) send(request(id, query));
    for (const arrival of arrivals) flow.give([arrival]);
  };
  const prefetch = (query: CacheQuery): void => {
    const wire = routes.prefetch(query);
    if (wire === undefined) return;
    send(request(wire, query));
    if (isAsked) expire();
  };
  const shut = (): void => {
    state = 'ended';
    flow.stop();
    socket.close();
  };
  const tell = (command: CacheCommand): void => {
    if (state === 'ended') return;
    if (command.type === 'socket.request') ask(command.id, command.query);
    else if (command.type === 'socket.prefetch') prefetch(command.query);
    else drop(routes.close(command.id));
  };
  return { tell, taken: flow.taken, resume: flow.wake, fail, shut };
}

/** Limits log lines: a service that sends only junk must not fill the log. */
function limited(log: (text: string) => void): (text: string) => void {
  let left = MAX_LOGGED;
  return (text) => {
    if (left-- > 0) log(text);
  };
}
