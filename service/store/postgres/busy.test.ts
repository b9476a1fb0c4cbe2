import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signed } from '../../../tests/support/events/signed.ts';
import { verifySigned } from '../../../tests/support/events/check-wasm.ts';
import { noPostgres } from '../../../tests/support/store/postgres.ts';
import {
  type PostgresServer,
  startPostgres,
} from '../../../tests/support/store/postgres-server.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { StoreBusy } from '../../errors.ts';
import { LIMITS, openPool } from './connections.ts';
import { openPostgresStore } from './postgres-store.ts';

const CONNECTIONS = 12;
const SEARCHES = 40;

function event(fields: Parameters<typeof signed>[0]): VerifiedEvent {
  const verified = verifySigned(signed(fields));
  if (!verified) throw new Error('the event does not verify');
  return verified;
}

describe.skipIf(noPostgres)(noPostgres ?? 'a busy PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({
      isDurable: false,
      settings: { max_connections: String(CONNECTIONS) },
    });
  });
  afterAll(() => server.stop());

  test('TRUST-09 searches that wait leave connections for reads, writes and /ready', async () => {
    const store = await openPostgresStore(server.url('postgres'), { verify: verifySigned });
    const note = event({ content: 'a word' });
    await store.insert([note]);
    const blocker = new pg.Client({ connectionString: server.url('postgres') });
    await blocker.connect();
    await blocker.query('begin; lock table note_text in access exclusive mode');
    const searches = Array.from({ length: SEARCHES }, () => store.count([{ search: 'word' }]));
    expect((await store.query([{ ids: [note.id] }], 1)).map(({ id }) => id)).toEqual([note.id]);
    const like = event({ kind: KIND.Reaction, content: '+', tags: [['e', note.id]] });
    expect((await store.insert([like])).added).toEqual([like]);
    await store.ping();
    const { rows } = await blocker.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where application_name = 'starling'",
    );
    expect(rows[0]?.n).toBeLessThan(CONNECTIONS - 3);
    await blocker.query('commit');
    await blocker.end();
    expect(await Promise.all(searches)).toEqual(searches.map(() => 1));
    await store.close();
  });

  test('TRUST-09 a pool whose connections are all in use is busy, and not away', async () => {
    const lines = openPool(server.url('postgres'), { ...LIMITS, most: 1, connecting: 50 });
    const line = await lines.open();
    await expect(lines.open()).rejects.toThrow(StoreBusy);
    await expect(lines.open()).rejects.toThrow(/^the database is busy: /);
    line.release(false);
    (await lines.open()).release(false);
    await lines.close();
  });
});
