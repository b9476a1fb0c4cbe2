import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { inject } from 'vitest';
import type { StoreOptions } from '../../../service/store/store-options.ts';
import { LIMITS, openPool } from '../../../service/store/postgres/connections.ts';
import { openPostgresStore } from '../../../service/store/postgres/postgres-store.ts';
import { whyNoPostgres } from './postgres-server.ts';
import type { TriedStore } from './engines.ts';

/** Reason to skip the tests on PostgreSQL, or `undefined`. */
export const noPostgres: string | undefined = whyNoPostgres();

/** An empty database on the server of this run. */
export interface FreshDatabase {
  readonly url: string;
  /** Drop it, even while clients are connected. */
  drop(): Promise<void>;
}

/** Create a database for a suite. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = await serverOfRun();
  const name = `t${randomUUID().replaceAll('-', '')}`;
  await once(server, `create database ${name}`);
  return {
    url: server.replace(/\/postgres(?=\?|$)/, `/${name}`),
    drop: () => once(server, `drop database ${name} with (force)`),
  };
}

/** Open stores in one database, one at a time. Each open empties it first. */
export function postgresEngine(): {
  open(options: StoreOptions): Promise<TriedStore>;
  drop(): Promise<void>;
} {
  let made: Promise<FreshDatabase> | undefined;
  let closeLast: () => Promise<void> = async () => undefined;
  return {
    async open(options) {
      await closeLast();
      const { url } = await (made ??= freshDatabase());
      const store = await openPostgresStore(url, options);
      const lines = openPool(url, LIMITS);
      const line = await lines.open();
      await line.script(EMPTY);
      let closing: Promise<unknown> | undefined;
      const close = async () => {
        if (!closing) line.release(true);
        await (closing ??= Promise.all([store.close(), lines.close()]));
      };
      closeLast = close;
      return {
        ...store,
        textKey: 'seq',
        rows: async (sql, params = []) => (await line.ask({ sql, params })).rows,
        close,
      };
    },
    async drop() {
      await closeLast();
      await (await made)?.drop();
    },
  };
}

/** Faster than `truncate`, as the tables hold little. */
const EMPTY = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'schema_versions'
  loop execute 'delete from ' || name; end loop; end $$`;

/** Run one statement on its own connection. */
export async function once(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

let found: Promise<string> | undefined;

/** Read once by each worker. */
function serverOfRun(): Promise<string> {
  return (found ??= askForServer());
}

async function askForServer(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get({ socketPath: inject('postgresAt'), path: '/', agent: false }, (response) => {
    void text(response).then(
      (said) => (response.statusCode === 200 ? resolve(said) : reject(new Error(said))),
      reject,
    );
  }).on('error', reject);
  return promise;
}
