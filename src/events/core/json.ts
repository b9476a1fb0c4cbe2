/** Parse JSON; `undefined` if the text is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * True if the value is an object with keys (no array, no null). Read it with `field`, which sees
 * own keys only.
 */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Return a type guard for the given texts. */
export const oneOf =
  <Text extends string>(texts: readonly Text[]) =>
  (value: unknown): value is Text =>
    texts.some((text) => text === value);

/** True if the value is a finite number. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * Read an own field of a record. Keys like `constructor` or `__proto__` give only a value that the
 * sender wrote (E-13).
 */
export function field(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
