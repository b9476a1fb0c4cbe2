import { useContext } from 'react';
import type { NameAnswer } from '../../../machines/account/profile/verified-names.machine.ts';
import { ChildrenContext } from '../../ui/hooks/app-context.ts';
import { useSharedSelector } from '../../ui/hooks/use-shared-selector.ts';

/** The lookup actors: for names, or for lightning addresses. */
export type LookupActor = 'names' | 'providers';
type Answers = ReadonlyMap<string, NameAnswer>;

interface Known {
  readonly context: { readonly answers: Answers };
}

const NONE: Known = { context: { answers: new Map() } };
/** Placeholder for an asker that is not started yet (`use-asked-names.ts`). */
const UNASKED = { getSnapshot: () => NONE, subscribe: () => ({ unsubscribe: () => undefined }) };

/** Read the answers of an asker. */
export function useAddressLookups<T>(
  asker: LookupActor,
  select: (answers: Answers) => T,
  isSame?: (one: T, other: T) => boolean,
): T {
  return useSharedSelector<Known, T>(
    useContext(ChildrenContext)[asker] ?? UNASKED,
    ({ context }) => select(context.answers),
    isSame,
  );
}

/**
 * Return the account of a name and the source of that answer. `undefined` if it was not looked up
 * with `useName`.
 */
export function useKnownName(address: string): NameAnswer | undefined {
  return useAddressLookups('names', (answers) => answers.get(address));
}
