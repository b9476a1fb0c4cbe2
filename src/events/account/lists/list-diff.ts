import type { Tag } from '../../nostr/event.ts';
import {
  entryKey,
  type ListName,
  NO_ENTRY,
  numberEntries,
  type Numbering,
} from './list-definitions.ts';

/**
 * The parts of a list version. `secret` is the opened private part; `undefined` if there is none or
 * it is sealed.
 */
export interface ListParts {
  readonly tags: readonly Tag[];
  readonly secret: readonly Tag[] | undefined;
}

interface Row {
  readonly tag: Tag;
  readonly secret: boolean;
}

/** The exact difference between two versions (BEYOND-01), with tags in their order. */
export interface ListDiff {
  readonly added: readonly Row[];
  readonly removed: readonly Row[];
  readonly changed: ReadonlyArray<{ readonly from: Row; readonly to: Row }>;
  /** True if tags that stayed are in another order. */
  readonly reordered: boolean;
}

/**
 * Compare two versions tag by tag. If a tag was removed and another added under the same entry, the
 * entry counts as changed.
 */
export function diffOf(
  list: ListName,
  before: ListParts,
  after: ListParts,
  numbering = numberEntries(list),
): ListDiff {
  const [old, fresh] = fromFirstChange(linesOf(before, numbering), linesOf(after, numbering));
  const waiting = Map.groupBy(fresh, placeOf);
  const take = (line: Line, fits: (other: Line) => boolean): Line | undefined => {
    const there = waiting.get(placeOf(line)) ?? [];
    const at = there.findIndex(fits);
    return at < 0 ? undefined : there.splice(at, 1)[0];
  };
  const kept: Line[] = [];
  const gone = old.filter((line) => {
    const same = take(line, (other) => isSameLine(line, other));
    if (same) kept.push(same);
    return !same;
  });
  const changed: Array<ListDiff['changed'][number]> = [];
  const removed: Row[] = [];
  const met = new Set(kept);
  const stayed = fresh.filter((line) => met.has(line));
  for (const line of gone) {
    const to = take(line, () => true);
    if (to) changed.push({ from: line.row, to: to.row });
    else removed.push(line.row);
    if (to) met.add(to);
  }
  const added = fresh.flatMap((line) => (met.has(line) ? [] : [line.row]));
  return { added, removed, changed, reordered: kept.some((line, at) => line !== stayed[at]) };
}

/**
 * Return the number of entries that the newer version keeps unchanged. Tags that are no entries of
 * the list, such as `d`, do not count.
 */
export function keptEntries(
  list: ListName,
  { tags, secret = [] }: ListParts,
  { added, changed }: Pick<ListDiff, 'added' | 'changed'>,
): number {
  const count = (some: readonly Tag[]) =>
    some.filter((tag) => entryKey(list, tag) !== undefined).length;
  const fresh = [...added, ...changed.map(({ to }) => to)].map(({ tag }) => tag);
  return count(tags) + count(secret) - count(fresh);
}

/** A row with the number of its entry. */
interface Line {
  readonly row: Row;
  readonly entry: number;
}

function linesOf({ tags, secret = [] }: ListParts, { all }: Numbering): readonly Line[] {
  const lines = (part: readonly Tag[], isSecret: boolean) => {
    const entries = all(part);
    return part.map(
      (tag, at): Line => ({ row: { tag, secret: isSecret }, entry: entries[at] ?? NO_ENTRY }),
    );
  };
  return [...lines(tags, false), ...lines(secret, true)];
}

/** Return a key by which lines are matched: the entry, or the text if the tag is no entry. */
function placeOf({ row, entry }: Line): number | string {
  return entry === NO_ENTRY ? JSON.stringify(row) : entry;
}

/** Remove the common beginning of both versions. */
function fromFirstChange(
  old: readonly Line[],
  fresh: readonly Line[],
): readonly [old: readonly Line[], fresh: readonly Line[]] {
  const first = old.findIndex((line, at) => !isSameLine(line, fresh[at]));
  const begin = first < 0 ? old.length : first;
  return [old.slice(begin), fresh.slice(begin)];
}

function isSameLine({ row }: Line, other: Line | undefined): boolean {
  return other !== undefined && row.secret === other.row.secret && isSame(row.tag, other.row.tag);
}

/** True if two parts hold the same tags in the same order. */
export function areSame(
  one: readonly Tag[] | undefined,
  other: readonly Tag[] | undefined,
): boolean {
  if (one === other) return true;
  if (one?.length !== other?.length) return false;
  return one?.every((tag, at) => isSame(tag, other?.[at] ?? [])) ?? false;
}

function isSame(one: Tag, other: Tag): boolean {
  return (
    one === other || (one.length === other.length && one.every((text, at) => text === other[at]))
  );
}
