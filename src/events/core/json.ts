/** The value a JSON text says, or undefined where it is no JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether a value is an object with keys (no array, no null). Read it with `field`, which sees own keys only. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is one of those texts. */
export const oneOf =
  <Text extends string>(texts: readonly Text[]) =>
  (value: unknown): value is Text =>
    texts.some((text) => text === value);

/** Whether a value is a number that can be counted with. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** An own field of a record; keys like `constructor` or `__proto__` give what the sender wrote or nothing (E-13). */
export function field(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
