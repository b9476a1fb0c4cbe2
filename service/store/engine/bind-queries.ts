import type { Asked } from './statements.ts';
import type { Database } from './database.ts';

/**
 * The implementation of `Q`: one function for each name. Each receives the database before its own
 * parameters.
 */
export type Answers<Q> = {
  readonly [Name in keyof Q]: Q[Name] extends (...asked: infer Parameters) => Promise<infer Answer>
    ? (database: Database, ...asked: Parameters) => Asked<Answer>
    : never;
};

/** Runs a query on an engine. `signal` aborts a long one. */
export type Run = <T>(asked: Asked<T>, signal?: AbortSignal) => T | Promise<T>;

type Answer = (database: Database, ...asked: never[]) => Asked<unknown>;

/**
 * Bind query implementations to a database. Each returned function starts its query when called,
 * and rejects if it throws.
 */
export function answering<Q extends object>(database: Database, run: Run, answers: Answers<Q>): Q;
export function answering(
  database: Database,
  run: Run,
  answers: Readonly<Record<string, Answer>>,
): object {
  const questions = Object.entries(answers).map(([name, answer]) => [
    name,
    async (...asked: unknown[]): Promise<unknown> => {
      const steps: Asked<unknown> = Reflect.apply(answer, undefined, [database, ...asked]);
      return run(steps);
    },
  ]);
  return Object.fromEntries(questions);
}
