import type { Query, StatementResult, Statement, Step, Transaction } from '../engine/statements.ts';
import { openMutex } from '../../mutex.ts';
import { StoreUnavailable } from '../../errors.ts';
import { isConflict } from './errors.ts';
import type { Connection, ConnectionPool } from './connections.ts';
import { batchStatements, type BoundStatement } from './batch-statements.ts';

/** Maximum number of tries after conflicts with other processes. */
const MOST_TRIES = 20;
/** Milliseconds, doubled after each try. */
const PAUSE = 2;
const LONGEST_PAUSE = 200;

const DONE: StatementResult = { rows: [], changed: 0 };
const BEGIN = { sql: 'begin isolation level serializable', params: [] };
/**
 * Force writes to use indexes. The planner has no statistics for new tables and would keep the
 * plans of the first events. Table scans would also conflict with concurrent writers.
 */
const BY_INDEXES = {
  sql: `select set_config(name, case name when 'plan_cache_mode' then 'force_custom_plan' else 'off' end, true) from pg_settings where name in ('enable_hashjoin', 'enable_mergejoin', 'enable_seqscan', 'plan_cache_mode')`,
  params: [],
};
const COMMIT = { sql: 'commit', params: [] };
const ROLLBACK = { sql: 'rollback', params: [] };

/**
 * Return a function that runs queries step by step. Statements of one step are sent together. A
 * transaction has a connection of its own and is retried after a conflict. In one process
 * transactions run one after the other, as they would only conflict.
 */
export function queryRunner(
  lines: ConnectionPool,
): <T>(asked: Query<T>, signal?: AbortSignal) => Promise<T> {
  const inTurn = openMutex();
  const takeOne = (step: Step) =>
    isUndivided(step)
      ? inTurn(() => runTransaction(lines, step))
      : runOutsideTransaction(lines, [step]);
  return (asked, signal) =>
    drive(asked, async (steps) => {
      signal?.throwIfAborted();
      // a pause: no query here waits for another process
      if (steps.length === 0) return [];
      const statements = steps.flatMap((step) => (isUndivided(step) ? [] : [step]));
      if (statements.length === steps.length) return runOutsideTransaction(lines, statements);
      const outcomes: StatementResult[] = [];
      for (const step of steps) outcomes.push(...(await takeOne(step)));
      return outcomes;
    });
}

/** Run the steps of a query in order. An error of a step is thrown at its `yield`. */
async function drive<T>(
  asked: Query<T>,
  take: (steps: readonly Step[]) => Promise<readonly StatementResult[]>,
): Promise<T> {
  let step = asked.next();
  while (step.done !== true) {
    let outcomes: readonly StatementResult[];
    try {
      outcomes = await take(step.value);
    } catch (error) {
      step = asked.throw(error);
      continue;
    }
    step = asked.next(outcomes);
  }
  return step.value;
}

function isUndivided(step: Step): step is Transaction {
  return 'work' in step;
}

/** Run statements outside a transaction. Reads are retried once if their connection was lost. */
async function runOutsideTransaction(
  lines: ConnectionPool,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const ask = () =>
    withLine(lines, (line) => Promise.all(statements.map((each) => line.ask(each))));
  try {
    return await ask();
  } catch (error) {
    const isLost = error instanceof StoreUnavailable && error.state === 'away';
    if (!isLost || !statements.every(({ isRead }) => isRead)) throw error;
    return ask();
  }
}

async function withLine<T>(
  lines: ConnectionPool,
  work: (line: Connection) => Promise<T>,
): Promise<T> {
  const line = await lines.open();
  let isSpoilt = false;
  try {
    return await work(line);
  } catch (error) {
    isSpoilt = error instanceof StoreUnavailable;
    throw error;
  } finally {
    line.release(isSpoilt);
  }
}

/** Run a transaction. It resolves only after the commit. */
async function runTransaction(
  lines: ConnectionPool,
  { work }: Transaction,
): Promise<readonly StatementResult[]> {
  for (let tries = 1; ; tries++) {
    try {
      await withLine(lines, (line) => committed(line, work));
      return [DONE];
    } catch (error) {
      if (!isConflict(error) || tries === MOST_TRIES) throw error;
    }
    const longest = Math.min(PAUSE * 2 ** tries, LONGEST_PAUSE);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
  }
}

async function committed(line: Connection, work: () => Query<void>): Promise<void> {
  const unawaited: Promise<StatementResult>[] = [];
  const leave = (outcome: Promise<StatementResult>) => {
    outcome.catch(() => undefined);
    unawaited.push(outcome);
    return DONE;
  };
  const ask = (statement: Statement) =>
    statement.isAwaited ? line.ask(statement) : leave(line.ask(statement));
  const takeAll = async (steps: readonly Step[]): Promise<readonly StatementResult[]> => {
    const statements = steps.flatMap((step) => (isUndivided(step) ? [] : [step]));
    if (statements.length === steps.length) return askAll(line, statements, leave);
    const outcomes: StatementResult[] = [];
    for (const step of steps) {
      if (isUndivided(step)) await drive(step.work(), takeAll);
      outcomes.push(isUndivided(step) ? DONE : await ask(step));
    }
    return outcomes;
  };
  leave(line.ask(BEGIN));
  leave(line.ask(BY_INDEXES));
  try {
    await drive(work(), takeAll);
    await Promise.all(unawaited);
  } catch (error) {
    const reason = await firstOf(unawaited, error);
    await line.ask(ROLLBACK);
    throw reason;
  }
  await line.ask(COMMIT);
}

/**
 * Send the statements of a step in a transaction at once. Equal reads and inserts with different
 * values are merged.
 */
async function askAll(
  line: Connection,
  statements: readonly Statement[],
  leave: (outcome: Promise<StatementResult>) => StatementResult,
): Promise<readonly StatementResult[]> {
  const outcomes: StatementResult[] = statements.map(() => DONE);
  const asked: Promise<void>[] = [];
  const ask = (
    question: BoundStatement,
    places: readonly number[],
    isAwaited: boolean,
    read: (outcome: StatementResult) => readonly StatementResult[],
  ) => {
    const answer = line.ask(question);
    if (isAwaited)
      asked.push(
        answer.then((outcome) =>
          read(outcome).forEach((each, n) => (outcomes[places[n] ?? 0] = each)),
        ),
      );
    else leave(answer);
  };
  for (const { places, same, isAwaited } of alike(statements)) {
    const merged = batchStatements(same);
    if (merged) ask(merged, places, isAwaited, merged.outcomesOf);
    else
      for (const [n, each] of same.entries())
        ask(each, places.slice(n, n + 1), isAwaited, (outcome) => [outcome]);
  }
  await Promise.all(asked);
  return outcomes;
}

/** Statements of one text, with their places among all. */
interface Alike {
  readonly places: number[];
  readonly same: Statement[];
  readonly isAwaited: boolean;
}

function alike(statements: readonly Statement[]): Iterable<Alike> {
  const groups = new Map<string, Alike>();
  for (const [place, statement] of statements.entries()) {
    const { sql, isAwaited } = statement;
    const key = isAwaited ? sql : `put ${sql}`;
    const group = groups.get(key) ?? { places: [], same: [], isAwaited };
    group.places.push(place);
    group.same.push(statement);
    groups.set(key, group);
  }
  return groups.values();
}

/** Return the error of the first failed statement without a waiter, as it fails all later ones. */
async function firstOf(
  unawaited: readonly Promise<StatementResult>[],
  error: unknown,
): Promise<unknown> {
  const refused = (await Promise.allSettled(unawaited)).find(
    (outcome) => outcome.status === 'rejected',
  );
  return refused?.reason ?? error;
}
