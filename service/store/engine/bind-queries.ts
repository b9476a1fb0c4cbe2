import type { Query } from './statements.ts';
import type { Database } from './database.ts';

/**
 * The implementation of `Q`: one function for each name. Each receives the database before its own
 * parameters.
 */
export type QueryHandlers<Q> = {
  readonly [Name in keyof Q]: Q[Name] extends (...asked: infer Parameters) => Promise<infer Answer>
    ? (database: Database, ...asked: Parameters) => Query<Answer>
    : never;
};

/** Runs a query on an engine. `signal` aborts a long one. */
export type RunQuery = <T>(asked: Query<T>, signal?: AbortSignal) => T | Promise<T>;

type Answer = (database: Database, ...asked: never[]) => Query<unknown>;

/**
 * Bind query implementations to a database. Each returned function starts its query when called,
 * and rejects if it throws.
 */
export function bindQueries<Q extends object>(
  database: Database,
  run: RunQuery,
  answers: QueryHandlers<Q>,
): Q;
export function bindQueries(
  database: Database,
  run: RunQuery,
  answers: Readonly<Record<string, Answer>>,
): object {
  const questions = Object.entries(answers).map(([name, answer]) => [
    name,
    async (...asked: unknown[]): Promise<unknown> => {
      const steps: Query<unknown> = Reflect.apply(answer, undefined, [database, ...asked]);
      return run(steps);
    },
  ]);
  return Object.fromEntries(questions);
}
