import { randomUUID } from 'node:crypto';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { Run } from '../engine/bind-queries.ts';
import type { Database } from '../engine/database.ts';
import type { Store } from '../store.ts';
import { NOW } from './tables.ts';

/** One statement, so that of several processes that ask at once one is given it, and by the clock of the database, which all of them have. */
const TAKE = `insert into leases (name, holder, until) values (?1, ?2, ${NOW} + ?3)
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
  where leases.holder = excluded.holder or leases.until <= ${NOW}`;

/** What only one process of those that share a database is to do: who asks first, for as long as it goes on asking. */
export function openLeases(database: Database, run: Run): Store['onlyHere'] {
  const holder = randomUUID();
  return async (name, length) => (await run(database.run(TAKE, [name, holder, inSeconds(length) * 1_000]))) === 1;
}
