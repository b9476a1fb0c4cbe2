import type { Insert } from './insert.ts';
import type { Row } from './row.ts';

/** The value of a `?`. Lists are allowed where `json_each(?)` reads the values. */
export type Param = string | number | null | readonly string[] | readonly number[];

export interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
  /**
   * True if the caller waits for the rows or the count. Otherwise the statement runs before later
   * ones, and an error fails its transaction.
   */
  readonly isAwaited: boolean;
  /** True if it changes nothing. */
  readonly isRead: boolean;
  /** The parts of an insert that may be merged with others. */
  readonly insert?: Insert;
}

/** A transaction. An engine may retry it after a conflict. */
export interface Transaction {
  readonly work: () => Query<void>;
}

export type Step = Statement | Transaction;

/** The result of a step: the rows, and the number of changed rows. */
export interface StatementResult {
  readonly rows: readonly Row[];
  readonly changed: number;
}

/**
 * A query as a generator of steps that an engine runs. Steps of one list are independent and change
 * different rows, so an engine may merge equal reads and inserts. A synchronous engine answers
 * without yielding. Nothing runs before `yield*`. An empty list of steps is a pause.
 */
export type Query<T> = Generator<readonly Step[], T, readonly StatementResult[]>;

/** Pause: an engine that runs in this thread continues later. */
export function* yieldTurn(): Query<void> {
  yield [];
}

/** Run several queries one after the other, with a pause before each. */
export function* inSequence<T>(asked: readonly Query<T>[]): Query<T[]> {
  const answers: T[] = [];
  for (const each of asked) {
    yield* yieldTurn();
    answers.push(yield* each);
  }
  return answers;
}

/** Run several independent queries concurrently. Returns their results in the same order. */
export function* inParallel<T>(asked: readonly Query<T>[]): Query<T[]> {
  const answers: T[] = [];
  let waiting: PendingQuery<T>[] = [];
  for (const [place, each] of asked.entries()) {
    const step = each.next();
    if (step.done === true) answers[place] = step.value;
    else waiting.push({ each, place, steps: step.value });
  }
  while (waiting.length > 0) {
    const outcomes = yield waiting.flatMap(({ steps }) => steps);
    const next: PendingQuery<T>[] = [];
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

/** A concurrent query and the steps that it waits for. */
interface PendingQuery<T> {
  readonly each: Query<T>;
  readonly place: number;
  readonly steps: readonly Step[];
}

/** Return the result of a query on a synchronous engine. */
export function runImmediately<T>(asked: Query<T>): T {
  const step = asked.next();
  if (step.done !== true) throw new Error('an engine that answers at once was asked to wait');
  return step.value;
}
