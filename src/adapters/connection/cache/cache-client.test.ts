import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { arrival } from '../../../../tests/support/connection/fake-cache.ts';
import { seconds } from '../../../events/core/time.ts';
import type { CacheCommand, CacheSignal } from '../../../machines/core/cache-protocol.ts';
import {
  type Attachment,
  type CacheClient,
  openCacheClient,
  type SocketInput,
} from './cache-client.ts';
import { cacheSocket } from './cache-socket.ts';
import type { WorkerCommand, WorkerReport } from './cache-worker-protocol.ts';

const INPUT: SocketInput = { url: 'ws://cache', compress: true };
const EARLY = { ...INPUT, prefetch: [{ verb: 'get_home_feeds' }] };
const OPENED: CacheSignal = { type: 'socket.opened' };
const CLOSED: CacheSignal = { type: 'socket.closed', reason: 'gone' };
const BATCH: CacheSignal = { type: 'socket.batch', arrivals: [arrival('1')], now: seconds(1) };

function fakeWorker() {
  const told: WorkerCommand[] = [];
  let hear: (report: WorkerReport) => void = () => undefined;
  let crash: (reason: string) => void = () => undefined;
  const count = { spawned: 0, ended: 0 };
  const spawn: Parameters<typeof openCacheClient>[0] = (report, failed) => {
    count.spawned++;
    hear = report;
    crash = failed;
    return { post: (command) => told.push(command), end: () => count.ended++ };
  };
  return {
    spawn,
    told,
    count,
    say: (epoch: number, signal: CacheSignal) => hear({ epoch, signal }),
    crash: (reason: string) => crash(reason),
  };
}

function attached(early = false) {
  const worker = fakeWorker();
  const line = openCacheClient(worker.spawn, early ? EARLY : undefined);
  const heard: CacheSignal[] = [];
  return {
    ...worker,
    line,
    heard,
    attach: (input = INPUT) => line.attach(input, (signal) => heard.push(signal)),
  };
}

test('a prefetch uses the existing socket, and does nothing without one', () => {
  const query = { verb: 'get_home_feeds' };
  const none = attached();
  none.line.prefetch(query);
  expect(none.told).toEqual([]);
  const w = attached(true);
  w.line.prefetch(query);
  expect(w.told.slice(1)).toEqual([
    { type: 'tell', epoch: 1, command: { type: 'socket.prefetch', query } },
  ]);
  w.attach().detach();
  w.line.prefetch(query);
  expect(w.told.at(-1)).toEqual({ type: 'shut', epoch: 1 });
});

test('the socket that was opened early is used by the first attachment that wants the same one', () => {
  const w = attached(true);
  expect(w.told).toEqual([
    {
      type: 'open',
      epoch: 1,
      url: 'ws://cache',
      early: { prefetch: EARLY.prefetch, ahead: undefined },
    },
  ]);
  w.say(1, OPENED);
  const attachment = w.attach();
  expect(w.heard).toEqual([OPENED]);
  attachment.send({ type: 'socket.close', id: '1' });
  w.say(1, BATCH);
  expect(w.heard).toEqual([OPENED, BATCH]);
  expect(w.told.slice(1)).toEqual([
    { type: 'tell', epoch: 1, command: { type: 'socket.close', id: '1' } },
    { type: 'taken', epoch: 1 },
  ]);
  attachment.detach();
  w.attach();
  expect(w.told.slice(3)).toEqual([
    { type: 'shut', epoch: 1 },
    { type: 'open', epoch: 2, url: 'ws://cache', early: { prefetch: [], ahead: undefined } },
  ]);
});

test('adopted before it is open, it reports its opening later', () => {
  const w = attached(true);
  w.attach();
  expect(w.heard).toEqual([]);
  w.say(1, OPENED);
  expect(w.heard).toEqual([OPENED]);
});

test('a socket that failed before its adoption reports that', () => {
  const w = attached(true);
  w.say(1, OPENED);
  w.say(1, CLOSED);
  w.attach();
  expect(w.heard).toEqual([CLOSED]);
  w.attach();
  expect(w.told.at(-1)).toEqual({
    type: 'open',
    epoch: 2,
    url: 'ws://cache',
    early: { prefetch: [], ahead: undefined },
  });
});

test('another address or another protocol gets its own socket', () => {
  for (const other of [
    { ...INPUT, url: 'ws://other' },
    { ...INPUT, compress: false },
  ]) {
    const w = attached(true);
    w.say(1, OPENED);
    w.attach(other);
    expect(w.heard).toEqual([]);
    expect(w.told.at(-1)).toEqual({
      type: 'open',
      epoch: 2,
      url: other.url,
      early: { prefetch: [], ahead: undefined },
    });
    w.say(1, CLOSED);
    expect(w.heard).toEqual([]);
  }
});

test('a worker that crashes is a closed socket, and the next connection has a new worker', () => {
  const w = attached();
  const attachment = w.attach();
  w.say(1, OPENED);
  w.crash('the worker crashed');
  expect(w.heard).toEqual([OPENED, { type: 'socket.closed', reason: 'the worker crashed' }]);
  attachment.detach();
  w.attach();
  expect(w.count).toEqual({ spawned: 2, ended: 1 });
  expect(w.told.at(-1)).toMatchObject({ type: 'open', epoch: 2 });
  const early = attached(true);
  early.crash('not found');
  early.attach();
  expect(early.heard).toEqual([{ type: 'socket.closed', reason: 'not found' }]);
});

type Step = 'attach' | 'detach' | 'stale' | { readonly says: CacheSignal; readonly epoch: number };
const steps = fc.array(
  fc.oneof(
    fc.constantFrom<Step>('attach', 'detach', 'stale'),
    fc.record({
      says: fc.constantFrom(OPENED, CLOSED, BATCH),
      epoch: fc.integer({ min: 0, max: 6 }),
    }),
  ),
  { maxLength: 40 },
);

/**
 * Runs attachments against a worker that may send any message of any epoch. Returns the signals
 * that reached a wrong receiver.
 */
function heardTooMuch(
  script: readonly Step[],
  attach: (line: CacheClient, hear: () => void) => Attachment,
): string[] {
  const w = fakeWorker();
  const line = openCacheClient(w.spawn, EARLY);
  const wrong: string[] = [];
  let current = 0;
  const attachments: Attachment[] = [];
  for (const one of script) {
    if (one === 'attach') {
      const mine = ++current;
      attachments.push(attach(line, () => mine !== current && wrong.push('a detached one hears')));
    } else if (one === 'detach') {
      attachments.at(-1)?.detach();
      current++;
    } else if (one === 'stale') attachments.at(-2)?.detach();
    else w.say(one.epoch, one.says);
  }
  const opens = w.told.flatMap((command) => (command.type === 'open' ? [command.epoch] : []));
  if (new Set(opens).size !== opens.length) wrong.push('an epoch twice');
  return wrong;
}

test('INV-EPOCH no attachment receives signals after being detached or replaced, for any worker message', () => {
  const attach = (line: CacheClient, hear: () => void) => line.attach(INPUT, hear);
  fc.assert(
    fc.property(steps, (script) => {
      expect(heardTooMuch(script, attach)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('the test above finds a breach: an attachment that does not detach', () => {
  const attach = (line: CacheClient, hear: () => void) => ({
    ...line.attach(INPUT, hear),
    detach: () => undefined,
  });
  const found = fc
    .sample(steps, { numRuns: 300, seed: 1 })
    .flatMap((script) => heardTooMuch(script, attach));
  expect(found).toContain('a detached one hears');
});

test('INV-EPOCH a stopped socket port sends nothing back, and its successor receives only its own signals', () => {
  const w = fakeWorker();
  const line = openCacheClient(w.spawn, EARLY);
  const heard: string[] = [];
  const parent = setup({
    actors: { socket: cacheSocket(line) },
    types: { events: {} as CacheSignal | { type: 'go' } | { type: 'say'; command: CacheCommand } },
  }).createMachine({
    initial: 'on',
    on: { 'socket.*': { actions: ({ event }) => heard.push(event.type) } },
    states: {
      on: { invoke: { src: 'socket', id: 'socket', input: INPUT }, on: { go: 'off' } },
      off: { on: { go: 'on' } },
    },
  });
  const actor = createActor(parent);
  w.say(1, OPENED);
  actor.start();
  expect(heard).toEqual(['socket.opened']);
  actor.send({ type: 'go' });
  w.say(1, BATCH);
  actor.send({ type: 'go' });
  w.say(1, BATCH);
  w.say(2, BATCH);
  expect(heard).toEqual(['socket.opened', 'socket.batch']);
  expect(w.told.filter(({ type }) => type !== 'taken')).toEqual([
    {
      type: 'open',
      epoch: 1,
      url: 'ws://cache',
      early: { prefetch: EARLY.prefetch, ahead: undefined },
    },
    { type: 'shut', epoch: 1 },
    { type: 'open', epoch: 2, url: 'ws://cache', early: { prefetch: [], ahead: undefined } },
  ]);
});

test("CACHE-09 the reason for a socket's end is logged for developers only", () => {
  const logged: string[] = [];
  const endOnce = (log?: (text: string) => void) => {
    const w = fakeWorker();
    const parent = setup({ actors: { socket: cacheSocket(openCacheClient(w.spawn, EARLY), log) } });
    createActor(
      parent.createMachine({ invoke: { src: 'socket', id: 'socket', input: INPUT } }),
    ).start();
    w.say(1, OPENED);
    w.say(1, CLOSED);
  };
  endOnce();
  expect(logged).toEqual([]);
  endOnce((text) => logged.push(text));
  expect(logged).toEqual(['ws://cache: gone']);
});
