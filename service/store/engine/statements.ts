import type { Row } from './row.ts';

/** What stands for a `?`; a list stands where `json_each(?)` reads its values. */
export type Param = string | number | null | readonly string[] | readonly number[];

/** A statement that an engine is asked to run. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
  /** Whether somebody waits for its rows or its count; else it has to be run before what is asked after it, and to fail its transaction. */
  readonly isAwaited: boolean;
}

/** Work that is done whole or not at all; an engine may begin it anew after it was in conflict with other work. */
export interface Undivided {
  readonly work: () => Asked<void>;
}

export type Step = Statement | Undivided;

/** What came of a step: the rows of a statement, and how many it changed. */
export interface Outcome {
  readonly rows: readonly Row[];
  readonly changed: number;
}

/**
 * What a question comes to, worked out in steps that an engine takes: those that stand together do not depend on each other, and no two of
 * them change the same row, so that an engine may make one of those that say the same. An engine that takes no time answers without a step.
 * Nothing is done before it is asked for by `yield*`. An empty list of steps is a pause.
 */
export type Asked<T> = Generator<readonly Step[], T, readonly Outcome[]>;

/** Let others have their turn: an engine that answers in this thread goes on later. */
export function* pause(): Asked<void> {
  yield [];
}

/** Asks several things one after the other, with a pause before each. */
export function* oneByOne<T>(asked: readonly Asked<T>[]): Asked<T[]> {
  const answers: T[] = [];
  for (const each of asked) {
    yield* pause();
    answers.push(yield* each);
  }
  return answers;
}

/** Asks several things at once that do not depend on each other; their answers in the order asked. */
export function* together<T>(asked: readonly Asked<T>[]): Asked<T[]> {
  const answers: T[] = [];
  let waiting: Waiting<T>[] = [];
  for (const [place, each] of asked.entries()) {
    const step = each.next();
    if (step.done === true) answers[place] = step.value;
    else waiting.push({ each, place, steps: step.value });
  }
  while (waiting.length > 0) {
    const outcomes = yield waiting.flatMap(({ steps }) => steps);
    const next: Waiting<T>[] = [];
    let start = 0;
    for (const { each, place, steps } of waiting) {
      const step = each.next(outcomes.slice(start, start + steps.length));
      start += steps.length;
      if (step.done === true) answers[place] = step.value;
      else next.push({ each, place, steps: step.value });
    }
    waiting = next;
  }
  return answers;
}

/** One of several that are asked at once, with the steps that it waits for. */
interface Waiting<T> {
  readonly each: Asked<T>;
  readonly place: number;
  readonly steps: readonly Step[];
}

/** The answer of an engine that takes no time. */
export function finish<T>(asked: Asked<T>): T {
  const step = asked.next();
  if (step.done !== true) throw new Error('an engine that answers at once was asked to wait');
  return step.value;
}
