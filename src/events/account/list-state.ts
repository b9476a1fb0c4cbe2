import type { Tag, VerifiedEvent } from '../event.ts';
import type { Versions } from '../facts.ts';
import { stateOf, type OutboxRecords } from '../publish/outbox.ts';
import { entryKey, type ListName } from './list-form.ts';
import type { ListIntent } from './list-intents.ts';

const NOTHING: ReadonlySet<string> = new Set();
const entries = new WeakMap<VerifiedEvent, ReadonlySet<string>>();
const unheld = new WeakMap<OutboxRecords, ReadonlySet<string>>();

/** Keys of the public entries of a version. */
export function entriesOf(list: ListName, event: VerifiedEvent | undefined): ReadonlySet<string> {
  if (!event) return NOTHING;
  const known = entries.get(event) ?? new Set(event.tags.flatMap((tag) => entryKey(list, tag) ?? []));
  entries.set(event, known);
  return known;
}

/** Ids of signed versions that nobody has taken: they do not count yet (INV-OUTCOME). */
export function unheldIn(records: OutboxRecords): ReadonlySet<string> {
  const known =
    unheld.get(records) ??
    new Set([...records.values()].flatMap((record) => (record.event && stateOf(record) !== 'accepted' ? [record.event.id] : [])));
  unheld.set(records, known);
  return known;
}

/** The newest version that somebody holds. */
export function heldVersion(versions: Versions | undefined, not: ReadonlySet<string> = NOTHING): VerifiedEvent | undefined {
  return versions && [versions.current, ...versions.older].find(({ id }) => !not.has(id));
}

/** What is wanted last of an entry, by its key, and not done yet: to be there, or to be gone. */
export function wantedOf(list: ListName, intents: readonly ListIntent[], key: string): boolean | undefined {
  const last = intents.findLast(({ tag }) => entryKey(list, tag) === key);
  return last && last.act !== 'remove';
}

/** The key of an entry that is certain to be one. */
export function keyOf(list: ListName, tag: Tag): string {
  return entryKey(list, tag) ?? '';
}
