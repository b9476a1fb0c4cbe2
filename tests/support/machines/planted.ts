import fc from 'fast-check';
import { type AnyActorRef, type AnyStateMachine, createMachine } from 'xstate';

/** A part of a machine's configuration that a test changes to plant a breach. */
export interface Part {
  [key: string]: Part;
}

/**
 * Return the same machine with a changed chart: a breach that a property must find. Its actions,
 * guards and actors stay.
 */
export function planted<M extends AnyStateMachine>(machine: M, change: (config: Part) => void): M {
  const config = copy(machine.config) as Part;
  change(config);
  return createMachine(config as never, machine.implementations as never) as unknown as M;
}

/** Copy objects and arrays; keep functions and class instances. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value) !== Object.prototype
  )
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

/** Seed of the search for a planted breach: a breach found once is always found. */
const SEED = 1;

/**
 * Return the result of a property after so many runs from a fixed seed: 'held', or the name of its
 * error. That is 'AssertionError' if an expectation failed. It does not shrink, as the shortest
 * path to a planted breach is not needed.
 */
export function endOf<T>(property: fc.IProperty<T>, numRuns = 1_000): string {
  return nameOf(fc.check(property, { seed: SEED, numRuns, endOnFailure: true }));
}

/** The same for an asynchronous property. */
export async function endOfAsync<T>(
  property: fc.IAsyncProperty<T>,
  numRuns = 1_000,
): Promise<string> {
  return nameOf(await fc.check(property, { seed: SEED, numRuns, endOnFailure: true }));
}

function nameOf<T>({ failed, errorInstance }: fc.RunDetails<T>): string {
  if (!failed) return 'held';
  return errorInstance instanceof Error ? errorInstance.name : 'unknown';
}

/** Return the same machine, which fails on `test.break`. */
export function breakable<M extends AnyStateMachine>(machine: M): M {
  return planted(machine, (config) => {
    const fail = () => {
      throw new Error(`${machine.id} broke`);
    };
    config['on'] = { ...config['on'], 'test.break': { actions: fail } as never };
  });
}

/** Make a `breakable` actor fail. */
export function breakNow(ref: AnyActorRef | undefined): void {
  if (!ref) throw new Error('there is nothing to break');
  ref.send({ type: 'test.break' });
}
