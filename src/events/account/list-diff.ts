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
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const [kept, gone] = parted(old, fresh);
  const [stayed, come] = parted(fresh, old);
  const keyOf = ({ row }: Line): string | undefined => entryKey(list, row.tag);
  const waiting = Map.groupBy(come.toReversed(), keyOf);
  const to = new Map<Line, Line>();
  for (const from of gone) {
    const key = keyOf(from);
    const next = key === undefined ? undefined : waiting.get(key)?.pop();
    if (next) to.set(from, next);
  }
  const met = new Set(to.values());
  return {
    added: come.flatMap((line) => (met.has(line) ? [] : [line.row])),
    removed: gone.flatMap((line) => (to.has(line) ? [] : [line.row])),
    changed: [...to].map(([from, next]) => ({ from: from.row, to: next.row })),
    reordered: kept.some(({ text }, at) => text !== stayed[at]?.text),
  };
}

/** A row with its text, by which rows are compared. */
interface Line {
  readonly row: Row;
  readonly text: string;
}

function linesOf({ tags, secret = [] }: ListParts): readonly Line[] {
  const line = (row: Row): Line => ({ row, text: `${row.secret} ${textOf(row.tag)}` });
  return [...tags.map((tag) => line({ tag, secret: false })), ...secret.map((tag) => line({ tag, secret: true }))];
}

/** Lines that the others hold, too, and those that they do not hold as often. */
function parted(lines: readonly Line[], others: readonly Line[]): readonly [held: readonly Line[], rest: readonly Line[]] {
  const left = new Map<string, number>();
  for (const { text } of others) left.set(text, (left.get(text) ?? 0) + 1);
  const held: Line[] = [];
  const rest: Line[] = [];
  for (const line of lines) {
    const count = left.get(line.text) ?? 0;
    if (count > 0) left.set(line.text, count - 1);
    (count > 0 ? held : rest).push(line);
  }
  return [held, rest];
}

/** Whether two parts hold the same tags in the same order. */
export function areSame(one: readonly Tag[] | undefined, other: readonly Tag[] | undefined): boolean {
  if (one === other) return true;
  if (one?.length !== other?.length) return false;
  return one?.every((tag, at) => tag === other?.[at] || textOf(tag) === textOf(other?.[at] ?? [])) ?? false;
}

function textOf(tag: Tag): string {
  const text = texts.get(tag) ?? JSON.stringify(tag);
  texts.set(tag, text);
  return text;
}

/** A tag is never changed, and long lists are gone through more than once. */
const texts = new WeakMap<Tag, string>();
