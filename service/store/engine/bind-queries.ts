import type { Asked } from './statements.ts';
import type { Database } from './database.ts';

/** What answers the questions of `Q`: a function of each name, which is given the database before what was asked. */
export type Answers<Q> = {
  readonly [Name in keyof Q]: Q[Name] extends (...asked: infer Parameters) => Promise<infer Answer>
    ? (database: Database, ...asked: Parameters) => Asked<Answer>
    : never;
};

/** How an engine works out what is asked of it. Where it takes long, `signal` calls it off. */
export type Run = <T>(asked: Asked<T>, signal?: AbortSignal) => T | Promise<T>;

type Answer = (database: Database, ...asked: never[]) => Asked<unknown>;

/** Makes questions of their answers: each is worked out as it is asked, and what its answer throws rejects. */
export function answering<Q extends object>(database: Database, run: Run, answers: Answers<Q>): Q;
export function answering(database: Database, run: Run, answers: Readonly<Record<string, Answer>>): object {
  const questions = Object.entries(answers).map(([name, answer]) => [
    name,
    async (...asked: unknown[]): Promise<unknown> => {
      const steps: Asked<unknown> = Reflect.apply(answer, undefined, [database, ...asked]);
      return run(steps);
    },
  ]);
  return Object.fromEntries(questions);
}
