import type { Asked, Outcome, Statement, Step, Undivided } from '../asked.ts';
import { openLocks } from '../../turns.ts';
import { StoreAway } from '../../trouble.ts';
import { isConflict } from './errors.ts';
import type { Line, Lines } from './lines.ts';

/** How often work is begun anew that was in conflict with that of another process. */
const MOST_TRIES = 20;
/** Milliseconds; twice as long after each try. */
const PAUSE = 2;
const LONGEST_PAUSE = 200;

const DONE: Outcome = { rows: [], changed: 0 };
const BEGIN = { sql: 'begin isolation level serializable', params: [] };
const COMMIT = { sql: 'commit', params: [] };
const ROLLBACK = { sql: 'rollback', params: [] };

/**
 * What works out what is asked of the store, in steps. What stands together is sent together. Work that is done whole or not at all has a
 * connection of its own, and is begun anew after a conflict. In one process one such work is done after the other: they would only be in
 * each other's way.
 */
export function stepper(lines: Lines): <T>(asked: Asked<T>) => Promise<T> {
  const inTurn = openLocks();
  const takeOne = (step: Step) => (isUndivided(step) ? inTurn(() => whole(lines, step)) : alone(lines, [step]));
  return (asked) =>
    drive(asked, async (steps) => {
      const statements = steps.flatMap((step) => (isUndivided(step) ? [] : [step]));
      if (statements.length === steps.length) return alone(lines, statements);
      const outcomes: Outcome[] = [];
      for (const step of steps) outcomes.push(...(await takeOne(step)));
      return outcomes;
    });
}

/** Takes the steps of what is asked one after the other; what a step fails with is thrown where it was asked for. */
async function drive<T>(asked: Asked<T>, take: (steps: readonly Step[]) => Promise<readonly Outcome[]>): Promise<T> {
  let step = asked.next();
  while (step.done !== true) {
    let outcomes: readonly Outcome[];
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

function isUndivided(step: Step): step is Undivided {
  return 'work' in step;
}

/** Statements outside of any transaction: what only reads is asked once more where its connection was lost meanwhile. */
async function alone(lines: Lines, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  const ask = () => withLine(lines, (line) => Promise.all(statements.map((each) => line.ask(each))));
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof StoreAway) || !statements.every(reads)) throw error;
    return ask();
  }
}

function reads({ sql }: Statement): boolean {
  return /^\s*(select|with)\b/i.test(sql);
}

async function withLine<T>(lines: Lines, work: (line: Line) => Promise<T>): Promise<T> {
  const line = await lines.open();
  let isSpoilt = false;
  try {
    return await work(line);
  } catch (error) {
    isSpoilt = error instanceof StoreAway;
    throw error;
  } finally {
    line.release(isSpoilt);
  }
}

/** A transaction. Nobody is told that it is done before it is committed. */
async function whole(lines: Lines, { work }: Undivided): Promise<readonly Outcome[]> {
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

async function committed(line: Line, work: () => Asked<void>): Promise<void> {
  const unawaited: Promise<Outcome>[] = [];
  const leave = (outcome: Promise<Outcome>) => {
    outcome.catch(() => undefined);
    unawaited.push(outcome);
    return DONE;
  };
  const take = async (step: Step): Promise<Outcome> => {
    if (isUndivided(step)) {
      await drive(step.work(), takeAll);
      return DONE;
    }
    return step.isAwaited ? line.ask(step) : leave(line.ask(step));
  };
  const takeAll = async (steps: readonly Step[]): Promise<readonly Outcome[]> => {
    if (!steps.some(isUndivided)) return Promise.all(steps.map(take));
    const outcomes: Outcome[] = [];
    for (const step of steps) outcomes.push(await take(step));
    return outcomes;
  };
  leave(line.ask(BEGIN));
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

/** A statement that nobody waited for fails all that come after it, and is why. */
async function firstOf(unawaited: readonly Promise<Outcome>[], error: unknown): Promise<unknown> {
  const refused = (await Promise.allSettled(unawaited)).find((outcome) => outcome.status === 'rejected');
  return refused?.reason ?? error;
}
