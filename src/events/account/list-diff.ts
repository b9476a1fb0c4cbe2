import type { Tag } from '../event.ts';
import { entryKey, type ListName } from './list-form.ts';

/** A version of a list, taken apart. `secret` is the private part where it is open; undefined: there is none, or it is sealed. */
export interface ListParts {
  readonly tags: readonly Tag[];
  readonly secret: readonly Tag[] | undefined;
}

interface Row {
  readonly tag: Tag;
  readonly secret: boolean;
}

/** What exactly differs between two versions (BEYOND-01). Tags in the order in which they stand. */
export interface ListDiff {
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
  readonly changed: ReadonlyArray<{ readonly from: Row; readonly to: Row }>;
  /** The same tags stand in another order. */
  readonly reordered: boolean;
}

/** Compares tag by tag; what is gone from a key and new under the same key counts as changed. */
export function diffOf(list: ListName, before: ListParts, after: ListParts): ListDiff {
  const [old, fresh] = [rowsOf(before), rowsOf(after)];
  const gone = without(old, fresh);
  const come = without(fresh, old);
  const changed = gone.flatMap((from) => {
    const key = entryKey(list, from.tag);
    const at = key === undefined ? -1 : come.findIndex((row) => entryKey(list, row.tag) === key);
    const [to] = at < 0 ? [] : come.splice(at, 1);
    return to ? [{ from, to }] : [];
  });
  const removed = gone.filter((row) => !changed.some(({ from }) => from === row));
  const [kept, stayed] = [without(old, gone), without(fresh, without(fresh, old))];
  return { added: come, removed, changed, reordered: kept.some((row, at) => textOf(row) !== textOf(stayed[at])) };
}

function rowsOf({ tags, secret = [] }: ListParts): readonly Row[] {
  return [...tags.map((tag) => ({ tag, secret: false })), ...secret.map((tag) => ({ tag, secret: true }))];
}

/** Those rows that the others do not hold as often. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const left = new Map<string, number>();
  for (const row of others) left.set(textOf(row), (left.get(textOf(row)) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(textOf(row)) ?? 0;
    left.set(textOf(row), count - 1);
    return count <= 0;
  });
}

function textOf(row: Row | undefined): string {
  return JSON.stringify([row?.secret, row?.tag]);
}
