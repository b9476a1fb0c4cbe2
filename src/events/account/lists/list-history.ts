import { tagValue, type Tag, type VerifiedEvent } from '../../nostr/event.ts';
import { diffOf, type ListDiff, type ListParts } from './list-diff.ts';
import { entryKey, type ListName } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/** Characters of a program's name, which any client can choose. */
const LONGEST_PROGRAM = 60;

/**
 * Return the program that made a version, by its own claim (client tag); `undefined` if it has
 * none.
 */
export function programOf(event: Pick<VerifiedEvent, 'tags'>): string | undefined {
  const name = (tagValue(event, 'client') ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return name === '' ? undefined : Array.from(name).slice(0, LONGEST_PROGRAM).join('');
}

/** Return the parts of a version. `secret`: its private part, if it was opened. */
export function partsOf(
  event: VerifiedEvent | undefined,
  secret: readonly Tag[] | undefined,
): ListParts {
  return { tags: event?.tags ?? [], secret };
}

/**
 * Return the entries that differ between two versions. Tags that are no entries of the list, such
 * as the program's name, are left out.
 */
export function entriesBetween(list: ListName, before: ListParts, after: ListParts): ListDiff {
  const { added, removed, changed, reordered } = diffOf(list, before, after);
  const isEntry = ({ tag }: { readonly tag: Tag }) => entryKey(list, tag) !== undefined;
  return {
    added: added.filter(isEntry),
    removed: removed.filter(isEntry),
    changed: changed.filter(({ to }) => isEntry(to)),
    reordered,
  };
}

/** An entry of an earlier version that the list now lacks, or holds in another form. */
export interface Missing {
  readonly tag: Tag;
  readonly secret: boolean;
  readonly intent: ListIntent;
}

/**
 * Return the entries of an earlier version that the list now lacks (BEYOND-02), each with the
 * intent that restores it. Later additions stay, as nothing is ever removed. A closed private part
 * is ignored on both sides, because its entries are not known to be missing.
 */
export function missingOf(list: ListName, now: ListParts, earlier: ListParts): readonly Missing[] {
  const comparable = now.secret === undefined ? { ...earlier, secret: undefined } : earlier;
  const { added, changed } = entriesBetween(list, now, comparable);
  const back = (
    act: 'add' | 'set',
    { tag, secret }: { readonly tag: Tag; readonly secret: boolean },
  ): Missing => ({
    tag,
    secret,
    intent: { act, tag, ...(secret ? { secret } : {}) },
  });
  return [...added.map((row) => back('add', row)), ...changed.map(({ to }) => back('set', to))];
}
