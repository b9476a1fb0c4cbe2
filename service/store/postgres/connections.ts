import pg from 'pg';
import type { Outcome } from '../engine/statements.ts';
import { told } from './errors.ts';
import type { Question } from './batch-statements.ts';
import { inPostgres } from './translate-sql.ts';
import { readerOf, sent } from './column-values.ts';

/** One connection, for as long as somebody has it. */
export interface Line {
  /** Sends a statement at once, behind those that were sent before it. */
  ask(question: Question): Promise<Outcome>;
  /** Runs several statements without parameters, as they stand. */
  script(sql: string): Promise<void>;
  /** Lets it go; one in which something may be left is closed. */
  release(isSpoilt: boolean): void;
}

/** Connections to one database, opened as they are needed. */
export interface Lines {
  /** Rejects with `StoreAway` where there is none to be had. */
  open(): Promise<Line>;
  close(): Promise<void>;
}

/** Milliseconds, and counts. */
export interface LineLimits {
  readonly most: number;
  /** Until there is a connection. */
  readonly connecting: number;
  /** Until a statement is answered; the server gives up first. */
  readonly statement: number;
}

export const LIMITS: LineLimits = { most: 10, connecting: 5_000, statement: 30_000 };

/** How much longer than the server the client waits. */
const LATER = 2_000;
/** A connection that is new has to plan everything anew: those that were needed are kept for ten minutes. */
const IDLE = 600_000;
/** Texts that are prepared, on each connection: what is built of filters must not pile up there for ever. */
const MOST_PREPARED = 1_000;

/** What is found by words is planned for those anew: one plan for all words would fit none, as some stand in every text and most in hardly any. */
const BY_WORDS = /@@/;

const types = { getTypeParser: (type: number) => readerOf(type) };

/** Connections are opened at the first question; `url` is that of the database (`postgres://...`). */
export function openLines(url: string, { most, connecting, statement }: LineLimits): Lines {
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
  // the pool drops a connection that ends while nobody has it; the next question opens another
  pool.on('error', () => undefined);
  const textOf = keepTexts();
  return {
    async open() {
      try {
        return lineOf(await pool.connect(), textOf);
      } catch (error) {
        throw told(error);
      }
    },
    close: () => pool.end(),
  };
}

function lineOf(client: pg.PoolClient, textOf: (sql: string) => Text): Line {
  // whoever has it is told by what he asked
  const ignore = () => undefined;
  client.on('error', ignore);
  return {
    async ask({ sql, params }) {
      try {
        const { rows, rowCount } = await client.query({ ...textOf(sql), values: params.map(sent) });
        return { rows, changed: rowCount ?? 0 };
      } catch (error) {
        throw told(error);
      }
    },
    async script(sql) {
      try {
        await client.query(sql);
      } catch (error) {
        throw told(error);
      }
    },
    release(isSpoilt) {
      client.off('error', ignore);
      client.release(isSpoilt);
    },
  };
}

/** A statement in the words of PostgreSQL, with the name that it is prepared under. */
interface Text {
  readonly text: string;
  readonly name?: string;
}

/** A text is prepared when it comes for the second time. */
function keepTexts(): (sql: string) => Text {
  const seen = new Map<string, Text>();
  let prepared = 0;
  return (sql) => {
    const known = seen.get(sql);
    if (known?.name !== undefined) return known;
    const text = known?.text ?? inPostgres(sql);
    const isAgain = known !== undefined && prepared < MOST_PREPARED && !BY_WORDS.test(text);
    const kept = isAgain ? { text, name: `s${++prepared}` } : { text };
    if (seen.size >= MOST_PREPARED * 2) for (const [each, { name }] of seen) if (name === undefined) seen.delete(each);
    seen.set(sql, kept);
    return kept;
  };
}
