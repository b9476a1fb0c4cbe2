import { enableMapSet, produce, setAutoFreeze } from 'immer';
import type { SignedEvent } from './event.ts';

enableMapSet();
// freezing doubles the cost of a log of 10,000 lines, and the types already prevent writes to
// shared values
setAutoFreeze(false);

/**
 * A value whose fields, maps and sets can be written to. Signed events stay read-only. Items of a
 * list can be changed, but not their number.
 */
export type Editable<T> = T extends SignedEvent
  ? T
  : T extends ReadonlyMap<infer K, infer V>
    ? Map<K, Editable<V>>
    : T extends ReadonlySet<infer V>
      ? Set<V>
      : T extends readonly unknown[]
        ? { readonly [I in keyof T]: Editable<T[I]> }
        : T extends object
          ? { -readonly [K in keyof T]: Editable<T[K]> }
          : T;

/**
 * Return the value after `edit` has changed a draft of it (immer). The given value and all
 * unchanged parts stay the same.
 */
export function editCopy<T extends object>(value: T, edit: (draft: Editable<T>) => void): T {
  return produce<T, Editable<T>>(value, (draft) => {
    edit(draft);
  });
}
