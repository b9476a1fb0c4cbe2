import { isHex } from '../core/hex.ts';
import { isRecord } from '../core/json.ts';
import { seconds, type Seconds } from '../core/time.ts';

/** Return a string unchanged; empty for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Return a whole number from 0 up; 0 for any other value. */
export function countOf(value: unknown): number {
  return numberOf(value, 0) ?? 0;
}

/** Return a Unix time in seconds; `undefined` if it is missing, not a number, or before 1970. */
export function timeOf(value: unknown): Seconds | undefined {
  return seconds(numberOf(value, 1));
}

/** Return 64 lower-case hex characters (an id or a public key); otherwise `undefined`. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && isHex(value, 64) ? value : undefined;
}

/** Return the items of an array that `read` accepts, in order; empty if the value is no array. */
export function itemsOf<V>(value: unknown, read: (item: unknown) => V | undefined): V[] {
  return Array.isArray(value) ? value.flatMap((item) => read(item) ?? []) : [];
}

/**
 * Return the entries of an object whose key is an id or public key and whose value `read` accepts.
 * A Map makes odd keys harmless (E-13).
 */
export function entriesOf<V>(
  value: unknown,
  read: (item: unknown) => V | undefined,
): Map<string, V> {
  const found = new Map<string, V>();
  if (!isRecord(value)) return found;
  for (const [key, item] of Object.entries(value)) {
    const row = isHex(key, 64) ? read(item) : undefined;
    if (row !== undefined) found.set(key, row);
  }
  return found;
}

/** Return a string that is not empty; otherwise `undefined`. */
export function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown, least: number): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const whole = Math.trunc(Math.min(value, Number.MAX_SAFE_INTEGER));
  return whole >= least ? whole : undefined;
}
