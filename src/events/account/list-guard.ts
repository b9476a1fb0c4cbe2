import type { Tag } from '../event.ts';
import { areSame, type ListParts } from './list-diff.ts';
import { entryKey, type ListName } from './list-form.ts';
import type { ListIntent } from './list-intents.ts';

/** A version with its content; undefined where a new private part is still to be sealed into it. */
export interface ListVersion extends ListParts {
  readonly content: string | undefined;
}

/** A rule that a new version would break. */
export type Breach = 'INV-SHRINK' | 'INV-PRESERVE' | 'INV-OPAQUE' | 'unfulfilled';

/**
 * The last look at a new version before it is put before a signer (BEYOND-01). Knows nothing of how it was made, only what was there,
 * what is there now, and what somebody asked for. INV-SHRINK: no entry is gone that nobody removed. INV-PRESERVE: whatever no intent
 * names stands as it stood, in its order. INV-OPAQUE: content changes only with an edited private part that had been opened.
 */
export function breachesOf(list: ListName, before: ListVersion, after: ListVersion, intents: readonly ListIntent[]): ReadonlySet<Breach> {
  const last = new Map(intents.map((intent) => [entryKey(list, intent.tag), intent]));
  const removed = new Set(intents.flatMap(({ act, tag }) => (act === 'remove' ? (entryKey(list, tag) ?? []) : [])));
  const [held, holds] = [keysOf(list, before), keysOf(list, after)];
  const untouched = (tags: readonly Tag[] = []) => tags.filter((tag) => !isNamed(list, tag, last));
  const breaches = new Set<Breach>();
  for (const key of held) if (!holds.has(key) && !removed.has(key)) breaches.add('INV-SHRINK');
  if (!areSame(untouched(before.tags), untouched(after.tags))) breaches.add('INV-PRESERVE');
  if (before.secret && !areSame(untouched(before.secret), untouched(after.secret))) breaches.add('INV-PRESERVE');
  if (isContentBroken(before, after)) breaches.add('INV-OPAQUE');
  for (const [key, { act }] of last) if (key !== undefined && holds.has(key) === (act === 'remove')) breaches.add('unfulfilled');
  return breaches;
}

function isContentBroken(before: ListVersion, after: ListVersion): boolean {
  if (!before.secret) return after.secret !== undefined || after.content !== before.content;
  if (areSame(before.secret, after.secret)) return after.content !== before.content;
  return after.content !== (after.secret?.length === 0 ? '' : undefined);
}

function isNamed(list: ListName, tag: Tag, named: ReadonlyMap<string | undefined, ListIntent>): boolean {
  const key = entryKey(list, tag);
  return key !== undefined && named.has(key);
}

function keysOf(list: ListName, { tags, secret = [] }: ListParts): ReadonlySet<string> {
  return new Set([...tags, ...secret].flatMap((tag) => entryKey(list, tag) ?? []));
}
