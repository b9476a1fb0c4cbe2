import { field, isRecord } from '../json.ts';
import { inMillis, type Millis, millis } from '../time.ts';
import { readWriting, type Writing } from './compose.ts';

/** A text in the making as a device keeps it. `target`: the name under which it is kept; `at`: when it was. */
export interface KeptDraft {
  readonly target: string;
  readonly writing: Writing;
  readonly at: Millis;
}

const LONGEST_TARGET = 1_000;

/** Reads a draft as it is kept or carried; undefined where it is none (E-47). */
export function readKeptDraft(row: unknown): KeptDraft | undefined {
  if (!isRecord(row)) return undefined;
  const [target, at, writing] = [field(row, 'target'), field(row, 'at'), readWriting(field(row, 'writing'))];
  return typeof target === 'string' && target.length <= LONGEST_TARGET && typeof at === 'number' && Number.isFinite(at) && writing
    ? { target, at: millis(at), writing }
    : undefined;
}

/** The newest draft of each target. */
export function newestDrafts(drafts: readonly KeptDraft[]): ReadonlyMap<string, KeptDraft> {
  const newest = new Map<string, KeptDraft>();
  for (const draft of drafts) {
    const before = newest.get(draft.target);
    if (!before || inMillis(before.at) < inMillis(draft.at)) newest.set(draft.target, draft);
  }
  return newest;
}
