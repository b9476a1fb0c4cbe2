import { createActor, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { startCache } from '../../../tests/support/connection/cache-world.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { arrival, range, verified } from '../../../tests/support/connection/fake-cache.ts';
import { seconds } from '../../events/core/time.ts';
import type { ResponseEvent } from '../core/bus.ts';

/** A caller that records the answers that it receives. */
function asker(heard: ResponseEvent[] = []) {
  const machine = setup({ types: { events: {} as ResponseEvent } }).createMachine({
    on: { '*': { actions: ({ event }) => heard.push(event) } },
  });
  return { ref: createActor(machine).start(), heard };
}

const QUERY = { verb: 'user_infos', payload: { pubkeys: [] } };

describe('connection', () => {
  test('CACHE-01 after opening it requests zlib, and counts as connected once that is acknowledged', () => {
    const { actor, socket } = startCache();
    socket.opened();
    expect(actor.getSnapshot().matches({ live: 'negotiating' })).toBe(true);
    expect(socket.open()).toEqual([
      { id: '1', query: { verb: 'set_primal_protocol', payload: { compression: 'zlib' } } },
    ]);
    socket.batch(arrival('1', { ended: true }));
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
    expect(socket.open()).toEqual([]);
  });

  test('CACHE-01 with noBinary there is no set-up request', () => {
    const { actor, socket } = startCache({ compress: false });
    socket.opened();
    expect(actor.getSnapshot().hasTag('online')).toBe(true);
    expect(socket.last().sent).toEqual([]);
  });

  test('CACHE-01 a requested disconnect stays disconnected', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    actor.send({ type: 'cache.disconnect' });
    elapse(clock, 120_000, 1_000);
    expect(actor.getSnapshot().value).toBe('disconnected');
    expect(socket.epochs).toHaveLength(1);
    expect(socket.last().closed).toBe(true);
  });

  test('CACHE-02 an unrequested close reconnects after 200 ms, growing to 10 s; a stable minute resets it', () => {
    const { clock, socket } = startCache();
    const gaps: number[] = [];
    for (let i = 0; i < 9; i++) {
      const before = clock.now();
      const count = socket.epochs.length;
      socket.closed();
      while (socket.epochs.length === count) clock.increment(10);
      gaps.push(clock.now() - before);
    }
    expect(gaps[0]).toBe(200);
    expect(
      gaps
        .slice(1)
        .every(
          (gap, i) => gap >= 0.75 * Math.min(10_000, 200 * 2 ** (i + 1)) - 10 && gap <= 10_000,
        ),
    ).toBe(true);
    socket.connect();
    elapse(clock, 60_000, 1_000);
    const before = clock.now();
    const count = socket.epochs.length;
    socket.closed();
    while (socket.epochs.length === count) clock.increment(10);
    expect(clock.now() - before).toBe(200);
  });

  test('CACHE-02 a reset reconnects after 1 s', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    actor.send({ type: 'cache.reset' });
    clock.increment(999);
    expect(socket.epochs).toHaveLength(1);
    clock.increment(1);
    expect(socket.epochs).toHaveLength(2);
  });

  test('CACHE-02 requests made before the connection wait and are sent in order', () => {
    const { actor, socket } = startCache();
    const [one, late] = [asker(), asker()];
    actor.send({ type: 'cache.ask', from: one.ref, query: { verb: 'a' }, stream: false });
    actor.send({ type: 'cache.ask', from: asker().ref, query: { verb: 'b' }, stream: false });
    expect(one.heard).toEqual([]);
    socket.connect();
    actor.send({ type: 'cache.ask', from: late.ref, query: { verb: 'c' }, stream: false });
    // its timeout starts with the connection
    expect([one.heard, late.heard]).toEqual([[{ type: 'answer.requestSent' }], []]);
    expect(socket.open().map(({ query }) => query.verb)).toEqual(['a', 'b', 'c']);
  });

  test('CACHE-02 prefetchable requests are answered before set-up; all others wait', () => {
    const { actor, clock, socket, told } = startCache({ ahead: [QUERY] });
    const [early, late] = [asker(), asker()];
    actor.send({ type: 'cache.ask', from: late.ref, query: { verb: 'b' }, stream: false });
    actor.send({ type: 'cache.ask', from: early.ref, query: { ...QUERY }, stream: false });
    expect(socket.open().map(({ query }) => query)).toEqual([QUERY]);
    socket.batch(arrival(socket.open()[0]?.id ?? '', { claims: [range([])], ended: true }));
    expect(early.heard.map(({ type }) => type)).toEqual(['answer.partReceived', 'answer.ended']);
    expect(early.heard[0]).toMatchObject({ at: seconds(1_700_000_000) });
    expect(told.map(({ type }) => type)).toContain('facts.received');
    expect(actor.getSnapshot().hasTag('connecting')).toBe(true);
    socket.connect();
    expect(socket.open().map(({ query }) => query.verb)).toEqual(['b']);
    socket.closed();
    elapse(clock, 10_000, 100);
    actor.send({ type: 'cache.ask', from: asker().ref, query: QUERY, stream: false });
    expect(socket.open()).toEqual([]);
  });

  test('CACHE-02 a prefetched request is resent if the connection drops, and closed if forgotten', () => {
    const { actor, clock, socket } = startCache({ ahead: [QUERY] });
    const [kept, left] = [asker(), asker()];
    for (const { ref } of [kept, left])
      actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
    expect(socket.open()).toHaveLength(2);
    actor.send({ type: 'cache.forget', from: left.ref });
    expect(socket.open()).toHaveLength(1);
    socket.closed();
    clock.increment(200);
    expect(kept.heard).toEqual([{ type: 'answer.restarted' }]);
    socket.connect();
    expect(socket.open().map(({ query }) => query)).toEqual([QUERY]);
  });

  test('CACHE-04 without a socket a request fails with no_socket', () => {
    const { actor, socket } = startCache();
    const waiting = asker();
    actor.send({ type: 'cache.ask', from: waiting.ref, query: QUERY, stream: false });
    socket.connect();
    actor.send({ type: 'cache.disconnect' });
    const late = asker();
    actor.send({ type: 'cache.ask', from: late.ref, query: QUERY, stream: false });
    const refusal = { type: 'answer.failed', reason: 'no_socket', text: 'no_socket' };
    expect(waiting.heard).toEqual([{ type: 'answer.requestSent' }, refusal]);
    expect(late.heard).toEqual([refusal]);
  });

  test.each(['cache.disconnect', 'cache.suspend'] as const)(
    'CACHE-01 CACHE-05 after %s an address may leave the pool without a reconnect',
    (type) => {
      const { actor, clock, socket } = startCache({ urls: ['wss://a.example', 'wss://b.example'] });
      actor.send({ type });
      const { value } = actor.getSnapshot();
      actor.send({ type: 'cache.pool', urls: ['wss://b.example'] });
      elapse(clock, 60_000, 1_000);
      expect([actor.getSnapshot().value, socket.epochs.length]).toEqual([value, 1]);
      expect(actor.getSnapshot().context.url).toBe('wss://b.example');
    },
  );

  test('CACHE-05 CACHE-09 adding or removing unused addresses does not reconnect; an empty pool is rejected', () => {
    const { actor, socket, pool } = startCache();
    socket.connect();
    for (const urls of [['wss://a.example/v1', 'wss://b.example'], ['wss://a.example/v1'], []])
      actor.send({ type: 'cache.pool', urls });
    expect([actor.getSnapshot().hasTag('online'), socket.epochs.length]).toEqual([true, 1]);
    expect(actor.getSnapshot().context.urls).toEqual(['wss://a.example/v1']);
    expect(
      pool.told().map((command) => command.type === 'cache.pool' && command.urls.length),
    ).toEqual([2, 1, 0]);
  });

  test('CACHE-05 fail-over picks a random address of the pool', () => {
    const urls = ['wss://a.example', 'wss://b.example', 'wss://c.example'];
    const { clock, socket } = startCache({ urls });
    for (let i = 0; i < 30; i++) {
      socket.closed();
      elapse(clock, 10_000);
    }
    expect(new Set(socket.epochs.map(({ url }) => url))).toEqual(new Set(urls));
  });

  test.each(['live', 'waiting'])(
    'CACHE-09 an address chosen while %s is used after the reset delay, and no other',
    (state) => {
      const urls = ['wss://a.example', 'wss://b.example', 'wss://c.example'];
      const { actor, clock, socket, pool } = startCache({ urls });
      if (state === 'waiting') socket.closed();
      else socket.connect();
      const chosen = ['wss://c.example', 'wss://a.example', 'wss://b.example'];
      actor.send({ type: 'cache.pool', urls: chosen, url: 'wss://c.example' });
      clock.increment(999);
      expect(socket.epochs).toHaveLength(1);
      clock.increment(1);
      expect(socket.epochs.map(({ url }) => url)).toEqual(['wss://a.example', 'wss://c.example']);
      expect(pool.told()).toEqual([{ type: 'cache.pool', urls: chosen, url: 'wss://c.example' }]);
    },
  );

  test('CACHE-09 removing the address in use switches to another; the default is restored as configured', () => {
    const { actor, clock, socket, pool } = startCache({
      urls: ['wss://a.example', 'wss://b.example'],
    });
    socket.connect();
    actor.send({ type: 'cache.pool', urls: ['wss://b.example'] });
    clock.increment(1_000);
    expect(socket.last().url).toBe('wss://b.example');
    actor.send({ type: 'cache.restore' });
    expect(pool.told().at(-1)).toEqual({ type: 'cache.restore' });
    pool.report({
      type: 'cache.pool',
      urls: ['wss://home.example/v1'],
      url: 'wss://home.example/v1',
    });
    clock.increment(1_000);
    expect([socket.last().url, actor.getSnapshot().context.urls]).toEqual([
      'wss://home.example/v1',
      ['wss://home.example/v1'],
    ]);
  });

  test('CACHE-09 a test runs, and its result stays until the next one', () => {
    const { actor, pool } = startCache();
    actor.send({ type: 'cache.test', url: 'wss://b.example' });
    expect(pool.told()).toEqual([{ type: 'cache.test', url: 'wss://b.example' }]);
    const tests = new Map([['wss://b.example', { found: 'service', ms: 34 } as const]]);
    pool.report({ type: 'pool.updated', said: { tests } });
    pool.report({ type: 'pool.updated', said: { problem: 'unkept' } });
    expect(actor.getSnapshot().context.said).toEqual({ tests, problem: 'unkept' });
  });
});

describe('answers', () => {
  test('CACHE-03 parts, end and refusal reach the caller, facts go to the bus first, finished requests close', () => {
    const { actor, socket, told } = startCache();
    socket.connect();
    const { ref, heard } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
    const [request] = socket.open();
    const note = verified({ id: 'n1' });
    socket.batch(arrival(request?.id ?? '', { events: [note], ended: true }));
    expect(told.filter(({ type }) => type === 'facts.received')).toEqual([
      { type: 'facts.received', events: [note], claims: [], now: 1_700_000_000 },
    ]);
    expect(heard.map(({ type }) => type)).toEqual(['answer.partReceived', 'answer.ended']);
    expect(socket.open()).toEqual([]);
    const refused = asker();
    actor.send({ type: 'cache.ask', from: refused.ref, query: QUERY, stream: false });
    socket.batch(arrival(socket.open()[0]?.id ?? '', { notice: 'error', ended: true }));
    expect(refused.heard).toEqual([{ type: 'answer.failed', reason: 'notice', text: 'error' }]);
    expect(socket.open()).toEqual([]);
  });

  test('frames without a matching request are ignored', () => {
    const { actor, socket, told } = startCache();
    socket.connect();
    const before = told.length;
    socket.batch(arrival('77', { events: [verified({ id: 'x' })], ended: true }));
    expect(told).toHaveLength(before);
    expect(actor.getSnapshot().context.asked).toEqual([]);
  });

  test('CACHE-07 INV-SUBS streams resume after a reconnect and are the only requests on the wire', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    const stream = asker();
    actor.send({ type: 'cache.ask', from: stream.ref, query: { verb: 'net_stats' }, stream: true });
    socket.closed();
    elapse(clock, 200);
    socket.connect();
    expect(socket.open().map(({ query }) => query.verb)).toEqual(['net_stats']);
    expect(stream.heard).toEqual([{ type: 'answer.restarted' }]);
  });

  test('INV-EPOCH a partial answer of a lost connection is void, and its id is never reused', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    const { ref, heard } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
    const first = socket.open()[0]?.id ?? '';
    socket.batch(arrival(first, { events: [verified({ id: 'half' })] }));
    socket.closed();
    elapse(clock, 200);
    socket.connect();
    const second = socket.open()[0]?.id ?? '';
    expect(second).not.toBe(first);
    socket.batch(arrival(first, { ended: true }));
    expect(heard.map(({ type }) => type)).toEqual([
      'answer.partReceived',
      'answer.restarted',
      'answer.requestSent',
    ]);
  });

  test('the request of a stopped actor is closed by the next sweep', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    const { ref } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: { verb: 'net_stats' }, stream: true });
    ref.stop();
    elapse(clock, 10_000);
    expect(socket.open()).toEqual([]);
    expect(actor.getSnapshot().context.asked).toEqual([]);
  });

  test('INV-SUBS the request of an actor that stopped while offline is not sent on reconnect', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    const { ref } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: { verb: 'net_stats' }, stream: true });
    socket.closed();
    ref.stop();
    elapse(clock, 200);
    socket.connect();
    expect([socket.open(), actor.getSnapshot().context.asked]).toEqual([[], []]);
  });

  test('at most 150 requests are open; the rest wait', () => {
    const { actor, socket } = startCache();
    socket.connect();
    for (let i = 0; i < 400; i++)
      actor.send({ type: 'cache.ask', from: asker().ref, query: { verb: `v${i}` }, stream: false });
    const seen = new Set<string>();
    while (socket.open().length > 0) {
      expect(socket.open().length).toBeLessThanOrEqual(150);
      for (const { id, query } of socket.open().slice(0, 40)) {
        seen.add(query.verb);
        socket.batch(arrival(id, { ended: true }));
      }
    }
    expect(seen.size).toBe(400);
  });
});

describe('E-45 a bad connection', () => {
  const online = (actor: ReturnType<typeof startCache>['actor']) =>
    actor.getSnapshot().hasTag('online');

  test('INV-SUBS a half-open connection is replaced after a request is unanswered for 20 s', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    elapse(clock, 3_600_000, 1_000);
    expect(socket.epochs).toHaveLength(1);
    const { ref, heard } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
    elapse(clock, 20_300);
    expect([socket.epochs.length, socket.epochs[0]?.closed]).toEqual([2, true]);
    socket.connect();
    expect(socket.open().map(({ query }) => query)).toEqual([QUERY]);
    socket.batch(arrival(socket.open()[0]?.id ?? '', { ended: true }));
    expect(heard.at(-1)?.type).toBe('answer.ended');
    elapse(clock, 3_600_000, 1_000);
    expect([socket.epochs.length, online(actor)]).toEqual([2, true]);
  });

  test('any frame within the timeout keeps the connection, and a stream may stay silent', () => {
    const { actor, clock, socket } = startCache();
    socket.connect();
    actor.send({
      type: 'cache.ask',
      from: asker().ref,
      query: { verb: 'net_stats' },
      stream: true,
    });
    elapse(clock, 3_600_000, 1_000);
    const { ref } = asker();
    actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
    for (let minute = 0; minute < 60; minute++) {
      elapse(clock, 9_000);
      socket.batch(arrival(socket.open()[0]?.id ?? ''));
    }
    expect([socket.epochs.length, online(actor)]).toEqual([1, true]);
  });

  test('a request cancelled at once does not cost the connection: a probe checks it', () => {
    for (const compress of [true, false]) {
      const { actor, clock, socket } = startCache({ compress });
      socket.opened();
      if (compress) socket.connect();
      for (let round = 0; round < 5; round++) {
        const { ref } = asker();
        actor.send({ type: 'cache.ask', from: ref, query: QUERY, stream: false });
        actor.send({ type: 'cache.forget', from: ref });
        elapse(clock, 10_000);
        const probes = socket.open();
        expect(probes.map(({ query }) => query)).toEqual([
          { verb: 'set_primal_protocol', payload: compress ? { compression: 'zlib' } : {} },
        ]);
        socket.batch(arrival(probes[0]?.id ?? '', { ended: true }));
        elapse(clock, 60_000, 1_000);
        expect([socket.open(), socket.epochs.length, online(actor)]).toEqual([[], 1, true]);
      }
    }
  });

  test('CACHE-02 INV-ONE-SOCKET long refusals cause one attempt every few seconds, one at a time', () => {
    const { actor, clock, socket } = startCache();
    for (let second = 0; second < 900; second++) {
      actor.send({
        type: 'cache.ask',
        from: asker().ref,
        query: { verb: `v${second}` },
        stream: false,
      });
      const open = socket.epochs.filter(({ closed }) => !closed);
      expect(open.length).toBeLessThanOrEqual(1);
      for (const { report } of open) report({ type: 'socket.closed', reason: 'refused' });
      elapse(clock, 1_000, 250);
    }
    expect(socket.epochs.length).toBeGreaterThan(900 / 11);
    expect(socket.epochs.length).toBeLessThan(900 / 5 + 10);
  });
});
