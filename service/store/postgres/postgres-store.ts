import type { Seconds } from '../../../src/events/core/time.ts';
import { isDiskFull } from '../../errors.ts';
import type { Query } from '../engine/statements.ts';
import { changeBatch, insertBatch, sweeper } from '../write/insert-batch.ts';
import { asynchronousDatabase } from '../engine/database.ts';
import {
  withDefaults,
  changedAccounts,
  openInsertListeners,
  type StoreOptions,
} from '../store-options.ts';
import { openLongQueryTurns } from '../../long-query-turns.ts';
import { int } from '../engine/row.ts';
import { queriesOn } from '../queries.ts';
import type { Store } from '../store.ts';
import { fillOnce } from '../migrations.ts';
import { type Change, changesBy } from '../write/withhold.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { asUnusableStore } from './errors.ts';
import { openLeases } from './leases.ts';
import { type ConnectionPool, LIMITS, openPool, PING_LIMITS } from './connections.ts';
import { migrate } from './migrate.ts';
import { openChangeFeed } from './change-feed.ts';
import { queryRunner } from './run-statements.ts';

/** Long queries may use one in this many connections, so that others find a free one. */
const LONG_SHARE = 3;
/** Connections of a process besides its pool, for the listener and for pings, twice. */
const OTHERS = 4;
const LEAST = 3;

/**
 * Open the store in a PostgreSQL database (`postgres://...`) and create missing tables. Rejects
 * with `StoreUnavailable` if it cannot be reached, and with `UnusableStore` if it cannot be used.
 * Later queries reject with `StoreUnavailable` while it is away.
 */
export async function openPostgresStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const { now, verify, onFull } = withDefaults(options);
  const pings = openPool(url, PING_LIMITS);
  const most = Math.min(LIMITS.most, (await connectionsOf(pings)) ?? LIMITS.most);
  const lines = openPool(url, { ...LIMITS, most });
  const take = queryRunner(lines);
  const database = asynchronousDatabase(now, POSTGRES);
  try {
    await migrate(lines);
    await take(fillOnce(database, 'postgres'));
  } catch (error) {
    await Promise.all([lines.close(), pings.close()]);
    throw asUnusableStore(error);
  }
  const run = async <T>(asked: Query<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await take(asked, signal);
    } catch (error) {
      if (isDiskFull(error)) onFull();
      throw error;
    }
  };
  const turns = openLongQueryTurns(Math.ceil(most / LONG_SHARE));
  const ping = queryRunner(pings);
  const sweep = sweeper(database, verify);
  const sweepNow = eachSecond(now, sweep);
  const { tell, onInserted } = openInsertListeners();
  const news = await openChangeFeed({
    url,
    database,
    run,
    tell: (inserted) => tell(inserted, 'elsewhere'),
  });
  const own = openCommits();
  return {
    ...queriesOn(database, { run, runLong: run, turns, sweep: sweepNow }),
    ping: () => ping(database.run('select 1', [])).then(() => undefined),
    sweep: () => run(sweep()),
    async insert(events, relay) {
      await run(sweepNow());
      return own.track(async () => {
        const inserted = await news.telling((write) =>
          run(insertBatch(database, verify, { events, relay, write })),
        );
        tell(inserted);
        return inserted;
      });
    },
    ...changesBy(<T>(change: Change<T>) =>
      own.track(async () => {
        const { result, inserted } = await news.telling((write) =>
          run(changeBatch(database, verify, { change, write })),
        );
        tell(inserted);
        return result;
      }),
    ),
    async concern(pubkeys) {
      const inserted = changedAccounts(pubkeys);
      tell(inserted);
      await news.telling((write) => run(database.transaction(() => write(inserted))));
    },
    onlyHere: openLeases(database, run),
    onInserted,
    async settled() {
      // If the result of an own commit is unknown, the poll reports it.
      await own.ended();
      await news.settled();
    },
    // committed data is already on the server's disk
    checkpoint: async () => undefined,
    async close() {
      await news.close();
      await Promise.all([lines.close(), pings.close()]);
    },
  };
}

/**
 * Return the number of connections that the server leaves to one process, or `undefined` if it does
 * not say. Some are left to the listener, to pings, and to a further process that starts.
 */
async function connectionsOf(pings: ConnectionPool): Promise<number | undefined> {
  const sql = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as n`;
  try {
    const line = await pings.open();
    try {
      const { rows } = await line.ask({ sql, params: [] });
      const [row] = rows;
      return row && Math.max(LEAST, int(row, 'n') - OTHERS);
    } finally {
      line.release(false);
    }
  } catch {
    return undefined;
  }
}

/**
 * Sweep once a second at most, because each filter and each batch of events would wait for the
 * server.
 */
function eachSecond(now: () => Seconds, sweep: () => Query<void>): () => Query<void> {
  let last: Seconds | undefined;
  return function* () {
    const time = now();
    if (time === last) return;
    last = time;
    yield* sweep();
  };
}

/** The commits of this process that have not been reported to its listeners. */
function openCommits() {
  const running = new Set<Promise<unknown>>();
  return {
    async track<T>(work: () => Promise<T>): Promise<T> {
      const commit = work();
      running.add(commit);
      try {
        return await commit;
      } finally {
        running.delete(commit);
      }
    },
    ended: () => Promise.allSettled(running),
  };
}
