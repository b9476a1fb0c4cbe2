import type { Filter } from '../../src/events/connection/filter.ts';
import type { QueryHandlers, RunQuery } from './engine/bind-queries.ts';
import type { Database } from './engine/database.ts';
import type { Query } from './engine/statements.ts';
import {
  countMatches,
  type FilterQuery,
  findIds,
  findMatches,
  type PackedIds,
} from './filters/find-events.ts';
import { RANKINGS, type Rankings } from './reading/rankings.ts';
import { SEARCH, type Search } from './search/search.ts';

/**
 * Queries that may scan many rows. Their arguments and results can be cloned, so that another
 * thread may run them.
 */
interface LongQueries extends Rankings, Search {
  /** Return the numbers (`seq`) of matching events, newest first. */
  findMatches(asked: FilterQuery): Promise<number[]>;
  /** Return their ids and times instead, for a comparison with another relay. */
  findIds(asked: FilterQuery): Promise<PackedIds>;
  /** NIP-45. */
  countMatches(filters: readonly Filter[], readers?: readonly string[]): Promise<number>;
}

const LONG_QUERIES: QueryHandlers<LongQueries> = {
  ...RANKINGS,
  ...SEARCH,
  findMatches,
  findIds,
  countMatches,
};

/** Runs a long query by its name. `signal` aborts it: the promise rejects with its reason. */
export type AskLong = <Name extends keyof LongQueries>(
  name: Name,
  args: Parameters<LongQueries[Name]>,
  signal?: AbortSignal,
) => ReturnType<LongQueries[Name]>;

/** Run long queries on a database of this thread, or of a server. */
export function longQueriesOn(database: Database, run: RunQuery): AskLong;
export function longQueriesOn(database: Database, run: RunQuery): object {
  return async (name: string, args: readonly unknown[], signal?: AbortSignal) =>
    run(longQuery(database, name, args), signal);
}

/** Start the long query of a name with the arguments of a message. Throws on an unknown name. */
export function longQuery(
  database: Database,
  name: string,
  args: readonly unknown[],
): Query<unknown> {
  const handler: unknown = Reflect.get(LONG_QUERIES, name);
  if (typeof handler !== 'function') throw new Error(`no long query has the name ${name}`);
  return Reflect.apply(handler, undefined, [database, ...args]);
}
