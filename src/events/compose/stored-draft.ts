import { field, isRecord } from '../core/json.ts';
import { inMillis, type Millis, millis } from '../core/time.ts';
import { readWriting, type Writing } from '../publish/writing/writing.ts';

/** `target`: the name under which a text is kept; `at`: when it was kept there last. */
export interface KeptName {
  readonly target: string;
  readonly at: Millis;
}

/** A text in the making as a device keeps it. `earlier`: its names before. A browser that crashes may bring back what lay under those. */
export interface KeptDraft extends KeptName {
  readonly writing: Writing;
  readonly earlier?: readonly KeptName[];
}

const LONGEST_TARGET = 1_000;

const MOST_NAMES = 20;

/** Reads a draft as it is kept or carried; undefined where it is none (E-47). */
export function readKeptDraft(row: unknown): KeptDraft | undefined {
  if (!isRecord(row)) return undefined;
  const [name, writing] = [readName(row), readWriting(field(row, 'writing'))];
  if (!name || !writing) return undefined;
  const rows = field(row, 'earlier');
  const earlier = Array.isArray(rows) ? rows.slice(-MOST_NAMES).flatMap((one) => readName(one) ?? []) : [];
  return { ...name, writing, ...(earlier.length > 0 ? { earlier } : {}) };
}

function readName(row: unknown): KeptName | undefined {
  if (!isRecord(row)) return undefined;
  const [target, at] = [field(row, 'target'), field(row, 'at')];
  const isName = typeof target === 'string' && target.length <= LONGEST_TARGET && typeof at === 'number' && Number.isFinite(at);
  return isName ? { target, at: millis(at) } : undefined;
}

/** The names of a text that goes on under another name. */
export function namesBefore({ target, at, earlier = [] }: KeptDraft): readonly KeptName[] {
  return [...earlier, { target, at }].slice(-MOST_NAMES);
}

/** The newest draft of each target, without those that go on under another name. */
export function newestDrafts(drafts: readonly KeptDraft[]): ReadonlyMap<string, KeptDraft> {
  const newest = new Map<string, KeptDraft>();
  for (const draft of drafts) {
    const before = newest.get(draft.target);
    if (!before || inMillis(before.at) < inMillis(draft.at)) newest.set(draft.target, draft);
  }
  for (const { target, at } of drafts.flatMap(({ earlier = [] }) => earlier)) {
    const left = newest.get(target);
    if (left && inMillis(left.at) <= inMillis(at)) newest.delete(target);
  }
  return newest;
}
