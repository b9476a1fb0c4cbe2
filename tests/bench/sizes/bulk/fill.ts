import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { inSeconds, type Seconds } from '../../../../src/events/core/time.ts';
import type { FillerData, Part } from './fill-worker.ts';
import { FILLED, settling, STAGES, TOLD, UNSTAGE } from './plan.ts';
import { tellReceivers } from './notifications.ts';

const PART = 4_000;
/** Parts queued for a worker, so that it never waits. */
const AHEAD = 2;
/** Number of recent ids checked for duplicates. One second has fewer events. */
const LATELY = 20_000;
const SETTINGS = `set synchronous_commit = 'off'; set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set max_parallel_workers_per_gather = 1;
  set max_parallel_maintenance_workers = 1; set jit = off`;

/** Options of a fill: number of workers, clock, and a callback for progress. */
export interface Filling {
  readonly url: string;
  /** Called again after all rows are copied. */
  readonly now: () => Seconds;
  readonly workers: number;
  readonly told: (what: string, done: number) => void;
}

/**
 * Fill an empty database of the service with events in order of time. They are JSON lines by the
 * network generator. The result is the same as if the store inserted them one by one. Rows are
 * copied without indexes, as if each event were alone; SQL over all rows then settles the rest.
 * Accounts that need notifications must be receivers before. For benchmarks only: no signature is
 * checked.
 */
export async function fillDatabase(
  lines: AsyncIterable<readonly string[]>,
  filling: Filling,
): Promise<number> {
  const client = new pg.Client({ connectionString: filling.url });
  await client.connect();
  try {
    if ((await rowsOf(client, 'select 1 from events limit 1')).length > 0)
      throw new Error('there are events in it already');
    await client.query(SETTINGS);
    const indexes = await dropIndexes(client);
    await client.query(STAGES);
    const count = await copyAll(lines, filling);
    for (const [n, sql] of [
      ...settling(filling.now()),
      ...indexes,
      'analyze',
      TOLD,
      'alter table fill_told add primary key (seq)',
    ].entries()) {
      filling.told('settling', n);
      await client.query(sql);
    }
    await tellReceivers(filling.url, inSeconds(filling.now()));
    await client.query(UNSTAGE);
    return count;
  } finally {
    await client.end();
  }
}

async function rowsOf(client: pg.Client, sql: string): Promise<readonly (readonly string[])[]> {
  const { rows } = await client.query<string[]>({ text: sql, rowMode: 'array', values: [] });
  return rows;
}

/** Drop the indexes of the tables to fill. Return the statements that create them again. */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const tables = `(${FILLED.map((name) => `'${name}'::regclass`).join(', ')})`;
  const keys = await rowsOf(
    client,
    `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where contype in ('p', 'u') and conrelid in ${tables}`,
  );
  for (const [table, name] of keys)
    await client.query(`alter table ${table} drop constraint ${name}`);
  const indexes = await rowsOf(
    client,
    `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid in ${tables}`,
  );
  for (const [name] of indexes) await client.query(`drop index ${name}`);
  return [
    ...keys.map(
      ([table, name, definition]) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
    ...indexes.map(([, definition = '']) => definition),
  ];
}

/** Give the events to workers in parts. A repeated event within one second gets no second row. */
async function copyAll(
  lines: AsyncIterable<readonly string[]>,
  { url, now, workers, told }: Filling,
): Promise<number> {
  const fillers = Array.from({ length: workers }, () => openFiller({ url, now: inSeconds(now()) }));
  const lately = openLately();
  let part: string[] = [];
  let count = 0;
  const give = async () => {
    const filler = fillers.reduce((least, each) =>
      each.waiting() < least.waiting() ? each : least,
    );
    await filler.give({ lines: part, first: count - part.length + 1 });
    part = [];
    told('copying', count);
  };
  try {
    for await (const some of lines)
      for (const line of some) {
        if (!lately(idOf(line))) continue;
        part.push(line);
        count++;
        if (part.length === PART) await give();
      }
    if (part.length > 0) await give();
    await Promise.all(fillers.map((each) => each.end()));
  } finally {
    await Promise.all(fillers.map((each) => each.stop()));
  }
  return count;
}

/**
 * Return the id, which the generator writes as the last field but one. Quotes within a text are
 * escaped, so they cannot match.
 */
function idOf(line: string): string {
  const at = line.lastIndexOf('"id":"') + 6;
  return line.slice(at, at + 64);
}

function openLately(): (id: string) => boolean {
  let [young, old] = [new Set<string>(), new Set<string>()];
  return (id) => {
    if (young.has(id) || old.has(id)) return false;
    if (young.size >= LATELY) [young, old] = [new Set(), young];
    young.add(id);
    return true;
  };
}

function openFiller(data: FillerData) {
  const worker = new Worker(new URL('fill-worker.ts', import.meta.url), { workerData: data });
  const ended = once(worker, 'exit');
  let waiting = 0;
  let failure: unknown;
  worker.on('message', () => waiting--);
  worker.on('error', (error) => (failure = error));
  const room = async (most: number) => {
    while (waiting > most && failure === undefined)
      await Promise.race([once(worker, 'message'), ended]).catch(() => undefined);
    if (failure !== undefined)
      throw failure instanceof Error ? failure : new Error(String(failure));
  };
  return {
    waiting: () => waiting,
    async give(part: Part) {
      await room(AHEAD - 1);
      waiting++;
      worker.postMessage(part);
    },
    async end() {
      await room(0);
      worker.postMessage('end');
      await ended;
    },
    stop: () => worker.terminate(),
  };
}
