import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { freshDatabase, noPostgres } from '../../tests/support/store/postgres.ts';
import { text } from './engine/row.ts';
import { LIMITS, openPool } from './postgres/connections.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { openStore } from './sqlite/sqlite-store.ts';

/** The tables of the first version of each engine, as they were created then. */
const OLDER = resolve(import.meta.dirname, '../../tests/support/store/older-stores');
const older = (engine: string) => readFileSync(join(OLDER, `${engine}.sql`), 'utf8');

/** Columns, keys and indexes of each table and view. */
async function shapeOfFile(path: string): Promise<unknown> {
  const store = openStore(path);
  const rows = (sql: string) => store.database.all(sql, [], (row) => ({ ...row }));
  const shape = rows('select name, type, wr from pragma_table_list order by name').map((table) => {
    const name = text(table, 'name');
    const indexes = rows(
      `select name, "unique", origin, partial from pragma_index_list('${name}') order by name`,
    );
    return {
      table,
      columns: rows(`select * from pragma_table_xinfo('${name}')`),
      indexes: indexes.map((index) => [
        index,
        rows(`select * from pragma_index_xinfo('${text(index, 'name')}')`),
      ]),
      sql: rows(
        `select name, sql from sqlite_master where type = 'index' and tbl_name = '${name}' order by name`,
      ),
    };
  });
  const meta = rows('select name from meta order by name');
  await store.close();
  return { shape, meta };
}

const SHAPE = [
  `select table_name, column_name, ordinal_position, data_type, is_nullable, column_default, collation_name, is_identity, generation_expression
    from information_schema.columns where table_schema = 'public' order by 1, 2`,
  "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) as def from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
  'select tgname, pg_get_triggerdef(oid) as def from pg_trigger where not tgisinternal',
  'select version from schema_versions order by 1',
  'select name from meta order by 1',
];

async function shapeOfDatabase(before: string): Promise<unknown> {
  const database = await freshDatabase();
  const lines = openPool(database.url, LIMITS);
  const line = await lines.open();
  await line.script(before);
  const store = await openPostgresStore(database.url);
  const shape = [];
  for (const sql of SHAPE) shape.push((await line.ask({ sql, params: [] })).rows);
  line.release(true);
  await Promise.all([store.close(), lines.close()]);
  await database.drop();
  return shape;
}

test('a SQLite file of the first version gets the tables of a new one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'starling-first-'));
  const db = new DatabaseSync(join(dir, 'first.db'));
  db.exec(older('sqlite'));
  db.close();
  expect(await shapeOfFile(join(dir, 'first.db'))).toEqual(await shapeOfFile(':memory:'));
  rmSync(dir, { recursive: true });
});

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  test('a database of the first version gets the tables of a new one', async () => {
    const first = `${older('postgres')} create table schema_versions (version bigint primary key);
      insert into schema_versions values (1)`;
    expect(await shapeOfDatabase(first)).toEqual(await shapeOfDatabase('select 1'));
  });
});
