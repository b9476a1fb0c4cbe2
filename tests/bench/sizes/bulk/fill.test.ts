import { describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../../../service/store/postgres/postgres-store.ts';
import { seconds } from '../../../../src/events/core/time.ts';
import { verifyWith } from '../../../../src/events/nostr/verify.ts';
import { accountsOf, network } from '../../../network/network.ts';
import { USUAL } from '../../../network/network-file.ts';
import { type FreshDatabase, freshDatabase, noPostgres } from '../../../support/store/postgres.ts';
import pg from 'pg';
import { isLong, runs } from '../../../support/runs.ts';
import { viewersOf } from '../screen-queries.ts';
import { fillDatabase } from './fill.ts';

const COUNT = runs(3_000);
const PART = COUNT / 2;
const now = seconds(USUAL.until);
const granted = verifyWith(() => true, 0);
const events = [...network({ count: COUNT, ...USUAL })];
const options = { now: () => now, verify: granted };
const receivers = viewersOf(USUAL.seed, accountsOf(COUNT));

/**
 * Numbers of notifications depend on the order of discovery, and `news` is between processes: both
 * are left out.
 */
const TABLES = `select table_name, string_agg(quote_ident(column_name), ', ' order by column_name) from information_schema.columns c
  where table_schema = 'public' and table_name not in ('news', 'leases') and (table_name, column_name) not in (('notifications', 'n'), ('receivers', 'told'))
  group by table_name order by table_name`;

/** Return every row of every table as text, and all indexes and constraints. */
async function contentsOf({ url }: FreshDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = async (sql: string): Promise<readonly (readonly string[])[]> =>
    (await client.query<string[]>({ text: sql, rowMode: 'array', values: [] })).rows;
  try {
    const contents = new Map<string, readonly string[]>();
    for (const [table = '', columns = ''] of await ask(TABLES))
      contents.set(
        table,
        (
          await ask(
            `select row(${columns})::text as line from ${table} order by row(${columns})::text collate "C"`,
          )
        ).flat(),
      );
    contents.set(
      'indexes',
      (
        await ask('select indexdef from pg_indexes where schemaname = current_schema() order by 1')
      ).flat(),
    );
    const rules =
      "select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1";
    contents.set('rules', (await ask(rules)).flat());
    contents.set(
      'numbers',
      (await ask('select count(distinct (receiver, n))::text from notifications')).flat(),
    );
    contents.set(
      'next',
      (await ask("select nextval(pg_get_serial_sequence('events', 'seq'))::text")).flat(),
    );
    return contents;
  } finally {
    await client.end();
  }
}

async function* linesOf(): AsyncGenerator<readonly string[]> {
  yield events.map((event) => JSON.stringify(event));
}

describe.skipIf(noPostgres)(noPostgres ?? 'a database that is filled to be measured', () => {
  test.runIf(isLong)(
    'holds the same rows as the store after inserting each event in turn',
    async () => {
      const [ordinary, bulk] = [await freshDatabase(), await freshDatabase()];
      try {
        for (const database of [ordinary, bulk]) {
          const store = await openPostgresStore(database.url, options);
          for (const pubkey of receivers) await store.addReceiver(pubkey);
          if (database === ordinary)
            for (let n = 0; n < COUNT; n += PART)
              await store.insert(events.slice(n, n + PART).flatMap((each) => granted(each) ?? []));
          await store.close();
        }
        const told: string[] = [];
        await fillDatabase(linesOf(), {
          url: bulk.url,
          now: () => now,
          workers: 2,
          told: (what) => told.push(what),
        });
        const [wanted, found] = [await contentsOf(ordinary), await contentsOf(bulk)];
        expect([...found.keys()]).toEqual([...wanted.keys()]);
        for (const [table, rows] of wanted) expect(found.get(table), table).toEqual(rows);
        expect(wanted.get('notifications')?.length).toBeGreaterThan(100);
        expect(told).toContain('copying');
      } finally {
        await Promise.all([ordinary.drop(), bulk.drop()]);
      }
    },
  );
});
