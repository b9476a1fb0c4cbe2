import type { Tag } from '../../nostr/event.ts';
import { areSame, type ListParts } from './list-diff.ts';
import { type ListName, NO_ENTRY, numberEntries } from './list-definitions.ts';
import type { ListIntent } from './list-intents.ts';

/** A version with its content; `undefined` if a new private part has yet to be sealed into it. */
export interface ListVersion extends ListParts {
  readonly content: string | undefined;
}

/** A rule that a new version would break. */
export type Breach = 'INV-SHRINK' | 'INV-PRESERVE' | 'INV-OPAQUE' | 'unfulfilled';

/**
 * Return the rules that a new version breaks: the last check before it goes to a signer
 * (BEYOND-01). It sees only the old version, the new version and the intents, not how the new one
 * was made. INV-SHRINK: no entry is gone unless an intent removed it. INV-PRESERVE: tags that no
 * intent names are unchanged and in their order. INV-OPAQUE: content changes only with an edited
 * private part that had been opened.
 */
export function breachesOf(
  list: ListName,
  before: ListVersion,
  after: ListVersion,
  intents: readonly ListIntent[],
  { of, all } = numberEntries(list),
): ReadonlySet<Breach> {
  /**
   * Indexed by entry: the last requested action, whether a removal was requested, and whether the
   * new version has it.
   */
  const last: Array<ListIntent['act'] | undefined> = [];
  const removed: boolean[] = [];
  const holds: boolean[] = [];
  for (const { act, tag } of intents) {
    const entry = of(tag);
    if (entry === NO_ENTRY) continue;
    last[entry] = act;
    if (act === 'remove') removed[entry] = true;
  }
  const entriesIn = ({ tags, secret = [] }: ListParts) =>
    [...all(tags), ...all(secret)].filter((entry) => entry !== NO_ENTRY);
  for (const entry of entriesIn(after)) holds[entry] = true;
  const untouched = (tags: readonly Tag[] = []) => {
    const entries = all(tags);
    return tags.filter((_, at) => last[entries[at] ?? NO_ENTRY] === undefined);
  };
  const breaches = new Set<Breach>();
  if (entriesIn(before).some((entry) => !holds[entry] && !removed[entry]))
    breaches.add('INV-SHRINK');
  if (!areSame(untouched(before.tags), untouched(after.tags))) breaches.add('INV-PRESERVE');
  if (before.secret && !areSame(untouched(before.secret), untouched(after.secret)))
    breaches.add('INV-PRESERVE');
  if (isContentBroken(before, after)) breaches.add('INV-OPAQUE');
  if (
    last.some((act, entry) => act !== undefined && (holds[entry] === true) === (act === 'remove'))
  )
    breaches.add('unfulfilled');
  return breaches;
}

function isContentBroken(before: ListVersion, after: ListVersion): boolean {
  if (!before.secret) return after.secret !== undefined || after.content !== before.content;
  if (areSame(before.secret, after.secret)) return after.content !== before.content;
  return after.content !== (after.secret?.length === 0 ? '' : undefined);
}
