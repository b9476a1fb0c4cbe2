import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { startServiceProcess } from '../support/service/service-process.ts';
import { openPen } from '../network/fast-signer.ts';
import { type Figure, median, percentile } from './figures-table.ts';

const OPTIONS = {
  minutes: { type: 'string', default: '5' },
  readers: { type: 'string', default: '1000' },
  /** Notes a minute. */
  notes: { type: 'string', default: '200' },
} as const;

/** Number of readers that read nothing: the others must not wait for them. */
const DEAF = 20;
/** Milliseconds to wait for the last note. */
const GRACE = 5_000;
const TEXT =
  'What is said here is as long as what people say, with a word or two more than would have been needed. '.repeat(
    2,
  );

interface Reader {
  heard: number;
  readonly socket: WebSocket;
}

/**
 * A service in its own process, and a thousand readers here with open streams: two thirds on the
 * relay, a third on the caching service. 200 notes a minute are published. Measures the time from
 * sending a note until each reader has it.
 */
export async function benchStreams(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const [minutes, count, perMinute] = [
    Number(values.minutes),
    Number(values.readers),
    Number(values.notes),
  ];
  const data = mkdtempSync(join(tmpdir(), 'starling-streams-'));
  const service = await startServiceProcess(['--port', '0', '--no-town', '--data', data]);
  const { child } = service;
  const url = service.url.replace('http', 'ws');
  try {
    const sent = new Map<string, number>();
    const times: number[] = [];
    const readers = await Promise.all(
      Array.from({ length: count }, (_, n) => openReader(url, n, sent, times)),
    );
    for (const { socket } of readers.slice(0, DEAF)) socket.pause();
    const before = memoryOf(child);
    let most = before;
    const watching = setInterval(() => (most = Math.max(most, memoryOf(child))), 1_000);
    const notes = Math.round(perMinute * minutes);
    await say(url, notes, 60_000 / perMinute, sent);
    await sleep(GRACE);
    clearInterval(watching);
    const listening = readers.slice(DEAF);
    const starved = listening.filter(({ heard }) => heard < notes).length;
    const lost = listening.reduce((sum, { heard }) => sum + notes - heard, 0);
    const after = memoryOf(child);
    for (const { socket } of readers) socket.terminate();
    const where = `${count} readers, ${perMinute} notes a minute, ${minutes} min:`;
    return [
      { what: `${where} delivery, p50`, value: median(times), unit: 'ms' },
      { what: `${where} delivery, p95`, value: percentile(times, 0.95), unit: 'ms', budget: 500 },
      {
        what: `${where} delivery, slowest`,
        value: times.reduce((one, other) => Math.max(one, other), 0),
        unit: 'ms',
      },
      { what: `${where} readers that missed a note`, value: starved, unit: '', budget: 0 },
      {
        what: `${where} deliveries missed of ${notes * listening.length}`,
        value: lost,
        unit: '',
        budget: 0,
      },
      { what: `${where} memory of the service with all streams open`, value: before, unit: 'MB' },
      { what: `${where} the same at the end`, value: after, unit: 'MB' },
      { what: `${where} the same at most`, value: most, unit: 'MB', budget: 512 },
    ];
  } finally {
    await service.end('SIGTERM');
    rmSync(data, { recursive: true });
  }
}

/** Return the memory of a process in MB (Linux). */
function memoryOf({ pid }: ChildProcess): number {
  return (
    Number(
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
    ) / 1_000
  );
}

async function openReader(
  url: string,
  n: number,
  sent: ReadonlyMap<string, number>,
  times: number[],
): Promise<Reader> {
  const isCache = n % 3 === 0;
  // as from a proxy on this machine, with one client address per reader
  const headers = { 'X-Forwarded-For': `10.0.${n >> 8}.${n & 255}` };
  const socket = new WebSocket(isCache ? `${url}/v1` : url, { perMessageDeflate: false, headers });
  await once(socket, 'open');
  const reader: Reader = { heard: 0, socket };
  const now = Math.floor(Date.now() / 1_000);
  const ready = Promise.withResolvers<void>();
  socket.on('message', (message: Buffer) => {
    const text = message.toString();
    if (text.startsWith('["EOSE"')) return ready.resolve();
    const id = /"id":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
    const at = sent.get(id);
    if (at === undefined) return;
    reader.heard++;
    times.push(performance.now() - at);
  });
  socket.send(
    JSON.stringify([
      'REQ',
      'news',
      isCache ? { since: now } : { kinds: [KIND.Text], since: now, limit: 1 },
    ]),
  );
  await Promise.race([ready.promise, sleep(10_000)]);
  return reader;
}

/** Publish that many notes on schedule, independent of the service's speed. */
async function say(
  url: string,
  notes: number,
  every: number,
  sent: Map<string, number>,
): Promise<void> {
  const pen = openPen(1);
  const key = pen.key('writer');
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const started = performance.now();
  for (let n = 0; n < notes; n++) {
    await sleep(Math.max(0, started + n * every - performance.now()));
    const event = pen.sign(
      {
        pubkey: key.pubkey,
        created_at: seconds(Math.floor(Date.now() / 1_000)),
        kind: KIND.Text,
        tags: [],
        content: `${TEXT}${n}`,
      },
      key,
    );
    sent.set(event.id, performance.now());
    socket.send(JSON.stringify(['EVENT', event]));
  }
}
