import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secondsNow } from '../../tests/kills/seconds-now.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { startTested } from '../../tests/support/service/tested-service.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import { DATABASE } from '../transfer/data-directory.ts';
import { isLong } from '../../tests/support/runs.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-ending-'));
afterAll(() => rmSync(dir, { recursive: true }));

interface Line {
  readonly event: string;
  readonly time: string;
  readonly level: string;
}

/** A service in a process of its own with a JSON log. */
async function start(name: string, ...args: readonly string[]) {
  const data = join(dir, name);
  const service = await startTested(['--port', '0', '--no-town', '--data', data, ...args], {
    env: { STARLING_LOG: 'json' },
  });
  const lines = () =>
    service
      .said()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  return { ...service, data, lines };
}

/** True if a server listens there. */
async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

const end = (child: ChildProcess) => child.kill('SIGTERM');

test('on a stop signal it answers accepted writes, says goodbye, loses nothing, and stops listening', async () => {
  const { child, data, code, url, lines } = await start('written');
  const [writer, reader] = await Promise.all([connectRelay(url), connectRelay(url)]);
  reader.say(['REQ', 'open', { kinds: [1] }]);
  await reader.hear('EOSE', 'open');
  const events = Array.from({ length: 400 }, (_, n) =>
    signed({ content: `${n}`, created_at: secondsNow() }, 1 + (n % 5)),
  );
  const closed = [writer, reader].map(({ socket }) => once(socket, 'close'));
  writer.say(...events.map((event) => ['EVENT', event]));
  await writer.hear('OK', events[20]?.id);
  end(child);
  expect(await reader.hear('NOTICE')).toEqual(['NOTICE', 'the service ends']);
  expect((await Promise.all(closed)).map(([reason]) => reason as unknown)).toEqual([1001, 1001]);
  expect(await code).toBe(0);
  expect(await isListening(url)).toBe(false);
  const acknowledged = writer.frames.flatMap(([type, id, isTaken]) =>
    type === 'OK' && isTaken === true ? [String(id)] : [],
  );
  expect(acknowledged.length).toBeGreaterThan(20);
  const store = openStore(join(data, DATABASE));
  expect((await store.events(acknowledged)).map(({ id }) => id)).toEqual(acknowledged);
  // No unacknowledged event is stored either.
  expect(await store.count([{ kinds: [1] }])).toBe(acknowledged.length);
  await store.close();
  expect(lines().map(({ event }) => event)).toEqual([
    'starting',
    'listening',
    'ready',
    'closing',
    'closed',
  ]);
});

test.runIf(isLong)(
  'it drains for the given seconds, reports not ready, and ends at once on a second signal',
  async () => {
    const { child, code, url } = await start('drained', '--drain', '60');
    expect((await fetch(`${url}/ready`)).status).toBe(200);
    end(child);
    await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(503);
    expect(await (await fetch(`${url}/ready`)).text()).toBe('The service ends\n');
    const client = await connectRelay(url);
    const note = signed({ content: 'last', created_at: secondsNow() });
    client.say(['EVENT', note]);
    expect((await client.hear('OK', note.id))[2]).toBe(true);
    const started = performance.now();
    end(child);
    expect(await code).toBe(130);
    // Half of the given time: a busy machine takes some seconds to end a process.
    expect(performance.now() - started).toBeLessThan(30_000);
  },
);

// Six seconds of waiting, so it runs with the long tests.
test.runIf(isLong)(
  'a client that keeps sending cannot delay the end: it is cut off within ten seconds',
  async () => {
    const { child, code, url } = await start('held');
    const { hostname, port } = new URL(url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.write(`POST /api HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 1000\r\n\r\n[`);
    const dripping = setInterval(() => slow.write(' '), 50);
    await once(slow, 'ready');
    await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(200);
    const started = performance.now();
    end(child);
    expect(await code).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    clearInterval(dripping);
    slow.destroy();
  },
  20_000,
);

test.runIf(isLong)('it serves and ends normally when both of its outputs are closed', async () => {
  const { child, code, url } = await start('unread', '--drain', '1');
  child.stdout.destroy();
  child.stderr.destroy();
  end(child);
  const client = await connectRelay(url);
  const note = signed({ content: 'unread', created_at: secondsNow() });
  client.say(['EVENT', note]);
  expect((await client.hear('OK', note.id))[2]).toBe(true);
  expect(await code).toBe(0);
});

test.runIf(isLong)('no user content, request, name or address gets into its log', async () => {
  const { child, code, url, lines, said } = await start(
    'silent',
    '--account-events',
    '3',
    '--kinds',
    '0-9,24242',
  );
  const client = await connectRelay(url);
  const secret = 'unspeakable';
  const events = [
    ...Array.from({ length: 6 }, (_, n) =>
      signed({ content: `${secret} ${n}`, tags: [['t', secret]], created_at: secondsNow() }),
    ),
    signed(
      { kind: 4, content: secret, tags: [['p', 'b'.repeat(64)]], created_at: secondsNow() },
      2,
    ),
    signed({ kind: 30_000, content: secret, created_at: secondsNow() }, 3),
    { ...signed({ content: secret }, 4), content: `${secret}!` },
  ];
  client.say(
    ...events.map((event) => ['EVENT', event]),
    ['REQ', secret, { search: secret }],
    ['REQ', secret, { [secret]: secret }],
    secret,
  );
  for (const { id } of events) await client.hear('OK', id);
  await client.hear('NOTICE');
  const headers = {
    'X-Forwarded-For': '203.0.113.77',
    Authorization: `Nostr ${secret}`,
    Cookie: secret,
  };
  for (const path of ['/api', `/${secret}?${secret}`, '/upload', '/mirror', '/v1?ask=x'])
    for (const method of ['POST', 'PUT'])
      await (
        await fetch(`${url}${path}`, {
          method,
          headers,
          body: JSON.stringify(['search', { query: secret }]),
        })
      ).text();
  for (const verb of ['search', 'user_profile', 'no_such_verb', secret])
    await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '203.0.113.77' },
      body: JSON.stringify([verb, { query: secret, pubkey: secret }]),
    });
  end(child);
  expect(await code).toBe(0);
  for (const each of [
    secret,
    '203.0.113',
    ...events.flatMap(({ id, pubkey, sig }) => [id, pubkey, sig]),
  ])
    expect(said()).not.toContain(each);
  for (const { time, level } of lines())
    expect([level, new Date(time).toISOString()]).toEqual([
      expect.stringMatching(/^(info|warn)$/),
      time,
    ]);
  const refused = lines().find(({ event }) => event === 'refused');
  expect(refused).toMatchObject({ reasons: { 'rate-limited': 3, blocked: 1, invalid: 1 } });
});
