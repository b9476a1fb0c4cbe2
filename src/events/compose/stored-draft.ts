import { field, isRecord } from '../core/json.ts';
import { inMillis, type Millis, millis } from '../core/time.ts';
import { draftOrigin, expandPeople, isBlank, type KeptAim, readTarget } from './compose.ts';
import {
  jobFrom,
  type OutboxRecords,
  type OutboxState,
  stateOf,
} from '../publish/outbox/outbox.ts';
import { readWriting, type Writing } from '../publish/writing/writing.ts';

/** A name of a stored text. `target`: the name. `at`: when the text was last stored under it. */
export interface StoredDraftName {
  readonly target: string;
  readonly at: Millis;
}

/**
 * An unsent text as a device stores it. `earlier`: its former names, because a browser crash may
 * restore entries under them. `isAside`: the user saved it for later, so it fills no new composer.
 */
export interface StoredDraft extends StoredDraftName {
  readonly writing: Writing;
  readonly isAside?: true;
  readonly earlier?: readonly StoredDraftName[];
}

/** A text whose job the outbox has discarded or sent. `content`: of its event. */
export interface FinishedText {
  readonly account: string;
  readonly origin: string;
  readonly content: string;
}

/** The end of a quote, after the typed words: the passage and the quoted event. */
const QUOTED = /^\s*(?:> [^]*\n\n)?nostr:\w+$/;

/** True if the stored text is the finished one, and was not changed since. */
export function isFinished(
  { target, writing }: StoredDraft,
  { origin, content }: FinishedText,
): boolean {
  if (draftOrigin(target, writing) !== origin) return false;
  const text = expandPeople(writing.text, writing.people).trim();
  if (readTarget(target)?.type !== 'quote') return content === text;
  return content.startsWith(text) && QUOTED.test(content.slice(text.length));
}

/** A stored text as lists show it. */
export interface ListedText extends StoredDraft {
  readonly aim: KeptAim;
}

/** Return the unsent texts to list: all except the one that is open under the name `here`. */
export function listedTexts(
  drafts: readonly StoredDraft[],
  here: string,
  records: OutboxRecords,
): readonly ListedText[] {
  return drafts.flatMap((draft) => {
    const { target, writing, at } = draft;
    const aim = readTarget(target);
    const isListed = aim && target !== here && !isBlank(writing) && inMillis(at) > 0;
    // open exactly this text, also if its name has no place
    return isListed && !isInLog(draft, records)
      ? [{ ...draft, aim: { ...aim, place: aim.place ?? '' } }]
      : [];
  });
}

const IN_LOG: ReadonlySet<OutboxState> = new Set<OutboxState>(['accepted', 'scheduled']);

/**
 * True if a relay has accepted the text, or it is scheduled as it is. Its page may close before the
 * text is removed.
 */
function isInLog(draft: StoredDraft, records: OutboxRecords): boolean {
  const origin = draftOrigin(draft.target, draft.writing);
  const record = jobFrom(records, origin);
  return (
    record?.wish.type === 'event' &&
    IN_LOG.has(stateOf(record)) &&
    isFinished(draft, { account: record.account, origin, content: record.wish.draft.content })
  );
}

const LONGEST_TARGET = 1_000;

const MOST_NAMES = 20;

/** Read a stored or transferred draft; `undefined` if it is invalid (E-47). */
export function readStoredDraft(row: unknown): StoredDraft | undefined {
  if (!isRecord(row)) return undefined;
  const [name, writing] = [readName(row), readWriting(field(row, 'writing'))];
  if (!name || !writing) return undefined;
  const rows = field(row, 'earlier');
  const earlier = Array.isArray(rows)
    ? rows.slice(-MOST_NAMES).flatMap((one) => readName(one) ?? [])
    : [];
  return {
    ...name,
    writing,
    ...(earlier.length > 0 ? { earlier } : {}),
    ...(field(row, 'isAside') === true ? { isAside: true } : {}),
  };
}

function readName(row: unknown): StoredDraftName | undefined {
  if (!isRecord(row)) return undefined;
  const [target, at] = [field(row, 'target'), field(row, 'at')];
  const isName =
    typeof target === 'string' &&
    target.length <= LONGEST_TARGET &&
    typeof at === 'number' &&
    Number.isFinite(at);
  return isName ? { target, at: millis(at) } : undefined;
}

/** Return the former names of a text that continues under a new name. */
export function formerNames({ target, at, earlier = [] }: StoredDraft): readonly StoredDraftName[] {
  return [...earlier, { target, at }].slice(-MOST_NAMES);
}

/** Return the newest draft of each target, without drafts that continue under another name. */
export function newestDrafts(drafts: readonly StoredDraft[]): ReadonlyMap<string, StoredDraft> {
  const newest = new Map<string, StoredDraft>();
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
