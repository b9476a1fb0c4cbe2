import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RelaySignal } from '../../../machines/connection/relay-protocol.ts';
import { openRelayClient } from './relay-client.ts';
import { seconds } from '../../../events/core/time.ts';
import { openRelaySockets } from './relay-worker-sockets.ts';
import type { RelayWorkerCommand, RelayWorkerReport } from './relay-worker-protocol.ts';
import type { SocketEvents } from '../web-socket.ts';

function fakeWorker() {
  const told: RelayWorkerCommand[] = [];
  let hear: (report: RelayWorkerReport) => void = () => undefined;
  let crash: () => void = () => undefined;
  const count = { spawned: 0, ended: 0 };
  const client = openRelayClient((report, failed) => {
    count.spawned++;
    hear = report;
    crash = failed;
    return { post: (command) => told.push(command), end: () => count.ended++ };
  });
  const attach = (url: string) => {
    const heard: RelaySignal[] = [];
    return { ...client.attach(url, (signal) => heard.push(signal)), heard };
  };
  return {
    told,
    count,
    attach,
    say: (report: RelayWorkerReport) => hear(report),
    crash: () => crash(),
  };
}
const OPENED: RelaySignal = { type: 'socket.opened' };
const CLOSED: RelaySignal = { type: 'socket.closed', reason: 'closed' };

test('no worker is started before the first relay, and one serves them all', () => {
  const { told, count, attach, say } = fakeWorker();
  expect(count.spawned).toBe(0);
  const [a, b] = [attach('wss://a'), attach('wss://b')];
  expect(count.spawned).toBe(1);
  say({ number: 2, signal: OPENED });
  a.send({ type: 'socket.close', id: '1' });
  b.detach();
  b.detach();
  say({ number: 2, signal: CLOSED });
  expect([a.heard, b.heard]).toEqual([[], [OPENED]]);
  expect(told).toEqual([
    { type: 'open', number: 1, url: 'wss://a' },
    { type: 'open', number: 2, url: 'wss://b' },
    { type: 'tell', number: 1, command: { type: 'socket.close', id: '1' } },
    { type: 'shut', number: 2 },
  ]);
});

test('when the worker crashes every connection ends, and the next begins with a new worker', () => {
  const { count, attach, crash } = fakeWorker();
  const [a, b] = [attach('wss://a'), attach('wss://b')];
  crash();
  expect([a.heard, b.heard]).toEqual([
    [{ type: 'socket.closed', reason: 'errored' }],
    [{ type: 'socket.closed', reason: 'errored' }],
  ]);
  expect(count).toEqual({ spawned: 1, ended: 1 });
  attach('wss://a');
  expect(count.spawned).toBe(2);
});

test('INV-EPOCH reports of an ended connection are dropped', () => {
  const { attach, say, told } = fakeWorker();
  fc.assert(
    fc.property(fc.array(fc.constantFrom('attach', 'detach', 'open', 'close')), (script) => {
      const connections: Array<{ number: number; over: boolean; it: ReturnType<typeof attach> }> =
        [];
      for (const step of script) {
        const last = connections.at(-1);
        if (step === 'attach') {
          const it = attach('wss://x');
          connections.push({
            number: Math.max(...told.map(({ number }) => number)),
            over: false,
            it,
          });
        } else if (last) {
          const before = last.it.heard.length;
          if (step === 'detach') last.it.detach();
          else say({ number: last.number, signal: step === 'open' ? OPENED : CLOSED });
          if (last.over) expect(last.it.heard).toHaveLength(before);
          last.over ||= step !== 'open';
        }
      }
    }),
  );
});

test("without signature checks all connections end; each receives only its own socket's signals", () => {
  const sockets: SocketEvents[] = [];
  const said: RelayWorkerReport[] = [];
  const inside = openRelaySockets(
    {
      openSocket: (_, events) => {
        sockets.push(events);
        return { send: () => undefined, close: () => undefined };
      },
      verify: () => undefined,
      now: () => seconds(100),
      later: (run) => run(),
    },
    (report) => said.push(report),
  );
  inside.obey({ type: 'open', number: 1, url: 'wss://a' });
  inside.obey({ type: 'open', number: 2, url: 'wss://b' });
  sockets[1]?.opened();
  inside.obey({ type: 'shut', number: 1 });
  sockets[0]?.opened();
  inside.resume();
  inside.fail();
  inside.obey({ type: 'tell', number: 2, command: { type: 'socket.close', id: '1' } });
  expect(said).toEqual([
    { number: 2, signal: OPENED },
    { number: 2, signal: { type: 'socket.closed', reason: 'errored' } },
  ]);
});
