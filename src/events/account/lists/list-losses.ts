import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import type { Seconds } from '../../core/time.ts';
import { type ListName, NO_ENTRY, numberEntries } from './list-definitions.ts';

/** What a version that was made elsewhere lacks. `lost`: the entries as they stood; `from`, `to`: ids of the versions. */
export interface Loss {
  readonly list: ListName;
  readonly lost: readonly Tag[];
  readonly from: string;
  readonly to: string;
  /** When the shorter version was made. */
  readonly at: Seconds;
}

/** So many entries less are somebody tidying up. */
const FEW = 2;

/** The public entries that are gone, if they are more than a few (BEYOND-02). What stands in a private part is not known here. */
export function lossOf(list: ListName, before: VerifiedEvent, after: VerifiedEvent): Loss | undefined {
  const lost = missingIn(list, before, after);
  return lost.length > FEW ? { list, lost, from: before.id, to: after.id, at: after.created_at } : undefined;
}

/** The public entries of a version that another does not have; all of them, where there is no other. */
function missingIn(list: ListName, before: VerifiedEvent, after: VerifiedEvent | undefined): readonly Tag[] {
  const { all } = numberEntries(list);
  const isLeft: boolean[] = [];
  for (const entry of all(after?.tags ?? [])) if (entry !== NO_ENTRY) isLeft[entry] = true;
  const entries = all(before.tags);
  return before.tags.filter((_, at) => entries[at] !== NO_ENTRY && !isLeft[entries[at] ?? NO_ENTRY]);
}
