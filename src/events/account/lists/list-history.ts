import { tagValue, type Tag, type VerifiedEvent } from '../../nostr/event.ts';
import { diffOf, type ListDiff, type ListParts } from './list-diff.ts';
import { entryKey, type ListName } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/** Characters of the name of a program, which anybody writes. */
const LONGEST_PROGRAM = 60;

/** The program that made a version, as it names itself (client tag); undefined: it does not. */
export function programOf(event: Pick<VerifiedEvent, 'tags'>): string | undefined {
  const name = (tagValue(event, 'client') ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return name === '' ? undefined : Array.from(name).slice(0, LONGEST_PROGRAM).join('');
}

/** A version, with its private part where that was opened. */
export function partsOf(event: VerifiedEvent | undefined, secret: readonly Tag[] | undefined): ListParts {
  return { tags: event?.tags ?? [], secret };
}

/** What entries differ between two versions. Tags that are no entries of the list, the program's name for one, are left out. */
export function entriesBetween(list: ListName, before: ListParts, after: ListParts): ListDiff {
  const { added, removed, changed, reordered } = diffOf(list, before, after);
  const isEntry = ({ tag }: { readonly tag: Tag }) => entryKey(list, tag) !== undefined;
  return { added: added.filter(isEntry), removed: removed.filter(isEntry), changed: changed.filter(({ to }) => isEntry(to)), reordered };
}

/** An entry of an earlier version that is not in the list now, or looks otherwise there. */
export interface Missing {
  readonly tag: Tag;
  readonly secret: boolean;
  readonly intent: ListIntent;
}

/**
 * What the list lacks now of an earlier version (BEYOND-02), each with what puts it back. Nothing is ever removed: what was added since stays. A
 * private part that is closed counts for nothing, on either side: what it holds is not known to be missing.
 */
export function missingOf(list: ListName, now: ListParts, earlier: ListParts): readonly Missing[] {
  const comparable = now.secret === undefined ? { ...earlier, secret: undefined } : earlier;
  const { added, changed } = entriesBetween(list, now, comparable);
  const back = (act: 'add' | 'set', { tag, secret }: { readonly tag: Tag; readonly secret: boolean }): Missing => ({
    tag,
    secret,
    intent: { act, tag, ...(secret ? { secret } : {}) },
  });
  return [...added.map((row) => back('add', row)), ...changed.map(({ to }) => back('set', to))];
}
