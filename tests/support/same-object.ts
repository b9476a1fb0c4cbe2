import { expect } from 'vitest';

/**
 * An object equals itself, without a look at its parts. `toMatchObject` alone, and any comparison
 * of maps and sets, would compare it part by part: for an actor, which leads to its whole system,
 * that takes a second.
 */
const MARK = Symbol.for('starling.same-object');

if (!Reflect.has(globalThis, MARK)) {
  Reflect.set(globalThis, MARK, true);
  expect.addEqualityTesters([(one, other) => (Object.is(one, other) ? true : undefined)]);
}
