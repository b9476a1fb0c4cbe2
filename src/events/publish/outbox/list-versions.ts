import { addressOf } from '../../nostr/address.ts';
import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import type { Versions } from '../../facts/rows.ts';
import { stateOf, type OutboxRecords } from './outbox.ts';
import { later, type Seconds } from '../../core/time.ts';
import { entryKey, type ListName } from '../../account/lists/list-definitions.ts';
import type { ListIntent } from '../../account/lists/list-intents.ts';

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

/** `intents`: what it was built for, where it is one of a list; only an editor sends it then. */
interface OwnVersion {
  readonly event: VerifiedEvent;
  readonly isTaken: boolean;
  readonly intents: readonly ListIntent[] | undefined;
}

/** What the outbox knows of own versions that bears on the next one. Of one list, or of the profile: of one address. */
export interface OwnVersions {
  /** Signed and given up, and nobody said that he took them: they never count, whoever remembers or sends them. */
  readonly given: ReadonlySet<string>;
  /** The versions that a relay took. */
  readonly taken: readonly VerifiedEvent[];
  /** Jobs whose version is signed and on its way. */
  readonly sending: ReadonlySet<string>;
  readonly byJob: ReadonlyMap<string, OwnVersion>;
  /** When the last one was dated, whatever became of it, so that the next is later. */
  readonly last: Seconds | undefined;
}

/** Reads the versions of an address that were signed here. */
export function ownVersions(records: OutboxRecords, address: string): OwnVersions {
  const signed = [...records.values()].flatMap((record) =>
    record.event && addressOf(record.event) === address ? [{ ...record, event: record.event, state: stateOf(record) }] : [],
  );
  const times = signed.map(({ event }) => event.created_at);
  return {
    given: new Set(signed.flatMap(({ event, state }) => (state === 'discarded' ? [event.id] : []))),
    taken: signed.flatMap(({ event, state }) => (state === 'accepted' ? [event] : [])),
    sending: new Set(signed.flatMap(({ job, state }) => (state === 'sending' ? [job] : []))),
    byJob: new Map(
      signed.map(({ job, wish, event, state }) => [
        job,
        { event, isTaken: state === 'accepted', intents: wish.type === 'list' ? wish.intents : undefined },
      ]),
    ),
    last: times.reduce<Seconds | undefined>((last, time) => later(time, last ?? time), undefined),
  };
}

/** The newest version that somebody holds. */
export function heldVersion(versions: Versions | undefined, not: ReadonlySet<string> = NOTHING): VerifiedEvent | undefined {
  return versions && [versions.current, ...versions.older].find(({ id }) => !not.has(id));
}

/** Whether the entry of that key is to be in the list once all these edits are done; undefined: none of them is about it. */
export function wantedOf(list: ListName, intents: readonly ListIntent[], key: string): boolean | undefined {
  const last = intents.findLast(({ tag }) => entryKey(list, tag) === key);
  return last && last.act !== 'remove';
}

/** The key of an entry that is certain to be one. */
export function keyOf(list: ListName, tag: Tag): string {
  return entryKey(list, tag) ?? '';
}
