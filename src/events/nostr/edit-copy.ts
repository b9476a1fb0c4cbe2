import { enableMapSet, produce, setAutoFreeze } from 'immer';
import type { SignedEvent } from './event.ts';

enableMapSet();
// freezing doubles what a log of 10,000 lines costs, and it is the types that keep people from writing to what they read
setAutoFreeze(false);

/** A value whose fields, maps and sets can be written to. What is signed stays as it is; of a list the items can be changed, not their number. */
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

/** The value as it is once `edit` has changed a draft of it (immer): the value itself, and all in it that did not change, stays as it was. */
export function edited<T extends object>(value: T, edit: (draft: Editable<T>) => void): T {
  return produce<T, Editable<T>>(value, (draft) => {
    edit(draft);
  });
}
