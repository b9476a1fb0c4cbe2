import { parseJson } from '../../../events/core/json.ts';
import type { TabPart } from '../../core/tab-part-store.ts';
import type { DeviceSeal } from './device-seal.ts';
import { openPageSeal } from './page-encryption.ts';

/** A value that a page has not written to disk yet, or could not, and the part that contains it. */
export interface Left<T> {
  readonly part: TabPart;
  readonly values: readonly T[];
}

interface Opening<T> {
  readonly seal: DeviceSeal | undefined;
  readonly keyName: string;
  readonly read: (value: unknown) => T | undefined;
}

/**
 * Returns all values in parts that pages sealed, in order. Parts that do not open or parse are left
 * out (INV-NO-LOSS).
 */
export async function readLeft<T>(
  parts: readonly TabPart[],
  { seal, keyName, read }: Opening<T>,
): Promise<readonly Left<T>[]> {
  const left: Left<T>[] = [];
  for (const part of parts) {
    const bytes =
      typeof part.value === 'string' && seal
        ? await openPageSeal(seal, part.value, keyName)
        : undefined;
    const values = bytes && parseJson(new TextDecoder().decode(bytes));
    if (Array.isArray(values))
      left.push({ part, values: values.flatMap((one) => read(one) ?? []) });
  }
  return left;
}
