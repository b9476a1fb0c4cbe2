import { isPlain } from '../../events/core/plain-object.ts';
import { isRef } from '../core/refs.ts';

/** One difference of two values. A missing side is `undefined`. */
export interface Change {
  /** Names of fields, indexes and keys from the outermost value down. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/** Number of differences that are listed. */
const MOST = 200;
const DEEPEST = 8;

/**
 * Return where two immutable values differ, at most 200 places. Shared parts are skipped, so the
 * cost follows the size of the change. `isSame`: values that share nothing need another comparison.
 */
export function changesBetween(
  before: unknown,
  after: unknown,
  isSame: (one: unknown, other: unknown) => boolean = Object.is,
): readonly Change[] {
  const found: Change[] = [];
  compare([], before, after);
  return found;

  function compare(path: readonly string[], before: unknown, after: unknown): void {
    if (isSame(before, after) || found.length >= MOST) return;
    const [one, other] = [partsOf(before), partsOf(after)];
    if (!one || !other || one.kind !== other.kind || path.length >= DEEPEST) {
      found.push({ path, before, after });
      return;
    }
    for (const key of new Set([...one.parts.keys(), ...other.parts.keys()]))
      compare([...path, keyText(key)], one.parts.get(key), other.parts.get(key));
  }
}

type Parts = ReadonlyMap<unknown, unknown>;

/** Return the parts of a container by key. Actors, functions and the like have none. */
export function partsOf(value: unknown): { kind: string; parts: Parts } | undefined {
  if (typeof value !== 'object' || value === null || isRef(value)) return undefined;
  if (Array.isArray(value)) return { kind: 'array', parts: new Map(value.entries()) };
  if (value instanceof Map) return { kind: 'map', parts: value as Parts };
  if (value instanceof Set)
    return { kind: 'set', parts: new Map([...value].map((one: unknown) => [one, one])) };
  if (!isPlain(value)) return undefined;
  return { kind: 'object', parts: new Map(Object.entries(value)) };
}

/** Return the text of a key: keys of maps can be any value. */
export function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null ? JSON.stringify(key) : String(key);
}
