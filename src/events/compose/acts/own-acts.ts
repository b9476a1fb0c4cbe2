import { type Draft, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { failureOf, type OutboxRecord, type OutboxRecords, stateOf, takenBackIn } from '../../publish/outbox/outbox.ts';

/** A like or a repost of one thing: `<kind> <id of the event>`; undefined where nothing is pointed at. */
export function actOf({ kind, tags }: Draft): string | undefined {
  const id = tags.find(([name]) => name === 'e')?.[1];
  return id === undefined ? undefined : `${kind} ${id}`;
}

const known = new WeakMap<OutboxRecords, ReadonlySet<string>>();

/**
 * Own acts as the log tells them, over the end of the page (ACCOUNT-17, STATE-03): signed, accepted or on their way, and not taken back by a
 * request that somebody accepted (NIP-09). Worked out once for each state of the log.
 */
export function actsIn(records: OutboxRecords): ReadonlySet<string> {
  const found = known.get(records) ?? foldActs(records);
  known.set(records, found);
  return found;
}

function foldActs(records: OutboxRecords): ReadonlySet<string> {
  const gone = takenBackIn(records);
  return new Set([...records.values()].filter(isStanding).flatMap(({ event }) => (gone.has(event.id) ? [] : (actOf(event) ?? []))));
}

/** Own acts of that kind on that thing that were published from here. */
export function actsOn(records: OutboxRecords, target: string, kind: number): readonly SignedRecord[] {
  const act = `${kind} ${target}`;
  return [...records.values()].filter(isStanding).filter(({ event }) => actOf(event) === act);
}

/** Ids of own highlights of an article that were published from here. */
export function highlightsOn(records: OutboxRecords, address: string): readonly string[] {
  return ownOf(records, KIND.Highlight).flatMap((event) => (tagValue(event, 'a') === address ? [event.id] : []));
}

/** Own events of some kinds that were published from here. */
export function ownOf(records: OutboxRecords, ...kinds: readonly number[]): readonly VerifiedEvent[] {
  return [...records.values()].filter(isStanding).flatMap(({ event }) => (kinds.includes(event.kind) ? [event] : []));
}

type SignedRecord = OutboxRecord & { readonly event: VerifiedEvent };

function isStanding(record: OutboxRecord): record is SignedRecord {
  return record.event !== undefined && failureOf(record) === undefined && stateOf(record) !== 'discarded';
}
