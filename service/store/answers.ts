import type { Database } from './database.ts';

/** What answers the questions of `Q` on this engine: a function of each name, which is given the database before what was asked. */
export type Answers<Q> = {
  readonly [Name in keyof Q]: Q[Name] extends (...asked: infer Asked) => Promise<infer Answer>
    ? (database: Database, ...asked: Asked) => Answer
    : never;
};

type Answer = (database: Database, ...asked: never[]) => unknown;

/** Makes questions of their answers: each is worked out as it is asked, and what its answer throws rejects. */
export function answering<Q extends object>(database: Database, answers: Answers<Q>): Q;
export function answering(database: Database, answers: Readonly<Record<string, Answer>>): object {
  const questions = Object.entries(answers).map(([name, answer]) => [
    name,
    async (...asked: unknown[]): Promise<unknown> => Reflect.apply(answer, undefined, [database, ...asked]),
  ]);
  return Object.fromEntries(questions);
}
