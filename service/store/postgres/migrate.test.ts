import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type FreshDatabase,
  freshDatabase,
  noPostgres,
} from '../../../tests/support/store/postgres.ts';
import { text } from '../engine/row.ts';
import { openStore } from '../sqlite/sqlite-store.ts';
import { LIMITS, openPool } from './connections.ts';
import { UnusableStore } from '../../errors.ts';
import { migrate } from './migrate.ts';

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const versions = async (): Promise<unknown> => {
    const lines = openPool(database.url, LIMITS);
    const line = await lines.open();
    const { rows } = await line.ask({
      sql: 'select version from schema_versions order by 1',
      params: [],
    });
    line.release(false);
    await lines.close();
    return rows;
  };

  test('makes its tables once, though several processes start at once', async () => {
    const several = Array.from({ length: 4 }, () => openPool(database.url, LIMITS));
    await Promise.all(several.map(migrate));
    await Promise.all(several.map(migrate));
    await Promise.all(several.map((lines) => lines.close()));
    expect(await versions()).toEqual([
      { version: 1 },
      { version: 2 },
      { version: 3 },
      { version: 4 },
      { version: 5 },
      { version: 6 },
    ]);
  });

  test('has the tables and columns of SQLite', async () => {
    const sqlite = openStore(':memory:');
    const columnsOf =
      "select m.name as name, c.name as col from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.sql not like '%fts5%' and m.name not like '%\\_text\\_%' escape '\\' and m.name not like 'sqlite%'";
    const own = sqlite.database.all(
      columnsOf,
      [],
      (row) => `${text(row, 'name')}.${text(row, 'col')}`,
    );
    // generated columns are listed separately
    const generated = ['stats.score', 'stats.score24h'];
    const lines = openPool(database.url, LIMITS);
    const line = await lines.open();
    const sql =
      "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'";
    const { rows } = await line.ask({ sql, params: [] });
    line.release(false);
    await Promise.all([lines.close(), sqlite.close()]);
    const beside = /^(schema_versions|news|leases|note_text|name_text)\.|^receivers\.told$/;
    expect(
      rows
        .map((row) => text(row, 'name'))
        .filter((name) => !beside.test(name))
        .toSorted(),
    ).toEqual([...own, ...generated].toSorted());
  });

  test('is not used by a service that is older than its tables', async () => {
    const lines = openPool(database.url, LIMITS);
    const line = await lines.open();
    await line.script('insert into schema_versions (version) values (99)');
    line.release(false);
    await expect(migrate(lines)).rejects.toThrow(UnusableStore);
    await lines.close();
  });
});
