import { addressOf } from '../../nostr/address.ts';
import type { Tag, VerifiedEvent } from '../../nostr/event.ts';
import type { Versions } from '../../facts/rows.ts';
import { stateOf, type OutboxRecord, type OutboxRecords } from './outbox.ts';
import { later, type Seconds } from '../../core/time.ts';
import { entryKey, type ListName } from '../../account/lists/list-definitions.ts';
import type { ListIntent } from '../../account/lists/list-intents.ts';

const NOTHING: ReadonlySet<string> = new Set();
const entries = new WeakMap<VerifiedEvent, ReadonlySet<string>>();
const unheld = new WeakMap<OutboxRecords, ReadonlySet<string>>();

/** Return the keys of the public entries of a version. */
export function entriesOf(list: ListName, event: VerifiedEvent | undefined): ReadonlySet<string> {
  if (!event) return NOTHING;
  const known =
    entries.get(event) ?? new Set(event.tags.flatMap((tag) => entryKey(list, tag) ?? []));
  entries.set(event, known);
  return known;
}

/** Return the last job that changes a list, unless it was discarded. */
export function lastListJob(records: OutboxRecords, list: ListName): OutboxRecord | undefined {
  return [...records.values()].findLast(
    (record) =>
      record.wish.type === 'list' && record.wish.list === list && stateOf(record) !== 'discarded',
  );
}

/**
 * Return the ids of signed versions that no relay has accepted. They do not count yet
 * (INV-OUTCOME).
 */
export function unacknowledgedIn(records: OutboxRecords): ReadonlySet<string> {
  const known =
    unheld.get(records) ??
    new Set(
      [...records.values()].flatMap((record) =>
        record.event && stateOf(record) !== 'accepted' ? [record.event.id] : [],
      ),
    );
  unheld.set(records, known);
  return known;
}

/**
 * `intents`: the edits that it was built for, if it is a list. Only the list editor sends it then.
 */
interface OwnVersion {
  readonly event: VerifiedEvent;
  readonly isTaken: boolean;
  readonly intents: readonly ListIntent[] | undefined;
}

/** The own versions of one address (a list or the profile) that the next version depends on. */
export interface OwnVersions {
  /**
   * Signed but discarded, and accepted by no relay. They never count, even if another store or
   * relay returns them.
   */
  readonly given: ReadonlySet<string>;
  readonly taken: readonly VerifiedEvent[];
  /** Jobs whose signed version is being sent. */
  readonly sending: ReadonlySet<string>;
  readonly byJob: ReadonlyMap<string, OwnVersion>;
  /** The date of the last version in any state, so that the next one is later. */
  readonly last: Seconds | undefined;
}

export function ownVersions(records: OutboxRecords, address: string): OwnVersions {
  const signed = [...records.values()].flatMap((record) =>
    record.event && addressOf(record.event) === address
      ? [{ ...record, event: record.event, state: stateOf(record) }]
      : [],
  );
  const times = signed.map(({ event }) => event.created_at);
  return {
    given: new Set(signed.flatMap(({ event, state }) => (state === 'discarded' ? [event.id] : []))),
    taken: signed.flatMap(({ event, state }) => (state === 'accepted' ? [event] : [])),
    sending: new Set(signed.flatMap(({ job, state }) => (state === 'sending' ? [job] : []))),
    byJob: new Map(
      signed.map(({ job, wish, event, state }) => [
        job,
        {
          event,
          isTaken: state === 'accepted',
          intents: wish.type === 'list' ? wish.intents : undefined,
        },
      ]),
    ),
    last: times.reduce<Seconds | undefined>((last, time) => later(time, last ?? time), undefined),
  };
}

/** Return the newest accepted version. */
export function acknowledgedVersion(
  versions: Versions | undefined,
  not: ReadonlySet<string> = NOTHING,
): VerifiedEvent | undefined {
  return versions && [versions.current, ...versions.older].find(({ id }) => !not.has(id));
}

/** Return the intents of these edits, without edits that the user has not confirmed yet. */
export function wantedIn(
  queue: ReadonlyArray<{
    readonly intents: readonly ListIntent[];
    readonly question: unknown;
  }> = [],
): readonly ListIntent[] {
  return queue.flatMap(({ intents, question }) => (question === undefined ? intents : []));
}

/**
 * Return `true` if the entry with that key is in the list after these edits. `undefined` if none of
 * them is about it.
 */
export function isEntryWanted(
  list: ListName,
  intents: readonly ListIntent[],
  key: string,
): boolean | undefined {
  const last = intents.findLast(({ tag }) => entryKey(list, tag) === key);
  return last && last.act !== 'remove';
}

/** Return the key of an entry that is known to be valid. */
export function keyOf(list: ListName, tag: Tag): string {
  return entryKey(list, tag) ?? '';
}
