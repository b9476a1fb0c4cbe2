import { parseJson } from '../../../events/core/json.ts';
import type { TabPart } from '../../core/tab-part-store.ts';
import type { DeviceSeal } from './device-seal.ts';
import { openPageSeal } from './page-encryption.ts';

/** What a page did not bring to the disk yet, or any more, and the part in which it lies. */
export interface Left<T> {
  readonly part: TabPart;
  readonly values: readonly T[];
}

interface Opening<T> {
  readonly seal: DeviceSeal | undefined;
  /** The name of the key that seals it. */
  readonly keyName: string;
  readonly read: (value: unknown) => T | undefined;
}

/** All that is left in parts that pages sealed, in their order; without what cannot be opened or read (INV-NO-LOSS). */
export async function readLeft<T>(parts: readonly TabPart[], { seal, keyName, read }: Opening<T>): Promise<readonly Left<T>[]> {
  const left: Left<T>[] = [];
  for (const part of parts) {
    const bytes = typeof part.value === 'string' && seal ? await openPageSeal(seal, part.value, keyName) : undefined;
    const values = bytes && parseJson(new TextDecoder().decode(bytes));
    if (Array.isArray(values)) left.push({ part, values: values.flatMap((one) => read(one) ?? []) });
  }
  return left;
}
