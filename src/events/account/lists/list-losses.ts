import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import type { Seconds } from '../../core/time.ts';
import { type ListName, NO_ENTRY, numberEntries } from './list-definitions.ts';

/**
 * Entries that a version from another client lacks. `lost`: the entries in their old form. `from`,
 * `to`: ids of the versions.
 */
export interface ListLoss {
  readonly list: ListName;
  readonly lost: readonly Tag[];
  readonly from: string;
  readonly to: string;
  /** Date of the shorter version. */
  readonly at: Seconds;
}

/** The user may have tidied up if no more entries than this are gone. */
const FEW = 2;

/**
 * Return the public entries that are gone, if they are more than a few (BEYOND-02). Private parts
 * are not compared.
 */
export function listLossOf(
  list: ListName,
  before: VerifiedEvent,
  after: VerifiedEvent,
): ListLoss | undefined {
  const lost = missingIn(list, before, after);
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
