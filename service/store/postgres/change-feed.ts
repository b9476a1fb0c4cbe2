import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Inserted } from '../store.ts';
import { ignoreDiskFull, StoreUnavailable, ignoreUnavailable } from '../../errors.ts';
import type { RunQuery } from '../engine/bind-queries.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { text } from '../engine/row.ts';
import { openListener } from './listener.ts';
import { isNews } from '../store-options.ts';
import { changeFeedBody, readChanges } from './change-feed-body.ts';
import { NOW } from './tables.ts';

/** The channel by which processes with one database notify each other of commits. */
export interface ChangeFeed {
  /** Run work that writes one change record in its transaction, and return its result. */
  telling<T>(work: (write: (inserted: Inserted) => Query<void>) => Promise<T>): Promise<T>;
  /** Resolves when all commits of other processes that earlier reads could see are reported. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface NewsParts {
  readonly url: string;
  readonly database: Database;
  readonly run: RunQuery;
  /**
   * Called with changes that other processes committed, and with own commits whose result was
   * unknown.
   */
  readonly tell: (inserted: Inserted) => void;
}

const CHANNEL = 'starling_news';
/** Payload by which a process tests whether it receives notifications. */
const ECHO = 'echo';
/**
 * Milliseconds between two polls of the table. While notifications arrive, a poll only finds those
 * missed during an outage.
 */
const HEARING = 5_000;
const DEAF = 100;
/** The same while a caller of `settled` waits. */
const AWAITED = 1_000;
/**
 * Milliseconds between writing a change record and its commit at most. Longer than the statement
 * timeout.
 */
const LATE = 60_000;
const KEPT = 300_000;
const AT_ONCE = 500;

const WRITE = `insert into news (id, at, body) values (?, ${NOW}, ?)`;
const SAY = `select pg_notify('${CHANNEL}', ?)`;
const SINCE = `select id from news where at >= ${NOW} - ? order by at`;
const OLD = `delete from news where id in (select id from news where at < ${NOW} - ? limit ${AT_ONCE} for update skip locked)`;

/**
 * Changes are stored in a table in the transaction that they describe, so each commit is reported
 * exactly if it happened. NOTIFY sends only the id, as a payload holds 8,000 bytes. Without NOTIFY
 * (unsupported, behind a pooler, connection lost) the table is polled. It is polled by time minus
 * known ids, because row numbers do not follow commit order.
 */
export async function openChangeFeed({ url, database, run, tell }: NewsParts): Promise<ChangeFeed> {
  const told = openSentIds();
  const ending = new AbortController();
  let isHearing = false;
  let isSaid = true;
  let looked = -Infinity;
  const take = openIdQueue(openReader({ database, run, tell }, told));
  const look = openPoller(database, run);
  const sayEcho = async () => {
    try {
      await run(database.one(SAY, [ECHO], () => true));
      isSaid = true;
    } catch (error) {
      isSaid = error instanceof StoreUnavailable;
    }
  };
  for (const id of await look()) told.add(id);
  const ear = await openListener({
    url,
    channel: CHANNEL,
    heard(payload) {
      isHearing = true;
      if (payload !== ECHO) take([payload]);
    },
    listening() {
      looked = -Infinity;
      void sayEcho();
    },
    lost: () => (isHearing = false),
  });
  await sayEcho();
  const awaiting: (() => void)[] = [];
  const looking = repeat(ending.signal, DEAF, async () => {
    const time = performance.now();
    const interval = awaiting.length > 0 ? AWAITED : HEARING;
    if (isHearing && time < looked + interval) return;
    const asked = awaiting.length;
    const ids = await look();
    take(ids);
    looked = time;
    await take.end();
    // Ids whose changes could not be read are found by the next poll.
    if (ids.every((id) => told.has(id))) for (const settle of awaiting.splice(0, asked)) settle();
  });
  const sweeping = repeat(ending.signal, LATE, async () => {
    told.sweep();
    while ((await run(database.run(OLD, [KEPT]))) === AT_ONCE);
  });
  return {
    telling: openTelling(database, told, () => isSaid),
    settled: () => new Promise((resolve) => awaiting.push(resolve)),
    async close() {
      ending.abort();
      await Promise.all([looking, sweeping, ear.close(), take.end()]);
    },
  };
}

/** Read the changes with unknown ids and report them. */
function openReader(
  { database, run, tell }: Omit<NewsParts, 'url'>,
  told: Told,
): (ids: readonly string[]) => Promise<void> {
  return async (ids) => {
    const unknown = ids.filter((id) => told.add(id));
    for (let start = 0; start < unknown.length; start += AT_ONCE) {
      const some = unknown.slice(start, start + AT_ONCE);
      try {
        for (const inserted of await run(readChanges(database, some))) tell(inserted);
      } catch (error) {
        // The next poll finds them again.
        for (const id of unknown.slice(start)) told.drop(id);
        throw error;
      }
    }
  };
}

function openTelling(database: Database, told: Told, isSaid: () => boolean): ChangeFeed['telling'] {
  return async (work) => {
    const id = randomUUID();
    told.add(id);
    try {
      return await work(function* (inserted) {
        if (!isNews(inserted)) return;
        yield* database.put(WRITE, [id, changeFeedBody(inserted)]);
        if (isSaid()) yield* database.put(SAY, [id]);
      });
    } catch (error) {
      // It is unknown whether it was committed. If it was, it is reported like a commit of another
      // process.
      told.drop(id);
      throw error;
    }
  };
}

type Told = ReturnType<typeof openSentIds>;

/** Ids that were reported here, kept longer than their rows in the table. */
function openSentIds() {
  const told = new Map<string, number>();
  return {
    /** True if the id was not reported before. */
    add(id: string): boolean {
      if (told.has(id)) return false;
      told.set(id, performance.now());
      return true;
    },
    has: (id: string) => told.has(id),
    drop: (id: string) => told.delete(id),
    sweep() {
      const last = performance.now() - KEPT - 3 * LATE;
      for (const [id, at] of told) if (at < last) told.delete(id);
    },
  };
}

/** Find the ids written since the last poll, and those that may have been committed late. */
function openPoller(database: Database, run: RunQuery): () => Promise<string[]> {
  let last = performance.now();
  return async () => {
    const from = performance.now();
    const ids = await run(
      database.all(SINCE, [Math.ceil(from - last) + LATE], (row) => text(row, 'id')),
    );
    last = from;
    return ids;
  };
}

/** Process ids as they come. Ids that arrive during a read are read together. */
function openIdQueue(read: (ids: readonly string[]) => Promise<void>) {
  let waiting = new Set<string>();
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (waiting.size > 0) {
      const ids = [...waiting];
      waiting = new Set();
      await ignoreUnavailable(ignoreDiskFull(read(ids)));
    }
    working = undefined;
  };
  const take = (ids: readonly string[]): void => {
    for (const id of ids) waiting.add(id);
    if (waiting.size > 0) working ??= work();
  };
  return Object.assign(take, { end: async () => working });
}

async function repeat(
  signal: AbortSignal,
  length: number,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await pause(length, undefined, { signal, ref: false }).catch(() => undefined);
    // A failed poll or sweep is repeated at the next interval.
    if (!signal.aborted) await ignoreUnavailable(ignoreDiskFull(work()));
  }
}
