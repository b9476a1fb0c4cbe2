import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { freshDatabase, noPostgres } from '../../../tests/support/store/postgres.ts';
import { invoiceFor, NOW, WORLD } from '../../../tests/support/store/store-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { openEventVerifier } from '../../verify.ts';
import { LIMITS, openPool } from '../postgres/connections.ts';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import { text } from '../engine/row.ts';
import { REF } from '../schema.ts';
import { openStore, type SqliteStore } from './sqlite-store.ts';
import type { Store } from '../store.ts';
import { isLong } from '../../../tests/support/runs.ts';

const { verify } = await openEventVerifier();
const [ANN, NOTE, OTHER] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];
const list = (created_at: number, id: string) =>
  trusted({ pubkey: ANN, kind: KIND.Bookmarks, created_at, tags: [['e', id]] });
const bookmarked = (store: SqliteStore) =>
  store.database.all('select target, pubkey from refs where type = ?', [REF.bookmark], (row) => [
    text(row, 'target'),
    text(row, 'pubkey'),
  ]);

test('NOTE-22 bookmark lists of an earlier version are counted after the next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-upgrade-'));
  const path = join(dir, 'store.db');
  const restarted = async (act: (store: SqliteStore) => unknown = () => undefined) => {
    const store = openStore(path);
    await act(store);
    const found = bookmarked(store);
    await store.close();
    return found;
  };
  await restarted(async (store) => {
    await store.insert([list(1_000, OTHER), list(2_000, NOTE)]);
    store.database.run('delete from refs', []);
    store.database.run('delete from meta', []);
  });
  expect(await restarted()).toEqual([[NOTE, ANN]]);
  expect(await restarted((store) => store.insert([list(3_000, OTHER)]))).toEqual([[OTHER, ANN]]);
  expect(await restarted((store) => store.database.run('delete from refs', []))).toEqual([]);
  expect(await restarted()).toEqual([]);
  rmSync(dir, { recursive: true });
});

test('ZAP-05 receipts of an earlier version are found by their invoices after the next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-invoices-'));
  const path = join(dir, 'store.db');
  const first = openStore(path, { now: () => seconds(NOW), verify });
  await first.insert([WORLD.note, WORLD.small]);
  first.database.db.exec("drop table zap_invoices; delete from meta where name = 'zap_invoices'");
  await first.close();
  const next = openStore(path);
  expect(
    [...(await next.receiptsByInvoice([invoiceFor(21)])).values()].map(({ id }) => id),
  ).toEqual([WORLD.small.id]);
  await next.close();
  rmSync(dir, { recursive: true });
});

test('NOTIF-04 notifications of an earlier version keep their numbers, and no number is reused', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-notices-'));
  const path = join(dir, 'store.db');
  const tableOf = ({ database }: SqliteStore) =>
    database.one("select sql from sqlite_master where name = 'notifications'", [], (row) =>
      text(row, 'sql'),
    ) ?? '';
  const put =
    "insert into notifications (receiver, type, actor, subject, seq, created_at, unread) values ('a', 1, ?, '', 0, 5, 1)";
  const first = openStore(path);
  const old = tableOf(first)
    .replace(' autoincrement', '')
    .replace('"notifications"', 'notifications');
  first.database.db.exec(
    `drop table notifications; ${old}; delete from meta where name = 'notices'`,
  );
  for (const actor of ['b', 'c', 'd']) first.database.run(put, [actor]);
  first.database.run('delete from notifications where n = 1', []);
  await first.close();
  const next = openStore(path);
  expect(tableOf(next)).toContain('autoincrement');
  expect(await next.lastNotification('a')).toBe(3);
  next.database.run('delete from notifications where n = 3', []);
  expect(next.database.insert(put, ['e'])).toBe(4);
  const indexes =
    "select name from sqlite_master where tbl_name = 'notifications' and name like 'notifications_%' and type = 'index'";
  expect(next.database.all(indexes, [], (row) => text(row, 'name'))).toHaveLength(7);
  await next.close();
  rmSync(dir, { recursive: true });
});

const NUTZAP = trusted({
  pubkey: OTHER,
  kind: KIND.Nutzap,
  created_at: 1_500,
  tags: [
    ['e', NOTE],
    ['p', ANN],
  ],
});
const TIP = trusted({
  pubkey: OTHER,
  kind: KIND.MoneroZap,
  created_at: 1_600,
  tags: [
    ['e', NOTE],
    ['p', ANN],
  ],
});
const AWAY = trusted({
  pubkey: OTHER,
  kind: KIND.Nutzap,
  created_at: 1_700,
  tags: [
    ['e', ANN],
    ['p', ANN],
  ],
});
const FORGET = [`delete from refs where type = ${REF.tip}`, "delete from meta where name = 'tips'"];

async function tipsFor(store: Store): Promise<readonly string[]> {
  const slice = { since: 0, until: 9_000, before: 9_000, limit: 9, offset: 0 };
  const found = await store.referringTo(
    { targets: [NOTE], as: 'tip', kinds: [KIND.Nutzap, KIND.MoneroZap] },
    slice,
  );
  return found.map(({ id }) => id).toSorted();
}

test('ZAP-05 NIP-61 nutzaps and tips of an earlier version are found for their note after the next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-tips-'));
  const path = join(dir, 'store.db');
  const first = openStore(path);
  await first.insert([NUTZAP, TIP, AWAY]);
  for (const sql of FORGET) first.database.run(sql, []);
  expect(await tipsFor(first)).toEqual([]);
  await first.close();
  const next = openStore(path);
  expect(await tipsFor(next)).toEqual([NUTZAP.id, TIP.id].toSorted());
  next.database.run(FORGET[0] ?? '', []);
  await next.close();
  const last = openStore(path);
  expect(await tipsFor(last)).toEqual([]);
  await last.close();
  rmSync(dir, { recursive: true });
});

const QUOTING = trusted({
  pubkey: OTHER,
  content: 'look: #[1]',
  created_at: 1_800,
  tags: [
    ['p', ANN],
    ['e', NOTE],
  ],
});
const COMMENTS = [
  trusted({ pubkey: OTHER, kind: KIND.Comment, created_at: 1_900, tags: [['e', NOTE]] }),
  trusted({
    pubkey: OTHER,
    kind: KIND.Comment,
    created_at: 1_950,
    tags: [['i', 'https://example.com/']],
  }),
];

test('PROFILE-02 replies of an earlier version are counted as those of this one after the next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-replies-'));
  const path = join(dir, 'store.db');
  const first = openStore(path);
  await first.insert([QUOTING, ...COMMENTS]);
  const shown = async (store: Store) => ({
    counts: await store.countsOf(OTHER),
    target: (await store.countsOfTargets([NOTE])).get(NOTE),
  });
  const right = await shown(first);
  expect(right).toMatchObject({ counts: { notes: 1, replies: 2 }, target: { quotes: 1 } });
  for (const sql of [
    `update refs set type = ${REF.reply}, first = 1 where type = ${REF.quote}`,
    `update events set parent = '${NOTE}', reply = 1 where id = '${QUOTING.id}'`,
    `update events set reply = 0 where kind = ${KIND.Comment}`,
    `update stats set quotes = 0, replies = replies + 1, repliers = repliers + 1 where target = '${NOTE}'`,
    `update accounts set notes = 0, replies = 1 where pubkey = '${OTHER}'`,
    "delete from meta where name = 'replies'",
  ])
    first.database.run(sql, []);
  expect(await shown(first)).not.toEqual(right);
  await first.close();
  for (const start of ['the next', 'one more']) {
    const store = openStore(path);
    expect(await shown(store), start).toEqual(right);
    await store.close();
  }
  rmSync(dir, { recursive: true });
});

test('THREAD-01 channel messages of an earlier version are replies after the next start', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-answers-'));
  const path = join(dir, 'store.db');
  const first = openStore(path);
  const said = [KIND.ChannelMessage, KIND.VoiceReply].map((kind, at) =>
    trusted({ pubkey: OTHER, kind, created_at: 1_900 + at, tags: [['e', NOTE, '', 'root']] }),
  );
  await first.insert(said);
  const shown = async (store: Store) => ({
    counts: await store.countsOf(OTHER),
    target: (await store.countsOfTargets([NOTE])).get(NOTE),
  });
  const right = await shown(first);
  expect(right).toMatchObject({ counts: { replies: 2 }, target: { replies: 2 } });
  for (const sql of [
    'delete from refs',
    'delete from stats',
    'update events set parent = null, root = null, reply = 0',
    `update accounts set replies = 0 where pubkey = '${OTHER}'`,
    "delete from meta where name = 'answers in channels and recordings'",
  ])
    first.database.run(sql, []);
  await first.close();
  for (const start of ['the next', 'one more']) {
    const store = openStore(path);
    expect(await shown(store), start).toEqual(right);
    await store.close();
  }
  rmSync(dir, { recursive: true });
});

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  test.runIf(isLong)(
    'ZAP-05 NIP-61 the first of several processes to start adds them',
    async () => {
      const database = await freshDatabase();
      const first = await openPostgresStore(database.url);
      await first.insert([NUTZAP, TIP, AWAY]);
      const line = await openPool(database.url, LIMITS).open();
      for (const sql of FORGET) await line.script(sql);
      expect(await tipsFor(first)).toEqual([]);
      await first.close();
      const several = await Promise.all([
        openPostgresStore(database.url),
        openPostgresStore(database.url),
      ]);
      for (const store of several)
        expect(await tipsFor(store)).toEqual([NUTZAP.id, TIP.id].toSorted());
      const { rows } = await line.ask({
        sql: `select target from refs where type = ${REF.tip}`,
        params: [],
      });
      expect(rows).toHaveLength(3);
      line.release(true);
      await Promise.all(several.map((store) => store.close()));
      await database.drop();
    },
  );
});
