import { randomUUID } from 'node:crypto';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { RunQuery } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { Store } from '../store.ts';
import { NOW } from './tables.ts';

/**
 * One statement, so that only one of several concurrent processes gets the lease. It uses the
 * database clock, which all processes share.
 */
const TAKE = `insert into leases (name, holder, until) values (?1, ?2, ${NOW} + ?3)
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where leases.holder = excluded.holder or leases.until <= ${NOW}`;

/**
 * Leases: of the processes that share a database, the first to ask gets the task for as long as it
 * renews the lease.
 */
export function openLeases(database: Database, run: RunQuery): Store['onlyHere'] {
  const holder = randomUUID();
  return async (name, length) =>
    (await run(database.run(TAKE, [name, holder, inSeconds(length) * 1_000]))) === 1;
}
