import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { network } from '../../tests/network/network.ts';
import { writeEvents } from '../../tests/network/network-file.ts';
import { secondsNow } from '../../tests/kills/seconds-now.ts';
import { runServiceCommand } from '../../tests/support/service/service-process.ts';
import { filePermit } from '../../tests/support/publish/upload-permit.ts';
import { connectRelay } from '../../tests/support/connection/relay-client.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { startTested } from '../../tests/support/service/tested-service.ts';
import { BackupError, backUp } from './backup.ts';
import { sha256Hex } from '../hash.ts';
import { startService } from '../start.ts';
import { DirectoryInUse } from '../store/sqlite/directory-lock.ts';
import { isLong } from '../../tests/support/runs.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-backup-'));
const place = (name: string) => join(dir, name);
const quiet = () => undefined;

afterAll(() => rmSync(dir, { recursive: true }));

/** All rows of all tables, except those of full text, which are derived from them. */
function rowsIn(data: string): ReadonlyMap<string, readonly string[]> {
  const db = new DatabaseSync(join(data, 'starling.db'), { readOnly: true });
  const tables = db
    .prepare(
      "select name from sqlite_master where type = 'table' and sql not like '%virtual%' and name not like '%text%'",
    )
    .all();
  const rows = tables.map(({ name }) => {
    const all = db.prepare(`select * from ${String(name)}`).all();
    return [String(name), all.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  db.close();
  return new Map(rows);
}

async function put(url: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = sha256Hex(bytes);
  const headers = { 'Content-Type': 'image/png', ...filePermit('upload', hash) };
  expect((await fetch(`${url}/upload`, { method: 'PUT', body: bytes, headers })).status).toBe(201);
  return hash;
}

const answers = async (url: string) => {
  const ask = async (verb: string, payload: object) =>
    (await fetch(`${url}/api`, { method: 'POST', body: JSON.stringify([verb, payload]) })).text();
  return [
    await ask('explore', { timeframe: 'latest', scope: 'global', limit: 50 }),
    await ask('feed', { pubkey: signed({}, 1).pubkey, notes: 'authored' }),
    await ask('search', { query: 'note' }),
  ];
};

test.runIf(isLong)(
  'E-48 a directory is backed up during writes; the copy serves all that was acknowledged before',
  async () => {
    const [data, target, file] = [place('data'), place('target'), place('events.jsonl.gz')];
    await writeEvents(file, [...network({ count: 300, seed: 11, until: secondsNow() - 100 })]);
    const service = await startTested(['--port', '0', '--data', data, '--import', file]);
    const relay = await connectRelay(service.url);
    const bytes = Uint8Array.from(randomBytes(200_000));
    const hash = await put(service.url, bytes);
    // Writes continue all the time.
    const acknowledged: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        const note = signed({ content: `note ${n}`, created_at: secondsNow() }, (n % 90) + 1);
        relay.say(['EVENT', note]);
        if ((await relay.hear('OK', note.id))[2] === true) acknowledged.push(note.id);
      }
    })();
    while (acknowledged.length < 20) await new Promise(setImmediate);
    const before = [...acknowledged];
    const [, told] = await runServiceCommand('backup', target, '--data', data);
    const during = acknowledged.length;
    isOver = true;
    await writing;
    expect(during).toBeGreaterThan(before.length);
    expect(told).toContain('MB of events and 1 files, 1 of them new');
    const first = rowsIn(target);
    const ids = first.get('events')?.join('\n') ?? '';
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    // Files that are deleted meanwhile are deleted there, too, and new ones are added.
    const other = await put(service.url, Uint8Array.from(randomBytes(1_000)));
    const gone = await fetch(`${service.url}/${hash}`, {
      method: 'DELETE',
      headers: filePermit('delete', hash),
    });
    expect(gone.status).toBe(200);
    const [, again] = await runServiceCommand('backup', target, '--data', data);
    expect(again).toContain('1 files, 1 of them new');
    const said = await answers(service.url);
    for (const one of said) expect(one).toMatch(/note \d/);
    relay.socket.close();
    await service.end('SIGTERM');
    expect(rowsIn(target)).toEqual(rowsIn(data));
    expect(readdirSync(target).toSorted()).toEqual(['blobs', 'lock.db', 'starling.db']);
    const restored = await startTested([
      '--port',
      new URL(service.url).port,
      '--data',
      target,
      '--no-town',
    ]);
    expect(await answers(restored.url)).toEqual(said);
    expect((await fetch(`${restored.url}/${other}`)).status).toBe(200);
    expect((await fetch(`${restored.url}/${hash}`)).status).toBe(404);
    await restored.end('SIGTERM');
  },
);

test.runIf(isLong)('an impossible backup is reported, and the previous backup stays', async () => {
  const [data, target] = [place('own'), place('of own')];
  const asked = { data, files: true };
  await expect(backUp(asked, target, quiet)).rejects.toThrow('there is nothing in');
  const service = await startService({ port: 0, data });
  await backUp(asked, target, quiet);
  await expect(backUp(asked, data, quiet)).rejects.toThrow(BackupError);
  await expect(backUp({ data: target, files: true }, data, quiet)).rejects.toThrow(DirectoryInUse);
  const copy = readFileSync(join(target, 'starling.db'));
  const hash = await put(service.url, Uint8Array.from(randomBytes(100)));
  expect(await backUp({ data, files: false }, place('of rows alone'), quiet)).toMatchObject({
    files: 0,
    copied: 0,
  });
  expect(existsSync(join(place('of rows alone'), 'blobs', hash.slice(0, 2), hash))).toBe(false);
  // The error names the target directory if a process uses it.
  expect(await runServiceCommand('backup', data, '--data', target)).toEqual([
    1,
    expect.stringContaining(`running with the data in ${data}.`),
  ]);
  // Until the new copy is in its place, files of the previous one stay.
  const [blocked, before] = [place('blocked'), 'a'.repeat(64)];
  for (const name of ['starling.db', join('blobs', 'aa')])
    mkdirSync(join(blocked, name), { recursive: true });
  writeFileSync(join(blocked, 'blobs', 'aa', before), 'named before');
  await expect(backUp(asked, blocked, quiet)).rejects.toThrow();
  expect(existsSync(join(blocked, 'blobs', 'aa', before))).toBe(true);
  await service.stop();
  writeFileSync(join(data, 'starling.db'), randomBytes(8_192));
  await expect(backUp(asked, target, quiet)).rejects.toThrow();
  expect(readFileSync(join(target, 'starling.db')).equals(copy)).toBe(true);
  writeFileSync(join(data, 'building'), '');
  await expect(backUp(asked, target, quiet)).rejects.toThrow('the demo town is being built');
  expect(existsSync(join(target, 'starling.db'))).toBe(true);
});
