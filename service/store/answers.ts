import type { Database } from './database.ts';

export type Later<T> = T;

/** What answers the questions of `Q` on this engine: a function of each name, which is given the database before what was asked. */
export type Answers<Q> = {
  readonly [Name in keyof Q]: Q[Name] extends (...asked: infer Asked) => Later<infer Answer>
    ? (database: Database, ...asked: Asked) => Answer
    : never;
};

/** Makes questions of their answers: each is asked at once, and what its answer throws rejects. */
export function answering<Q extends object>(database: Database, answers: Answers<Q>): Q;
export function answering(database: Database, answers: Readonly<Record<string, Answer>>): object {
  const questions = Object.entries(answers).map(([name, answer]) => [
    name,
    (...asked: unknown[]): unknown => Reflect.apply(answer, undefined, [database, ...asked]),
  ]);
  return Object.fromEntries(questions);
}

type Answer = (database: Database, ...asked: never[]) => unknown;
