import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { network } from '../../tests/network/network.ts';
import { writeEvents } from '../../tests/network/network-file.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { noCounts } from './import-counts.ts';
import { fill } from '../fill.ts';
import { sha256Hex } from '../hash.ts';
import { openBlobs } from '../media/blobs.ts';
import { denyAccount } from '../operator/account-standing.ts';
import { text } from '../store/engine/row.ts';
import { openStore, type SqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { openEventVerifier } from '../verify.ts';
import { ORDER } from './archive-format.ts';
import { ExportError, exportStore } from './export-archive.ts';
import { importStream, isStreamed } from './import-stream.ts';
import { isLong } from '../../tests/support/runs.ts';

const NOW = 1_760_000_000;
const dir = mkdtempSync(join(tmpdir(), 'starling-moving-'));
const gate = await openEventVerifier();
const count = 1_600;
const quiet = () => undefined;
/** More bytes than are moved at once. */
const PICTURE = new Uint8Array(5_300_000).fill(7);
const place = (name: string) => join(dir, name);

afterAll(() => rmSync(dir, { recursive: true }));

const open = () => openStore(':memory:', { now: () => seconds(NOW), verify: gate.verify });
const into = (store: Store, blobs = openBlobs(store)) => ({ store, blobs, gate });
const admitted = (value: unknown) =>
  gate.admit(value) ?? expect.unreachable('a signed event is refused');

/** A small network with deletions, several versions, and account data, in an engine. */
async function furnished(): Promise<{ store: SqliteStore; blobs: ReturnType<typeof openBlobs> }> {
  const store = open();
  const blobs = openBlobs(store);
  const events = [...network({ count, seed: 3, until: NOW })].map(admitted);
  const known = events
    .flatMap(({ kind, pubkey }) => (kind === KIND.Contacts ? [pubkey] : []))
    .slice(0, 20);
  await store.insert(events.slice(0, 700), 'wss://one.example');
  for (const pubkey of known) await store.addReceiver(pubkey);
  await store.insert(events.slice(700), 'wss://two.example');
  await store.setNotificationsSeen(known[0] ?? '', seconds(NOW));
  const essay = (at: number, d: string) =>
    admitted(signed({ kind: KIND.LongForm, created_at: NOW - at, tags: [['d', d]], content: d }));
  const later = signed({
    kind: KIND.EventDeletion,
    created_at: NOW,
    tags: [['e', essay(50, 'taken').id]],
  });
  await store.insert([essay(100, 'taken'), essay(50, 'taken'), admitted(later), essay(9, 'kept')]);
  await store.saveSettings(known[1] ?? '', '{"a":1}');
  const picture = await blobs.putBlob(PICTURE, 'image/png');
  await blobs.putBlob(new Uint8Array(), 'text/plain');
  await store.shareUpload(picture.hash, known[0] ?? '');
  await denyAccount(store, known[2] ?? '', 'spam');
  await store.setStanding(known[3] ?? '', 'allowed', '');
  return { store, blobs };
}

/** Return the rows of a table. Counters of zero equal missing ones. */
function contents({ database }: SqliteStore, table: string): unknown {
  const where =
    table === 'stats'
      ? 'where likes + replies + reposts + quotes + zaps + points + repliers > 0'
      : '';
  const rows = database.db.prepare(`select * from ${table} ${where}`).all();
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

const { store, blobs } = await furnished();
const whole = place('whole.gz');
const lines = await exportStore({ store, blobs }, whole, quiet);
const COMPARED = [
  'stats',
  'accounts',
  'kinds',
  'follows',
  'deletions',
  'standings',
  'members',
  'held_names',
  'media',
  'app_settings',
  'receivers',
  'uploads',
  'blobs',
];

test('an engine is exported to a file and imported into another: no data is lost, and results agree', async () => {
  expect(lines).toBeGreaterThan(count);
  const other = open();
  const target = into(other);
  const tally = await importStream(target, whole, quiet);
  expect([tally.known, [...tally.refused]]).toEqual([0, []]);
  for (const table of COMPARED)
    expect(contents(other, table), table).toEqual(contents(store, table));
  const rows =
    'select receiver, type, actor, subject, unread, (select id from events e where e.seq = n.seq) as id from notifications n order by receiver, n';
  const notices = store.database.db.prepare(rows).all();
  expect(notices.length).toBeGreaterThan(50);
  expect(other.database.db.prepare(rows).all()).toEqual(notices);
  const events = 'select id, state, hint, raw from events order by id';
  expect(other.database.db.prepare(events).all()).toEqual(store.database.db.prepare(events).all());
  const picture = sha256Hex(PICTURE);
  const bytes: unknown[] = [];
  for await (const chunk of target.blobs.stream(picture, 0, PICTURE.length)) bytes.push(chunk);
  expect(sha256Hex(Buffer.concat(bytes.filter((chunk) => chunk instanceof Uint8Array)))).toBe(
    picture,
  );
  // A repeated import or export has no effect, and overwrites nothing.
  expect(await importStream(target, whole, quiet)).toMatchObject({ added: 0, known: 0 });
  await expect(exportStore({ store, blobs }, whole, quiet)).rejects.toThrow(ExportError);
  await expect(exportStore({ store: open(), blobs }, place('none.gz'), quiet)).rejects.toThrow(
    'nothing to export',
  );
});

test('every table is moved, or derived again from the events', () => {
  const names =
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '%\\_text\\_%' escape '\\'";
  const tables = store.database.all(names, [], (row) => text(row, 'name'));
  const anew =
    'accounts articles follows kinds links name_text note_text refs stats tags zap_invoices zaps'.split(
      ' ',
    );
  const named: Readonly<Record<string, string>> = {
    gone: 'events',
    files: 'blobs',
    read_messages: 'messages',
  };
  expect(new Set([...ORDER.map((section) => named[section] ?? section), ...anew])).toEqual(
    new Set(tables),
  );
  expect(new Set(ORDER).size).toBe(ORDER.length);
});

test.runIf(isLong)(
  'an export interrupted at any piece is resumed, with the same result',
  async () => {
    const file = place('stopped.gz');
    let calls = 0;
    let pieces = 0;
    for (let isDone = false; !isDone; pieces++) {
      const stopAfter = calls + 1;
      const told = () => {
        if (++calls >= stopAfter) throw new Error('stopped');
      };
      isDone = await exportStore({ store, blobs }, file, told).then(
        () => true,
        () => false,
      );
      // A piece that was being written at the interruption.
      if (!isDone) appendFileSync(`${file}.partial`, 'half a piece');
      if (pieces > 60) await exportStore({ store, blobs }, file, quiet).then(() => (isDone = true));
    }
    expect(pieces).toBeGreaterThan(10);
    const linesOf = (path: string) =>
      gunzipSync(readFileSync(path)).toString().split('\n').slice(1);
    expect(linesOf(file)).toEqual(linesOf(whole));
  },
);

describe('an import', () => {
  test.runIf(isLong)('that is interrupted is resumed, and counts nothing twice', async () => {
    const other = open();
    const target = into(other);
    let left = 3;
    const stopping: Store = {
      ...other,
      insert: (events, relay) =>
        left-- > 0 ? other.insert(events, relay) : Promise.reject(new Error('stopped')),
    };
    for (let tries = 0; tries < 40; tries++) {
      left = tries < 2 ? 1 : 99;
      const done = await importStream({ ...target, store: stopping }, whole, quiet).catch(
        (error: unknown) => String(error),
      );
      if (typeof done !== 'string') break;
      expect(done).toContain('stopped');
    }
    for (const table of COMPARED)
      expect(contents(other, table), table).toEqual(contents(store, table));
  });

  test('into a store that already holds events is refused, and the store is unchanged', async () => {
    const other = open();
    await other.insert([admitted(signed({ content: 'mine', created_at: NOW }))]);
    await expect(importStream(into(other), whole, quiet)).rejects.toThrow(
      'an archive is imported into an empty store',
    );
    expect(await other.count([{}])).toBe(1);
  });

  test('of two archives in one command adds the second to the first, which keeps its keys and money', async () => {
    const keep = (store: Store, name: string) =>
      exportStore({ store, blobs: undefined }, place(name), quiet).then(() => place(name));
    const [one, two] = [open(), open()];
    for (const [n, each] of [one, two].entries()) {
      await each.insert([
        admitted(signed({ content: `of ${n}`, created_at: NOW - 5 }, n + 1)),
        admitted(signed({ content: 'both', created_at: NOW - 9 }, 9)),
      ]);
      await each.note('mint_root', `key of ${n}`);
      await each.saveSettings(`${n}`.repeat(64), `{"of":${n}}`);
    }
    const archives = [await keep(one, 'first.gz'), await keep(two, 'second.gz')];
    for (const isTwice of [false, true]) {
      const both = open();
      await fill({ ...into(both), blobs: openBlobs(both), baseUrl: '' }, { imports: archives });
      // The same command again has no effect.
      if (isTwice)
        await fill({ ...into(both), blobs: openBlobs(both), baseUrl: '' }, { imports: archives });
      expect(await both.count([{}])).toBe(3);
      expect(await both.noted('mint_root')).toBe('key of 0');
      expect(contents(both, 'app_settings')).toHaveLength(2);
    }
    const after = into(open());
    await importStream(after, archives[0] ?? '', quiet);
    await expect(importStream(after, archives[1] ?? '', quiet)).rejects.toThrow(
      'an archive is imported into an empty store',
    );
  });

  const LINES = () => gunzipSync(readFileSync(whole)).toString().trimEnd().split('\n');
  const CHANGES: [string, (lines: readonly string[]) => string[], string][] = [
    ['is cut off', (lines: readonly string[]) => lines.slice(0, -1), 'is not whole'],
    [
      'lacks a line',
      (lines: readonly string[]) => lines.toSpliced(5, 1),
      'other lines stand before the end',
    ],
    [
      'has a forged event',
      (lines: readonly string[]) =>
        lines.map((line) =>
          line.startsWith('{"event"') ? line.replace('"content":"', '"content":"!') : line,
        ),
      'id or signature does not hold',
    ],
    [
      'has other bytes in a file',
      (lines: readonly string[]) =>
        lines.map((line) => (line.startsWith('{"file"') ? line.replace('Bw', 'Cw') : line)),
      'are others',
    ],
    [
      'has a line of nobody',
      (lines: readonly string[]) => lines.toSpliced(3, 0, '{"part":"others","row":{}}'),
      ':4: not a line of an archive',
    ],
  ];
  test.each(isLong ? CHANGES : CHANGES.slice(0, 1))(
    'INV-VERIFIED of an archive that %s says so',
    async (name, change, reason) => {
      const file = place(`${name}.gz`);
      writeFileSync(file, gzipSync(change(LINES()).join('\n')));
      const failed = await importStream(into(open()), file, quiet).catch((error: unknown) => error);
      expect(failed).toMatchObject({ isPartly: true });
      expect(String(failed)).toContain(reason);
    },
  );

  test.runIf(isLong)(
    'with one invalid line names it, keeps the lines before it, and is resumed there',
    async () => {
      const events = [...network({ count: 1_300, seed: 8, until: NOW })];
      const [last, forged] = [events[1_256], events[1_257]];
      const altered = place('altered.jsonl.gz');
      await writeEvents(
        altered,
        events.with(1_257, { ...(forged ?? expect.unreachable()), content: 'altered' }),
      );
      const store = open();
      const failed = await importStream(into(store), altered, quiet).catch((error: unknown) =>
        String(error),
      );
      expect(failed).toContain(`altered.jsonl.gz:1258: what is in it (id ${forged?.id})`);
      expect([
        await store.isStored(last?.id ?? ''),
        await store.isStored(forged?.id ?? ''),
      ]).toEqual([true, false]);
      const again = noCounts();
      await expect(importStream(into(store), altered, quiet, again)).rejects.toThrow(':1258:');
      expect([again.added, again.known]).toEqual([0, 0]);
      const junk = place('junk.jsonl.gz');
      writeFileSync(
        junk,
        gzipSync([...events.slice(0, 3).map((event) => JSON.stringify(event)), 'junk'].join('\n')),
      );
      await expect(importStream(into(store), junk, quiet)).rejects.toThrow(
        'junk.jsonl.gz:4: not a line',
      );
    },
  );

  test.runIf(isLong)(
    'of compressed events streams them into any store, and only once',
    async () => {
      const file = place('events.jsonl.gz');
      const events = [...network({ count: 2_500, seed: 4, until: NOW })];
      await writeEvents(file, events);
      expect([await isStreamed(file), await isStreamed(whole)]).toEqual([true, true]);
      const plain = place('plain.jsonl');
      writeFileSync(
        plain,
        events
          .slice(0, 2)
          .map((event) => JSON.stringify(event))
          .join('\n'),
      );
      expect(await isStreamed(plain)).toBe(false);
      const store = open();
      await store.insert(events.slice(0, 3).map(admitted));
      const told: number[] = [];
      expect(await importStream(into(store), file, (lines) => told.push(lines))).toMatchObject({
        added: 2_497,
        known: 3,
      });
      expect(told.at(-1)).toBe(2_500);
      expect(await importStream(into(store), file, quiet)).toMatchObject({ added: 0, known: 0 });
    },
  );
});
