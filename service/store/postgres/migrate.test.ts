import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase, noPostgres } from '../../../tests/support/postgres.ts';
import { LIMITS, openLines } from './lines.ts';
import { UnfitStore } from '../../trouble.ts';
import { migrate } from './migrate.ts';

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const versions = async (): Promise<unknown> => {
    const lines = openLines(database.url, LIMITS);
    const line = await lines.open();
    const { rows } = await line.ask({ sql: 'select version from schema_versions order by 1', params: [] });
    line.release(false);
    await lines.close();
    return rows;
  };

  test('makes its tables once, though several processes start at once', async () => {
    const several = Array.from({ length: 4 }, () => openLines(database.url, LIMITS));
    await Promise.all(several.map(migrate));
    await Promise.all(several.map(migrate));
    await Promise.all(several.map((lines) => lines.close()));
    expect(await versions()).toEqual([{ version: 1 }]);
  });

  test('is not used by a service that is older than its tables', async () => {
    const lines = openLines(database.url, LIMITS);
    const line = await lines.open();
    await line.script('insert into schema_versions (version) values (99)');
    line.release(false);
    await expect(migrate(lines)).rejects.toThrow(UnfitStore);
    await lines.close();
  });
});
