import pg from 'pg';
import type { StatementResult } from '../engine/statements.ts';
import { StoreBusy } from '../../errors.ts';
import { asStoreError, codeOf } from './errors.ts';
import type { BoundStatement } from './batch-statements.ts';
import { toPostgresSql } from './translate-sql.ts';
import { columnReader, toColumnValue } from './column-values.ts';

/** A connection, for exclusive use until it is released. */
export interface Connection {
  /** Send a statement at once, after those sent before it. */
  ask(question: BoundStatement): Promise<StatementResult>;
  /** Run several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Return the connection to the pool. A spoilt one, with unfinished state, is closed. */
  release(isSpoilt: boolean): void;
}

/** Pool of connections to one database, opened on demand. */
export interface ConnectionPool {
  /**
   * Rejects with `StoreUnavailable` if the server cannot be reached, or with `StoreBusy` if all
   * connections are in use for long.
   */
  open(): Promise<Connection>;
  close(): Promise<void>;
}

/** Milliseconds, and counts. */
export interface PoolLimits {
  readonly most: number;
  /** Timeout to get a connection. */
  readonly connecting: number;
  /** Timeout of a statement. The server's timeout is shorter. */
  readonly statement: number;
}

export const LIMITS: PoolLimits = { most: 10, connecting: 5_000, statement: 30_000 };
/** For checks whether the server answers, which wait for no other query. */
export const PING_LIMITS: PoolLimits = { most: 1, connecting: 2_000, statement: 2_000 };

/** The client waits this much longer than the server. */
const LATER = 2_000;
/** A new connection has to plan all statements again, so idle ones are kept for ten minutes. */
const IDLE = 600_000;
/**
 * Limit of prepared statements on each connection, because statements built from filters are
 * unbounded.
 */
const MOST_PREPARED = 1_000;

/** The server has no connection left. */
const TOO_MANY = '53300';

/**
 * Full-text queries are planned for each search. No single plan fits both very common words and
 * rare ones.
 */
const BY_WORDS = '@@';

const types = { getTypeParser: (type: number) => columnReader(type) };

/**
 * Open a pool that connects at the first statement. `url` is that of the database
 * (`postgres://...`).
 */
export function openPool(url: string, { most, connecting, statement }: PoolLimits): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: most,
    connectionTimeoutMillis: connecting,
    idleTimeoutMillis: IDLE,
    statement_timeout: statement,
    query_timeout: statement + LATER,
    idle_in_transaction_session_timeout: statement + LATER,
    application_name: 'starling',
    keepAlive: true,
    pipeline: true,
    types,
  });
  // The pool drops an idle connection that ends. The next statement opens another.
  pool.on('error', () => undefined);
  const textOf = cachePreparedTexts();
  return {
    async open() {
      try {
        return lineOf(await pool.connect(), textOf);
      } catch (error) {
        if (codeOf(error) === TOO_MANY || isFull(pool, most)) throw new StoreBusy(error);
        throw asStoreError(error);
      }
    },
    close: () => pool.end(),
  };
}

/** True if all connections are open and in use, so that none became free in time. */
function isFull({ totalCount, idleCount }: pg.Pool, most: number): boolean {
  return totalCount >= most && idleCount === 0;
}

function lineOf(client: pg.PoolClient, textOf: (sql: string) => Text): Connection {
  // The caller gets the error from their statement.
  const ignore = () => undefined;
  client.on('error', ignore);
  return {
    async ask({ sql, params }) {
      try {
        const { rows, rowCount } = await client.query({
          ...textOf(sql),
          values: params.map(toColumnValue),
        });
        return { rows, changed: rowCount ?? 0 };
      } catch (error) {
        throw asStoreError(error);
      }
    },
    async script(sql) {
      try {
        await client.query(sql);
      } catch (error) {
        throw asStoreError(error);
      }
    },
    release(isSpoilt) {
      client.off('error', ignore);
      client.release(isSpoilt);
    },
  };
}

/** A statement in PostgreSQL's SQL, with the name under which it is prepared. */
interface Text {
  readonly text: string;
  readonly name?: string;
}

/** A statement is prepared on its second use. */
function cachePreparedTexts(): (sql: string) => Text {
  const seen = new Map<string, Text>();
  let prepared = 0;
  return (sql) => {
    const known = seen.get(sql);
    if (known?.name !== undefined) return known;
    const text = known?.text ?? toPostgresSql(sql);
    const isAgain = known !== undefined && prepared < MOST_PREPARED && !text.includes(BY_WORDS);
    const kept = isAgain ? { text, name: `s${++prepared}` } : { text };
    if (seen.size >= MOST_PREPARED * 2)
      for (const [each, { name }] of seen) if (name === undefined) seen.delete(each);
    seen.set(sql, kept);
    return kept;
  };
}
