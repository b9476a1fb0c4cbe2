import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { KIND } from '../src/events/nostr/kinds.ts';
import { signed } from '../tests/support/events/signed.ts';
import { verify } from '../tests/support/service/village.ts';
import { openStore } from './store/sqlite/sqlite-store.ts';
import { DATABASE } from './transfer/data-directory.ts';
import { isLong } from '../tests/support/runs.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-main-'));

afterAll(() => rmSync(dir, { recursive: true }));

interface Run {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with all output when it contains the text. */
  readonly printed: (text: string) => Promise<string>;
  readonly code: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const printed = Promise.withResolvers<void>();
  let wanted: string | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (wanted !== undefined && out.includes(wanted)) printed.resolve();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = once(child, 'close').then(([value]) => {
    printed.reject(new Error(`ended without printing ${wanted}: ${err}`));
    return typeof value === 'number' ? value : null;
  });
  printed.promise.catch(() => {});
  return {
    child,
    out: () => out,
    err: () => err,
    code,
    printed: async (text) => {
      wanted = text;
      if (!out.includes(text)) await printed.promise;
      return out;
    },
  };
}

const addressIn = (text: string) => /^Starling: (\S+)/m.exec(text)?.[1] ?? '';

test.runIf(isLong)(
  'an unknown flag is named with a hint to the usage, and no service starts',
  async () => {
    const { code, err, out } = run('--prot', '80');
    expect(await code).toBe(2);
    expect(err()).toContain("Unknown option '--prot'");
    expect(err()).toContain('npm start -- --help');
    expect(err().trim().split('\n')).toHaveLength(2);
    expect(out()).toBe('');
  },
);

test.runIf(isLong)('help is printed', async () => {
  const { code, out } = run('--help');
  expect(await code).toBe(0);
  expect(out()).toContain('--import FILE ...');
});

test.runIf(isLong)('a taken port is named, with advice', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, err } = run('--port', String(port), '--no-town', '--data', join(dir, 'taken'));
  expect(await code).toBe(1);
  expect(err()).toBe(
    `Port ${port} of 127.0.0.1 is taken. Choose another: npm start -- --port ${port + 1}\n`,
  );
  other.close();
});

test.runIf(isLong)('a database that cannot be reached is named, without its password', async () => {
  const { code, err } = run(
    '--port',
    '0',
    '--no-town',
    '--data',
    join(dir, 'away'),
    '--store',
    'postgres://ann:secret@127.0.0.1:1/town',
  );
  expect(await code).toBe(1);
  expect(err()).toBe(
    'The database postgres://ann:...@127.0.0.1:1/town cannot be reached (connect ECONNREFUSED 127.0.0.1:1). Is the server running, and the address right?\n',
  );
});

test.runIf(isLong)(
  'a bad import names file and line, ends, and leaves an empty store',
  async () => {
    const data = join(dir, 'bad');
    const file = join(dir, 'bad.jsonl');
    writeFileSync(file, `${JSON.stringify(signed({ content: 'good' }))}\n{"no":"event"}\n`);
    const { code, err } = run('--port', '0', '--data', data, '--import', file);
    expect(await code).toBe(1);
    expect(err()).toBe(`Nothing was imported.\n${file}:2: not a signed event (NIP-01)\n`);
    const store = openStore(join(data, DATABASE));
    expect(await store.isEmpty()).toBe(true);
    await store.close();
  },
);

test('E-48 kill -9 during writes loses no acknowledged event', async () => {
  const data = join(dir, 'killed');
  const { child, printed } = run('--port', '0', '--no-town', '--data', data);
  const address = addressIn(await printed('Ready.'));
  const socket = new WebSocket(address.replace('http', 'ws'));
  await once(socket, 'open');
  const events = Array.from({ length: 200 }, (_, n) =>
    signed({ content: `note ${n}`, tags: [['t', 'kept']] }, 1 + (n % 5)),
  );
  const acknowledged: string[] = [];
  socket.on('message', (message: Buffer) => {
    const [type, id, accepted] = JSON.parse(message.toString()) as [string, string, boolean];
    if (type === 'OK' && accepted) acknowledged.push(id);
    if (acknowledged.length === 80) child.kill('SIGKILL');
  });
  socket.on('error', () => {});
  for (const event of events) socket.send(JSON.stringify(['EVENT', event]));
  await once(socket, 'close');
  const store = openStore(join(data, DATABASE));
  expect(acknowledged.length).toBeGreaterThanOrEqual(80);
  expect((await store.events(acknowledged)).map(({ id }) => id)).toEqual(acknowledged);
  expect(store.database.db.prepare('pragma integrity_check').get()).toEqual({
    integrity_check: 'ok',
  });
  const count = (sql: string) => store.database.one(sql, [], (row) => row['n']);
  const stored = count('select count(*) as n from events');
  expect([
    count('select sum(notes) as n from accounts'),
    count('select count(*) as n from tags'),
    count('select count(*) as n from note_text'),
  ]).toEqual([stored, stored, stored]);
  await store.close();
});

test.runIf(isLong)(
  'NOTIF-01 E-48 kill -9 during writes: each stored reply notifies once, also after all are sent again',
  async () => {
    const data = join(dir, 'told');
    const { child, printed } = run('--port', '0', '--no-town', '--data', data);
    const address = addressIn(await printed('Ready.'));
    const now = Math.floor(Date.now() / 1000);
    const note = signed({ content: 'who hears?', created_at: now }, 1);
    const proof = signed(
      {
        kind: KIND.Settings,
        created_at: now,
        tags: [['d', 'Starling', 'get_app_settings']],
        content: '{}',
      },
      1,
    );
    await fetch(`${address}/api`, {
      method: 'POST',
      body: JSON.stringify(['get_app_settings', { event_from_user: proof }]),
    });
    const answers = Array.from({ length: 200 }, (_, n) =>
      signed({ content: `${n}`, created_at: now, tags: [['e', note.id, '', 'root']] }, 2),
    );
    const letters = answers.map(({ content }) =>
      signed(
        { kind: 4, content: `${content}?iv=`, created_at: now, tags: [['p', note.pubkey]] },
        3,
      ),
    );
    const events = [...answers.flatMap((answer, n) => [answer, letters[n] ?? answer]), note];
    const socket = new WebSocket(address.replace('http', 'ws'));
    await once(socket, 'open');
    let acknowledged = 0;
    socket.on('message', (message: Buffer) => {
      if (message.toString().startsWith('["OK"') && ++acknowledged === 120) child.kill('SIGKILL');
    });
    socket.on('error', () => {});
    socket.send(JSON.stringify(['EVENT', note]));
    for (const event of events) socket.send(JSON.stringify(['EVENT', event]));
    await once(socket, 'close');
    const store = openStore(join(data, DATABASE));
    const every = {
      since: 0,
      until: now * 2,
      before: Number.MAX_SAFE_INTEGER,
      limit: 1_000,
      offset: 0,
    };
    const told = async () =>
      (await store.notificationsOf(note.pubkey, [6, 401], every)).flatMap(
        ({ causeId }) => causeId ?? [],
      );
    const kept =
      (await store.events(answers.map(({ id }) => id))).length +
      (await store.unreadMessages(note.pubkey, []));
    expect(kept).toBeGreaterThan(100);
    expect([(await told()).length, new Set(await told()).size]).toEqual([kept, kept]);
    await store.insert(events.flatMap((event) => verify(event) ?? []));
    expect((await told()).toSorted()).toEqual(
      [...answers, ...letters].map(({ id }) => id).toSorted(),
    );
    expect(await store.unreadNotifications(note.pubkey, 1_000)).toHaveLength(400);
    expect(await store.unreadMessages(note.pubkey, [])).toBe(200);
    await store.close();
  },
);

test.runIf(isLong)('Ctrl-C closes connections and leaves all data in one file', async () => {
  const data = join(dir, 'ended');
  const file = join(dir, 'good.jsonl');
  const event = signed({ content: 'imported' });
  writeFileSync(file, JSON.stringify(event));
  const { child, code, printed, out } = run('--port', '0', '--data', data, '--import', file);
  const address = addressIn(await printed('Ready.'));
  expect(out()).toContain(
    'Imported 1 events (0 known already, 0 expired, deleted or not for storage).',
  );
  const socket = new WebSocket(address.replace('http', 'ws'));
  await once(socket, 'open');
  child.kill('SIGINT');
  const [reason] = await once(socket, 'close');
  expect(reason).toBe(1001);
  expect(await code).toBe(0);
  const store = openStore(join(data, DATABASE));
  expect(await store.events([event.id])).toHaveLength(1);
  await store.close();
});

test.runIf(isLong)(
  'E-48 a second process on a directory reports it and ends; after kill -9 of the first it starts',
  async () => {
    const data = join(dir, 'shared');
    const first = run('--port', '0', '--no-town', '--data', data);
    await first.printed('Ready.');
    const second = run('--port', '0', '--no-town', '--data', data);
    expect(await second.code).toBe(1);
    expect(second.err()).toBe(
      `Another Starling is running with the data in ${data}. Stop it first, or use another directory: npm start -- --data DIR\n`,
    );
    first.child.kill('SIGKILL');
    await first.code;
    const third = run('--port', '0', '--no-town', '--data', data);
    await third.printed('Ready.');
    third.child.kill('SIGINT');
    expect(await third.code).toBe(0);
  },
);

test.runIf(isLong)(
  'a directory is exported and imported, but not while served, over a file, or if empty',
  async () => {
    const [data, file, other] = [
      join(dir, 'exported'),
      join(dir, 'exported.gz'),
      join(dir, 'imported'),
    ];
    const lines = join(dir, 'three.jsonl');
    writeFileSync(
      lines,
      ['one', 'two', 'three'].map((content) => JSON.stringify(signed({ content }))).join('\n'),
    );
    const served = run('--port', '0', '--data', data, '--import', lines);
    await served.printed('Ready');
    const early = run('export', file, '--data', data);
    expect([await early.code, early.err()]).toEqual([
      1,
      expect.stringContaining('Another Starling is running'),
    ]);
    served.child.kill('SIGINT');
    await served.code;
    const written = run('export', file, '--data', data);
    expect([await written.code, written.out()]).toEqual([
      0,
      expect.stringMatching(/exported\.gz: \d+ rows and events/),
    ]);
    const again = run('export', file, '--data', data);
    expect([await again.code, again.err()]).toEqual([
      1,
      `Nothing was exported: ${file} is there already.\n`,
    ]);
    const nothing = run('export', join(dir, 'nothing.gz'), '--data', join(dir, 'nothing'));
    expect([await nothing.code, nothing.err()]).toEqual([
      1,
      'Nothing was exported: there is nothing to export.\n',
    ]);
    const imported = run('--port', '0', '--data', other, '--import', file);
    expect(await imported.printed('Ready')).toContain(
      'Imported 3 events (0 known already, 0 expired',
    );
    imported.child.kill('SIGINT');
    await imported.code;
    const occupied = run('--port', '0', '--data', other, '--import', lines, '--import', file);
    await occupied.printed('Ready');
    occupied.child.kill('SIGINT');
    await occupied.code;
    expect(occupied.out()).toContain('Imported 0 events (3 known already');
  },
  60_000,
);

test.runIf(isLong)(
  'relays are mirrored as the command line requests, and the state is reported',
  async () => {
    const lines = join(dir, 'mirrored.jsonl');
    writeFileSync(
      lines,
      ['one', 'two'].map((content) => JSON.stringify(signed({ content }))).join('\n'),
    );
    const source = run('--port', '0', '--data', join(dir, 'source'), '--import', lines);
    const url = addressIn(await source.printed('Ready')).replace('http', 'ws');
    const mirror = run('--port', '0', '--data', join(dir, 'mirror'), '--mirror', url);
    const said = await mirror.printed(': following');
    expect(said).toMatch(/: following, 2 events \(2 new, 0 known\)/);
    for (const { child, code } of [mirror, source]) {
      child.kill('SIGINT');
      await code;
    }
  },
  60_000,
);
