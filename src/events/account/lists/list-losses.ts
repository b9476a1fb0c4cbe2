import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import type { Seconds } from '../../core/time.ts';
import { entryKey, type ListName, NO_ENTRY, numberEntries } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/**
 * Entries that a version from another client lacks. `lost`: the entries in their old form. `from`,
 * `to`: ids of the versions. `own`: an own edit that it lacks instead of entries. `isTried`: it was
 * made again without success.
 */
export interface ListLoss {
  readonly list: ListName;
  readonly lost: readonly Tag[];
  readonly from: string;
  readonly to: string;
  /** Date of the shorter version. */
  readonly at: Seconds;
  readonly own?: { readonly intents: readonly ListIntent[]; readonly isTried: boolean };
}

/** The user may have tidied up if no more entries than this are gone. */
const FEW = 2;
const NONE: ReadonlySet<string> = new Set();

/**
 * Return the public entries that are gone, if they are more than a few (BEYOND-02). Private parts
 * are not compared. `not`: keys of entries that are dealt with otherwise.
 */
export function listLossOf(
  list: ListName,
  before: VerifiedEvent,
  after: VerifiedEvent,
  not: ReadonlySet<string> = NONE,
): ListLoss | undefined {
  const missing = missingIn(list, before, after);
  const lost =
    not.size === 0 ? missing : missing.filter((tag) => !not.has(entryKey(list, tag) ?? ''));
  return lost.length > FEW
    ? { list, lost, from: before.id, to: after.id, at: after.created_at }
    : undefined;
}

/**
 * Return the public entries of a version that the other lacks; all of them if there is no other.
 */
function missingIn(
  list: ListName,
  before: VerifiedEvent,
  after: VerifiedEvent | undefined,
): readonly Tag[] {
  const { all } = numberEntries(list);
  const isLeft: boolean[] = [];
  for (const entry of all(after?.tags ?? [])) if (entry !== NO_ENTRY) isLeft[entry] = true;
  const entries = all(before.tags);
  return before.tags.filter(
    (_, at) => entries[at] !== NO_ENTRY && !isLeft[entries[at] ?? NO_ENTRY],
  );
}
