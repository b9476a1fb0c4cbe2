import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { wasmCheck } from '../../../../tests/support/events/wasm-check.ts';
import { seconds } from '../../../events/core/time.ts';
import { type Verify, verifyWith } from '../../../events/nostr/verify.ts';
import type { CacheQuery } from '../../../events/connection/cache-query.ts';
import type { CacheSignal } from '../../../machines/core/cache-protocol.ts';
import type { PrefetchedRequests } from './prefetched-requests.ts';
import { openSingleSocket } from './single-socket.ts';
import type { SocketEvents } from '../web-socket.ts';
import type { WorkerCommand, WorkerReport } from './cache-worker-protocol.ts';

let genuine: Verify;
beforeAll(async () => {
  genuine = verifyWith(await wasmCheck());
});

const NOTE = signed({ content: 'a note' });
const FEEDS: CacheQuery = { verb: 'get_home_feeds' };
const PAGE: CacheQuery = {
  verb: 'mega_feed_directive',
  payload: { spec: '{"id":"latest"}', limit: 20 },
};

interface Socket extends SocketEvents {
  readonly url: string;
  readonly sent: unknown[][];
  isClosed: boolean;
}

/** The logic of the worker with sockets, timers and turns that the test controls. */
function worker(options: { verify?: () => Verify | undefined } = {}) {
  const sockets: Socket[] = [];
  const reports: WorkerReport[] = [];
  const logs: string[] = [];
  let jobs: Array<() => void> = [];
  let timers: Array<() => void> = [];
  const answer = Promise.withResolvers<string>();
  const line = openSingleSocket(
    {
      fetchAhead: () => answer.promise,
      openSocket: (url, events) => {
        const socket: Socket = { ...events, url, sent: [], isClosed: false };
        sockets.push(socket);
        return {
          send: (text) => socket.sent.push(JSON.parse(text)),
          close: () => {
            socket.isClosed = true;
          },
        };
      },
      verify: () => genuine,
      later: (run) => jobs.push(run),
      after: (_, run) => timers.push(run),
      now: () => seconds(1_700_000_000),
      log: (text) => logs.push(text),
      ...options,
    },
    (report) => reports.push(report),
  );
  const settle = () => {
    while (jobs.length > 0) {
      const now = jobs;
      jobs = [];
      for (const job of now) job();
    }
  };
  const elapse = () => {
    const now = timers;
    timers = [];
    for (const timer of now) timer();
  };
  const open = (
    epoch = 1,
    prefetch: readonly CacheQuery[] = [],
    ahead?: PrefetchedRequests['ahead'],
  ): Socket => {
    line.obey({ type: 'open', epoch, url: 'ws://cache', early: { prefetch, ahead } });
    return last();
  };
  const last = (): Socket => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('no socket');
    return socket;
  };
  const ask = (id: string, query: CacheQuery, epoch = 1) =>
    line.obey({ type: 'tell', epoch, command: { type: 'socket.request', id, query } });
  const close = (id: string, _query?: CacheQuery, epoch = 1) =>
    line.obey({ type: 'tell', epoch, command: { type: 'socket.close', id } });
  const frame = (socket: Socket, ...message: unknown[]) => socket.frame(JSON.stringify(message));
  /** Signals since the last call. */
  const heard = (): CacheSignal[] => reports.splice(0).map(({ signal }) => signal);
  return {
    ...line,
    sockets,
    reports,
    logs,
    settle,
    elapse,
    open,
    ask,
    close,
    frame,
    heard,
    answer,
  };
}

const batchOf = (...arrivals: object[]) => ({
  type: 'socket.batch',
  now: 1_700_000_000,
  arrivals: arrivals.map((one) => expect.objectContaining(one)),
});

test('a request is sent as REQ, its response arrives as one batch; closing sends CLOSE and drops the rest', () => {
  const w = worker();
  const socket = w.open();
  socket.opened();
  w.ask('1', PAGE);
  w.ask('2', FEEDS);
  expect(socket.sent).toEqual([
    ['REQ', '1', { cache: ['mega_feed_directive', PAGE.payload] }],
    ['REQ', '2', { cache: ['get_home_feeds'] }],
  ]);
  w.frame(socket, 'EVENT', '1', NOTE);
  w.frame(socket, 'EOSE', '1');
  w.settle();
  expect(w.heard()).toEqual([
    { type: 'socket.opened' },
    batchOf({ id: '1', events: [NOTE], ended: true }),
  ]);
  w.close('1');
  w.frame(socket, 'EVENT', '1', NOTE);
  w.settle();
  expect(socket.sent.at(-1)).toEqual(['CLOSE', '1']);
  expect(w.heard()).toEqual([]);
  w.close('1');
  expect(socket.sent).toHaveLength(3);
});

test('early requests are sent together on opening, and delivered when the same request is made', () => {
  const w = worker();
  const setup = { verb: 'set_primal_protocol', payload: { compression: 'zlib' } };
  const socket = w.open(1, [setup, FEEDS, PAGE]);
  expect(socket.sent).toEqual([]);
  socket.opened();
  expect(socket.sent).toEqual([
    ['REQ', 'prefetch-0', { cache: ['set_primal_protocol', { compression: 'zlib' }] }],
    ['REQ', 'prefetch-1', { cache: ['get_home_feeds'] }],
    ['REQ', 'prefetch-2', { cache: ['mega_feed_directive', PAGE.payload] }],
  ]);
  w.frame(socket, 'EOSE', 'prefetch-0');
  w.frame(socket, 'EVENT', 'prefetch-2', NOTE);
  w.settle();
  expect(w.heard()).toEqual([{ type: 'socket.opened' }]);
  w.ask('1', setup);
  expect(w.heard()).toEqual([batchOf({ id: '1', ended: true })]);
  w.ask('9', { verb: PAGE.verb, payload: { limit: 20, spec: '{"id":"latest"}' } });
  expect(w.heard()).toEqual([batchOf({ id: '9', events: [NOTE], ended: false })]);
  w.frame(socket, 'EOSE', 'prefetch-2');
  w.settle();
  expect(w.heard()).toEqual([batchOf({ id: '9', events: [], ended: true })]);
  w.close('9');
  w.ask('10', PAGE);
  expect(socket.sent.slice(3)).toEqual([
    ['CLOSE', 'prefetch-2'],
    ['REQ', '10', { cache: ['mega_feed_directive', PAGE.payload] }],
  ]);
});

test('a prefetch is sent once, is delivered to an identical request, and expires after a while', () => {
  const w = worker();
  const socket = w.open();
  const prefetch = (query: CacheQuery) =>
    w.obey({ type: 'tell', epoch: 1, command: { type: 'socket.prefetch', query } });
  prefetch(PAGE);
  expect(socket.sent).toEqual([]);
  socket.opened();
  prefetch(PAGE);
  prefetch(FEEDS);
  expect(socket.sent).toEqual([
    ['REQ', 'prefetch-0', { cache: ['mega_feed_directive', PAGE.payload] }],
    ['REQ', 'prefetch-1', { cache: ['get_home_feeds'] }],
  ]);
  w.frame(socket, 'EVENT', 'prefetch-0', NOTE);
  w.frame(socket, 'EOSE', 'prefetch-0');
  w.settle();
  expect(w.heard()).toEqual([{ type: 'socket.opened' }]);
  w.ask('1', PAGE);
  expect(w.heard()).toEqual([batchOf({ id: '1', events: [NOTE], ended: true })]);
  w.elapse();
  expect(socket.sent.slice(2)).toEqual([['CLOSE', 'prefetch-1']]);
});

test('ROUTE-20 CACHE-01 early requests wait for a slowly loading app, and are sent once', () => {
  const w = worker();
  const socket = w.open(1, [SETUP, FEEDS]);
  socket.opened();
  w.obey({ type: 'tell', epoch: 1, command: { type: 'socket.prefetch', query: PAGE } });
  w.frame(socket, 'EVENT', 'prefetch-2', NOTE);
  w.settle();
  w.elapse();
  expect(socket.sent.map(([type]) => type)).toEqual(['REQ', 'REQ', 'REQ']);
  w.ask('1', SETUP);
  w.ask('2', PAGE);
  expect(w.heard()).toEqual([
    { type: 'socket.opened' },
    batchOf({ id: '2', events: [NOTE], ended: false }),
  ]);
  w.elapse();
  expect(socket.sent.slice(3)).toEqual([['CLOSE', 'prefetch-1']]);
});

const SETUP: CacheQuery = { verb: 'set_primal_protocol', payload: { compression: 'zlib' } };
const AHEAD = { path: '/v1?ask=1', questions: [FEEDS, PAGE], anew: false };
const body = (...frames: unknown[][]) => frames.map((frame) => JSON.stringify(frame)).join('\n');
const WHOLE = body(
  ['EVENTS', 'ahead-0', []],
  ['EOSE', 'ahead-0'],
  ['EVENTS', 'ahead-1', [NOTE]],
  ['EOSE', 'ahead-1'],
);

test('an early HTTP response is delivered before the socket is open, verified, and not requested again', async () => {
  const w = worker();
  const socket = w.open(1, [SETUP], AHEAD);
  w.answer.resolve(WHOLE);
  await w.answer.promise;
  w.ask('1', PAGE);
  w.settle();
  expect(w.heard()).toEqual([batchOf({ id: '1', events: [NOTE], ended: true })]);
  w.close('1');
  socket.opened();
  w.elapse();
  expect(socket.sent.map(([type, id]) => [type, id])).toEqual([
    ['REQ', 'prefetch-0'],
    ['CLOSE', 'ahead-1'],
    // no request claimed the feeds
    ['CLOSE', 'prefetch-0'],
    ['CLOSE', 'ahead-0'],
  ]);
});

test('a forged event in an early HTTP response is left out, as on the socket', async () => {
  const w = worker();
  w.open(1, [], AHEAD);
  w.answer.resolve(WHOLE.replace('a note', 'a lie!'));
  await w.answer.promise;
  w.ask('1', PAGE);
  w.settle();
  expect(w.heard()).toEqual([batchOf({ id: '1', events: [], rejected: 1, ended: true })]);
});

for (const [fault, say] of [
  ['fails', (w: ReturnType<typeof worker>) => w.answer.reject(new Error('gone'))],
  [
    'is not whole',
    (w: ReturnType<typeof worker>) =>
      w.answer.resolve(body(['EVENTS', 'ahead-1', [NOTE]], ['EOSE', 'ahead-1'])),
  ],
  [
    'is a page of something else',
    (w: ReturnType<typeof worker>) => w.answer.resolve('<!doctype html>'),
  ],
] as const) {
  test(`an early HTTP response that ${fault} is requested on the socket, in its order and once`, async () => {
    const w = worker();
    const socket = w.open(1, [SETUP], AHEAD);
    say(w);
    await w.answer.promise.catch(() => undefined);
    w.ask('1', PAGE);
    expect(socket.sent).toEqual([]);
    socket.opened();
    const asked = [
      ['REQ', 'prefetch-0', { cache: [SETUP.verb, SETUP.payload] }],
      ['REQ', 'ahead-0', { cache: [FEEDS.verb] }],
      ['REQ', 'ahead-1', { cache: [PAGE.verb, PAGE.payload] }],
    ];
    expect(socket.sent).toEqual(asked);
    w.frame(socket, 'EVENT', 'ahead-1', NOTE);
    w.frame(socket, 'EOSE', 'ahead-1');
    w.settle();
    expect(w.heard()).toEqual([
      { type: 'socket.opened' },
      batchOf({ id: '1', events: [NOTE], ended: true }),
    ]);
  });
}

test('an open socket does not wait long for an early HTTP response, and only one response counts', async () => {
  const w = worker();
  const socket = w.open(1, [], AHEAD);
  w.ask('1', PAGE);
  socket.opened();
  expect(socket.sent).toEqual([]);
  w.elapse();
  expect(socket.sent.filter(([type]) => type === 'REQ')).toEqual([
    ['REQ', 'ahead-0', { cache: [FEEDS.verb] }],
    ['REQ', 'ahead-1', { cache: [PAGE.verb, PAGE.payload] }],
  ]);
  w.frame(socket, 'EVENT', 'ahead-1', NOTE);
  w.frame(socket, 'EOSE', 'ahead-1');
  w.answer.resolve(WHOLE);
  await w.answer.promise;
  w.settle();
  expect(w.heard()).toEqual([
    { type: 'socket.opened' },
    batchOf({ id: '1', events: [NOTE], ended: true }),
  ]);
});

test('INV-EPOCH an early HTTP response after the end of its connection is ignored', async () => {
  const w = worker();
  w.open(1, [], AHEAD).closed('gone');
  w.ask('1', PAGE);
  w.answer.resolve(WHOLE);
  await w.answer.promise;
  w.settle();
  expect(w.heard()).toEqual([{ type: 'socket.closed', reason: 'gone' }]);
});

test('unclaimed early requests are closed after a while, and sent again for a later request', () => {
  const w = worker();
  const socket = w.open(1, [FEEDS, PAGE]);
  socket.opened();
  w.ask('1', FEEDS);
  w.frame(socket, 'EVENT', 'prefetch-1', NOTE);
  w.settle();
  w.elapse();
  expect(socket.sent.slice(2)).toEqual([['CLOSE', 'prefetch-1']]);
  w.ask('2', PAGE);
  expect(socket.sent.at(-1)).toEqual([
    'REQ',
    '2',
    { cache: ['mega_feed_directive', PAGE.payload] },
  ]);
  w.frame(socket, 'EVENT', 'prefetch-1', NOTE);
  w.settle();
  expect(w.heard()).toEqual([{ type: 'socket.opened' }]);
});

test('a closed socket reports its end once, with its reason, and pending frames are dropped', () => {
  const w = worker();
  const socket = w.open();
  socket.opened();
  w.ask('1', PAGE);
  w.frame(socket, 'EVENT', '1', NOTE);
  socket.closed('closed (1006)');
  socket.closed('again');
  w.settle();
  expect(w.heard()).toEqual([
    { type: 'socket.opened' },
    { type: 'socket.closed', reason: 'closed (1006)' },
  ]);
});

test('E-26 a service that sends a bomb is disconnected; junk is logged, up to a limit', () => {
  const w = worker();
  const socket = w.open();
  socket.opened();
  for (let n = 0; n < 500; n++) socket.frame('rubbish');
  w.settle();
  expect(w.logs).toHaveLength(20);
  socket.frame(new ArrayBuffer(40 * 1024 * 1024));
  w.settle();
  expect(w.heard()).toEqual([
    { type: 'socket.opened' },
    { type: 'socket.closed', reason: 'the caching service sends too much' },
  ]);
  expect(socket.isClosed).toBe(true);
});

test('CACHE-08 events wait for the signature check; if none can be loaded, the connection ends', () => {
  let verify: Verify | undefined;
  const w = worker({ verify: () => verify });
  const socket = w.open();
  socket.opened();
  w.ask('1', PAGE);
  w.frame(socket, 'EVENT', '1', NOTE);
  w.settle();
  expect(w.heard()).toEqual([{ type: 'socket.opened' }]);
  verify = genuine;
  w.resume();
  w.settle();
  expect(w.heard()).toEqual([batchOf({ id: '1', events: [NOTE] })]);
  w.fail('signatures cannot be checked');
  expect(w.heard()).toEqual([{ type: 'socket.closed', reason: 'signatures cannot be checked' }]);
});

type Step =
  | { readonly do: 'open'; readonly prefetch: readonly CacheQuery[] }
  | { readonly do: 'shut' | 'settle' | 'elapse' | 'taken' }
  | { readonly do: 'ask' | 'close'; readonly id: string; readonly isStale: boolean }
  | { readonly do: 'opened' | 'closed' | 'frame'; readonly socket: number; readonly id: string };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('open' as const), prefetch: fc.subarray([FEEDS, PAGE]) }),
    fc.record({
      do: fc.constantFrom('shut' as const, 'settle' as const, 'elapse' as const, 'taken' as const),
    }),
    fc.record({
      do: fc.constantFrom('ask' as const, 'close' as const),
      id: fc.constantFrom('1', '2', '3'),
      isStale: fc.boolean(),
    }),
    fc.record({
      do: fc.constantFrom(
        'opened' as const,
        'opened' as const,
        'closed' as const,
        'frame' as const,
        'frame' as const,
      ),
      socket: fc.nat(3),
      id: fc.constantFrom('1', '2', '3', 'prefetch-0', 'x'),
    }),
  ),
  { maxLength: 60 },
);

/**
 * Runs a script of commands and socket events, including events of closed sockets. Returns every
 * violation.
 */
function violations(
  script: readonly Step[],
  newWorker: () => ReturnType<typeof worker>,
  isOne: boolean,
): string[] {
  const workers = [newWorker()];
  const wrong: string[] = [];
  let w = workers[0] ?? newWorker();
  let epoch = 0;
  const asked = new Set<string>();
  for (const one of script) {
    const sockets = workers.flatMap((each) => each.sockets);
    if (one.do === 'open') {
      if (!isOne) workers.push((w = newWorker()));
      w.open(++epoch, one.prefetch);
      asked.clear();
    } else if ('socket' in one) {
      const socket = sockets.at(-1 - one.socket);
      if (one.do === 'frame') socket?.frame(JSON.stringify(['EVENT', one.id, NOTE]));
      else socket?.[one.do]('gone');
    } else if (one.do === 'settle' || one.do === 'elapse')
      for (const each of workers) each[one.do]();
    else if (one.do === 'shut' || one.do === 'taken')
      w.obey({ type: one.do, epoch } satisfies WorkerCommand);
    else if (one.do === 'ask' || one.do === 'close') {
      if (one.do === 'ask' && !one.isStale) asked.add(one.id);
      w[one.do](one.id, PAGE, one.isStale ? epoch - 1 : epoch);
    }
    if (workers.flatMap((each) => each.sockets).filter(({ isClosed }) => !isClosed).length > 1)
      wrong.push('two sockets');
    for (const { signal, ...report } of workers.flatMap((each) => each.reports.splice(0))) {
      if (report.epoch !== epoch) wrong.push('an old epoch speaks');
      if (signal.type === 'socket.batch' && signal.arrivals.some(({ id }) => !asked.has(id)))
        wrong.push('nobody asked');
    }
  }
  return wrong;
}

test('INV-ONE-SOCKET INV-EPOCH in any order of events there is one socket, and only its epoch reports', () => {
  fc.assert(
    fc.property(steps, (script) => {
      expect(violations(script, worker, true)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('the test above finds a breach: opening without closing the previous connection', () => {
  const found = new Set(
    fc
      .sample(steps, { numRuns: 300, seed: 1 })
      .flatMap((script) => violations(script, worker, false)),
  );
  expect([...found].toSorted()).toEqual(['an old epoch speaks', 'two sockets']);
});
