import fc from 'fast-check';
import { type AnyActorRef, type AnyStateMachine, createMachine } from 'xstate';

/** A part of a machine's configuration, as a test changes it to plant a breach. */
export interface Part {
  [key: string]: Part;
}

/** The same machine with its chart changed: a breach for a property to find. Its actions, guards and actors stay. */
export function planted<M extends AnyStateMachine>(machine: M, change: (config: Part) => void): M {
  const config = copy(machine.config) as Part;
  change(config);
  return createMachine(config as never, machine.implementations as never) as unknown as M;
}

/** Objects and lists anew; functions and whatever has a class stay. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

/** Where a search for a planted breach begins: what is found once is found always, as no chance is left in it. */
const SEED = 1;

/**
 * What a property comes to within so many runs from a fixed seed: 'held', or the name of the error that ended it, 'AssertionError' if an
 * expectation was not met. Without shrinking, as nobody asks for the shortest way to a breach that was planted.
 */
export function endOf<T>(property: fc.IProperty<T>, numRuns = 1_000): string {
  return nameOf(fc.check(property, { seed: SEED, numRuns, endOnFailure: true }));
}

/** The same for a property that takes its time. */
export async function endOfAsync<T>(property: fc.IAsyncProperty<T>, numRuns = 1_000): Promise<string> {
  return nameOf(await fc.check(property, { seed: SEED, numRuns, endOnFailure: true }));
}

function nameOf<T>({ failed, errorInstance }: fc.RunDetails<T>): string {
  if (!failed) return 'held';
  return errorInstance instanceof Error ? errorInstance.name : 'unknown';
}

/** The same machine, which fails when it is told `test.break`. */
export function breakable<M extends AnyStateMachine>(machine: M): M {
  return planted(machine, (config) => {
    const fail = () => {
      throw new Error(`${machine.id} broke`);
    };
    config['on'] = { ...config['on'], 'test.break': { actions: fail } as never };
  });
}

/** Tells an actor that was made `breakable` to fail. */
export function breakNow(ref: AnyActorRef | undefined): void {
  if (!ref) throw new Error('there is nothing to break');
  ref.send({ type: 'test.break' });
}
