import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { signed } from '../tests/support/events/signed.ts';
import { exportStore } from './transfer/export-archive.ts';
import { startService } from './start.ts';
import { text } from './store/engine/row.ts';
import { DATABASE, prepareDirectory, markUnfinishedWhile } from './transfer/data-directory.ts';
import { isLong } from '../tests/support/runs.ts';

const dir = mkdtempSync(join(tmpdir(), 'starling-fill-'));

afterAll(() => rmSync(dir, { recursive: true }));

test('E-48 a partly built town is deleted before the next start', async () => {
  const data = join(dir, 'half');
  prepareDirectory(data);
  const cut = markUnfinishedWhile(data, () => {
    writeFileSync(join(data, DATABASE), 'half');
    return Promise.reject(new Error('cut'));
  });
  await expect(cut).rejects.toThrow('cut');
  prepareDirectory(data);
  expect(existsSync(join(data, DATABASE))).toBe(false);
  await markUnfinishedWhile(data, async () => writeFileSync(join(data, DATABASE), 'whole'));
  prepareDirectory(data);
  expect(existsSync(join(data, DATABASE))).toBe(true);
});

test('files are imported with or without a progress callback', async () => {
  const file = join(dir, 'one.jsonl');
  writeFileSync(file, JSON.stringify(signed({ content: 'brought along' })));
  const service = await startService({ port: 0, data: join(dir, 'imported'), imports: [file] });
  expect(await service.store.count([{}])).toBe(1);
  await service.stop();
});

test.runIf(isLong)(
  'an empty store is filled with the town, lists its demo accounts, and requests wait for it',
  async () => {
    const asked: Promise<number>[] = [];
    const steps: string[] = [];
    const names: string[] = [];
    const service = await startService({
      port: 0,
      data: join(dir, 'town'),
      town: 0.02,
      onListening: (url) =>
        asked.push(
          fetch(`${url}/link-preview`).then(({ status }) => status),
          greet(url),
        ),
      onProgress: (_done, _total, what) => steps.push(what),
      onDemo: (accounts) => names.push(...accounts.map(({ name }) => name)),
    });
    expect(await Promise.all(asked)).toEqual([400, 1]);
    expect([...new Set(steps)]).toEqual(['Making the demo town']);
    expect(names.length).toBeGreaterThanOrEqual(2);
    const picture = service.store.database.one(
      "select '/' || hash as path from blobs limit 1",
      [],
      (row) => text(row, 'path'),
    );
    expect((await fetch(`${service.url}${picture}`)).status).toBe(200);
    const events = await service.store.count([{}]);
    await service.stop();
    const moved: string[] = [];
    const again = await startService({
      port: 0,
      onMoved: (from) => moved.push(from),
      data: join(dir, 'town'),
      town: true,
      onDemo: (accounts) => names.push(...accounts.map(({ name }) => name)),
    });
    expect(await again.store.count([{}])).toBe(events);
    expect(names).toHaveLength(new Set(names).size * 2);
    expect(moved).toEqual(again.url === service.url ? [] : [service.url]);
    await again.stop();
  },
);

/** Return the number of profiles for a client that connects before the town is complete. */
function greet(url: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.on('open', () => socket.send(JSON.stringify(['REQ', 'early', { kinds: [0], limit: 1 }])));
  let events = 0;
  socket.on('message', (message: Buffer) => {
    const [type] = JSON.parse(message.toString()) as string[];
    if (type === 'EVENT') events++;
    if (type === 'EOSE') resolve(events);
    if (type === 'EOSE') socket.close();
  });
  return promise;
}

test('with import files no town is built unless both are requested', async () => {
  const file = join(dir, 'one.jsonl');
  writeFileSync(file, JSON.stringify(signed({ content: 'alone' })));
  const imported: number[][] = [];
  const service = await startService({
    port: 0,
    imports: [file],
    onImported: (...counts) => imported.push(counts),
  });
  expect(imported).toEqual([[1, 0, 0]]);
  expect(await service.store.count([{}])).toBe(1);
  await service.stop();
});

test('an archive is imported into an empty store before other files, in any order of names', async () => {
  const [file, archive] = [join(dir, 'beside.jsonl'), join(dir, 'archive.gz')];
  writeFileSync(file, JSON.stringify(signed({ content: 'beside' })));
  const first = await startService({ port: 0, imports: [join(dir, 'one.jsonl')] });
  await exportStore({ store: first.store, blobs: undefined }, archive, () => undefined);
  await first.stop();
  const imported: number[][] = [];
  const service = await startService({
    port: 0,
    imports: [file, archive],
    onImported: (...counts) => imported.push(counts),
  });
  expect(imported).toEqual([[2, 0, 0]]);
  await service.stop();
});
