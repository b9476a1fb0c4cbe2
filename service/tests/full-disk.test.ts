import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { filePermit } from '../../tests/support/publish/upload-permit.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { DirectoryInUse } from '../store/sqlite/directory-lock.ts';
import { sha256Hex } from '../hash.ts';
import { type Service, startService } from '../start.ts';
import { BLOBS } from '../transfer/data-directory.ts';

let data: string;
let service: Service;
let told = 0;

async function start(): Promise<void> {
  service = await startService({ port: 0, data, onDiskFull: () => void told++ });
}

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'starling-full-'));
  told = 0;
  await start();
});

afterEach(async () => {
  await service.stop();
  rmSync(data, { recursive: true });
});

const now = () => Math.floor(Date.now() / 1000);

/** Limit the growth of the database, like a full disk: SQLite fails with the same code. */
function leave(pages: number): void {
  const { page_count: taken } = service.store.database.db.prepare('pragma page_count').get() as {
    page_count: number;
  };
  service.store.database.db.exec(`pragma max_page_count = ${taken + pages}`);
}

function upload(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const hash = sha256Hex(bytes);
  return fetch(`${service.url}/upload`, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': 'image/png', ...filePermit('upload', hash) },
  });
}

test('E-47 INV-OUTCOME on a full disk only stored events are acknowledged, and reads work', async () => {
  leave(40);
  const client = await connectRelay(service.url);
  const events = Array.from({ length: 30 }, (_, n) =>
    signed({ content: `${n} ${'long '.repeat(2_000)}`, created_at: now() - n }),
  );
  client.say(...events.map((event) => ['EVENT', event]));
  for (const { id } of events) await client.hear('OK', id);
  const answers = client.frames.filter(([type]) => type === 'OK');
  const kept = answers.filter(([, , accepted]) => accepted === true).map(([, id]) => String(id));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(events.length);
  for (const [, , accepted, reason] of answers)
    if (accepted !== true) expect(reason).toBe('error: the disk is full, nothing more is stored');
  expect(told).toBeGreaterThan(0);
  const ready = await fetch(`${service.url}/ready`);
  expect([ready.status, await ready.text()]).toEqual([503, 'The disk is full\n']);
  client.say(['REQ', 'all', { kinds: [1] }]);
  await client.hear('EOSE', 'all');
  expect(
    client
      .eventsOf('all')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(kept.toSorted());
  const [lost] = events.filter(({ id }) => !kept.includes(id));
  const call = JSON.stringify(['import_events', { events: [lost] }]);
  expect(await (await fetch(`${service.url}/api`, { method: 'POST', body: call })).json()).toEqual({
    error: 'the disk is full, nothing more is stored',
  });
  client.socket.close();
  await service.stop();
  await start();
  expect(await service.store.events(kept)).toHaveLength(kept.length);
  expect(service.store.database.db.prepare('pragma integrity_check').get()).toEqual({
    integrity_check: 'ok',
  });
});

test('E-47 an upload without disk space is refused with the reason, and leaves no file', async () => {
  leave(0);
  const statuses = new Set<number>();
  for (let n = 0; n < 200 && !statuses.has(507); n++) {
    const answer = await upload(Uint8Array.from(Buffer.from(`picture ${n}`)));
    statuses.add(answer.status);
    if (answer.status === 507) expect(answer.headers.get('x-reason')).toBe('the disk is full');
  }
  expect(statuses).toContain(507);
  const rows = service.store.database.one('select count(*) as n from blobs', [], (row) => row['n']);
  const folders = readdirSync(join(data, BLOBS)).filter((name) => name !== 'incoming');
  expect(folders.flatMap((name) => readdirSync(join(data, BLOBS, name)))).toHaveLength(
    Number(rows),
  );
  expect(readdirSync(join(data, BLOBS, 'incoming'))).toEqual([]);
});

test('E-48 a data directory belongs to one process at a time', async () => {
  await expect(startService({ port: 0, data })).rejects.toThrow(DirectoryInUse);
  await service.stop();
  await start();
  expect((await fetch(service.url, { headers: { Accept: 'application/nostr+json' } })).status).toBe(
    200,
  );
});
