import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seconds } from '../../../src/events/core/time.ts';
import { noPostgres } from '../../../tests/support/store/postgres.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../../tests/support/store/postgres-server.ts';
import { StoreUnavailable } from '../../errors.ts';
import { asynchronousDatabase } from '../engine/database.ts';
import { int } from '../engine/row.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { LIMITS, openPool } from './connections.ts';
import { migrate } from './migrate.ts';
import { queryRunner } from './run-statements.ts';
import { isLong } from '../../../tests/support/runs.ts';

const { one, put, run, transaction } = asynchronousDatabase(() => seconds(0), POSTGRES);

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({ isDurable: true });
  });
  afterAll(() => server.stop());

  test.runIf(isLong)(
    'an outage is reported and changes nothing; acknowledged data survives and the server is reused',
    async () => {
      const lines = openPool(server.url('postgres'), LIMITS);
      await migrate(lines);
      const ask = queryRunner(lines);
      const count = () => ask(one('select count(*) as n from reports', [], (row) => int(row, 'n')));
      const report = (n: number) =>
        ask(
          transaction(() =>
            put('insert into reports (target, reporter, created_at) values (?, ?, ?)', [
              String(n),
              'a',
              n,
            ]),
          ),
        );
      await report(1);
      const many = Array.from({ length: 50 }, (_, n) => report(n + 2));
      const kept = Promise.allSettled(many);
      await many[9];
      await server.kill();
      const acknowledged = (await kept).filter(({ status }) => status === 'fulfilled').length;
      const failed = (await kept).flatMap((each) =>
        each.status === 'rejected' ? [each.reason as unknown] : [],
      );
      expect(failed.every((reason) => reason instanceof StoreUnavailable)).toBe(true);
      await expect(count()).rejects.toThrow(StoreUnavailable);
      await expect(report(99)).rejects.toThrow(/^the database is away: /);
      await server.restart();
      expect(await count()).toBeGreaterThanOrEqual(acknowledged + 1);
      await report(100);
      expect(await ask(run('delete from reports where target = ?', ['100']))).toBe(1);
      await lines.close();
    },
  );

  test('that is too slow is as good as away', async () => {
    const lines = openPool(server.url('postgres'), { ...LIMITS, statement: 50 });
    const ask = queryRunner(lines);
    await expect(ask(one('select pg_sleep(60) as n', [], (row) => row))).rejects.toThrow(
      StoreUnavailable,
    );
    expect(await ask(one('select 1 as n', [], (row) => int(row, 'n')))).toBe(1);
    await lines.close();
  });

  test('that does not answer at all is given up', async () => {
    const lines = openPool('postgres://someone@192.0.2.1:5432/none', {
      ...LIMITS,
      connecting: 50,
    });
    await expect(lines.open()).rejects.toThrow(StoreUnavailable);
    await lines.close();
  });
});
