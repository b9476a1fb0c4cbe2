import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgresStore } from '../../../service/store/postgres/postgres-store.ts';
import { openStore } from '../../../service/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../service/store/store.ts';
import type { Seconds } from '../../../src/events/core/time.ts';
import type { Verify } from '../../../src/events/nostr/verify.ts';
import { fillDatabase } from './bulk/fill.ts';
import type { Fill } from './load.ts';
import { startPostgres, whyNoPostgres } from '../../support/store/postgres-server.ts';

/** Options to open a store. */
interface Opening {
  readonly now: () => Seconds;
  readonly verify: Verify;
}

/** An open store to measure. */
interface Opened {
  readonly store: Store;
  /** Fill it much faster than the store does, if the engine supports that. */
  readonly fill?: Fill;
  /** Start readers, or run the maintenance that a server does in the hours after a fill. */
  settle(): Promise<void>;
  /** Its size on disk, in bytes. */
  size(): number | Promise<number>;
  /** Close it, and delete data that `--data` does not keep. */
  end(): Promise<void>;
}

/**
 * An engine by its name in the table of figures. `place`: a directory that stays; `undefined`: a
 * temporary one.
 */
export interface Engine {
  readonly name: string;
  open(opening: Opening, place: string | undefined): Promise<Opened>;
}

const SQLITE: Engine = {
  name: 'SQLite',
  async open(opening, place) {
    const directory = place ?? mkdtempSync(join(tmpdir(), 'starling-bench-'));
    mkdirSync(directory, { recursive: true });
    const file = join(directory, 'starling.db');
    const store = openStore(file, { ...opening, readers: {} });
    return {
      store,
      settle: async () => store.readers?.ready(),
      size: () =>
        [file, `${file}-wal`].reduce(
          (sum, each) => sum + (existsSync(each) ? statSync(each).size : 0),
          0,
        ),
      async end() {
        await store.close();
        if (place === undefined) rmSync(directory, { recursive: true });
      },
    };
  },
};

const FILLERS = 2;

/** Settings for a server with two cores and some memory of its own. */
const SETTINGS = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '32MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',
  autovacuum: 'on',
};

/** The database named by `STARLING_BENCH_POSTGRES`, which stays, or one on a temporary server. */
const POSTGRES: Engine = {
  name: 'PostgreSQL',
  async open(opening) {
    const own = process.env['STARLING_BENCH_POSTGRES'];
    const server =
      own === undefined ? await startPostgres({ isDurable: true, settings: SETTINGS }) : undefined;
    const url = own ?? server?.url('postgres') ?? '';
    const store = await openPostgresStore(url, opening);
    const ask = async (sql: string): Promise<unknown> => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query({ text: sql, rowMode: 'array' })).rows[0]?.[0];
      } finally {
        await client.end();
      }
    };
    return {
      store,
      fill: (lines, told) =>
        fillDatabase(lines, {
          url,
          now: opening.now,
          workers: FILLERS,
          told: (_, done) => told(done),
        }),
      settle: async () => void (await ask('vacuum analyze')),
      size: async () => Number(await ask('select pg_database_size(current_database())')),
      async end() {
        await store.close();
        await server?.stop();
      },
    };
  },
};

/** The engines to measure; PostgreSQL only if a build of it is installed. */
export const ENGINES: readonly Engine[] = [
  SQLITE,
  ...(whyNoPostgres() === undefined ? [POSTGRES] : []),
];
