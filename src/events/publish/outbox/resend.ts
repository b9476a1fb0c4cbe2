import { relayKey } from '../../core/url.ts';
import { isAddressable, isReplaceable } from '../../nostr/kinds.ts';
import { minus, type Seconds } from '../../core/time.ts';
import {
  canResend,
  isDirect,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
  WEEK,
} from './outbox.ts';
import type { OutboxRequest } from './outbox-entry.ts';
import { isForOwnRelays } from './targets.ts';
import type { Ours } from '../../nostr/ours.ts';

/** A job that a relay did not receive or did not answer, and may be sent again. */
export interface MissedEvents {
  readonly job: string;
  readonly relay: Ours<string>;
}

/**
 * Return the resends for a relay that is back: jobs of the last week that no relay accepted. Gift
 * wraps are then also sent to unreached relays: those of the recipient are connected only on
 * request. An event that replaces an earlier version is left to the user, because another device
 * may have changed it since (INV-BASE).
 */
export function missedBy(
  records: OutboxRecords,
  url: string,
  now: Seconds,
): readonly MissedEvents[] {
  const key = relayKey(url);
  const isWanted = ({ wish, at }: OutboxRecord) => !replaces(wish) && at >= minus(now, WEEK);
  return [...records.values()].filter(isWanted).flatMap((record) => {
    const isMissed = (relay: Ours<string>): boolean =>
      relayKey(relay) === key || (isDirect(record) && !isReached(record, relay));
    const relays = [...record.relays.keys()].filter(
      (relay) => isMissed(relay) && canResend(record, relay),
    );
    return relays.map((relay) => ({ job: record.job, relay }));
  });
}

/**
 * Return the resends of a failed job to relays that were connected but did not answer. They may
 * stay connected, so no reconnection follows.
 */
export function unansweredBy(record: OutboxRecord | undefined): readonly MissedEvents[] {
  if (!record || stateOf(record) !== 'failed' || replaces(record.wish)) return [];
  return [...record.relays.keys()]
    .filter((relay) => isReached(record, relay) && canResend(record, relay))
    .map((relay) => ({ job: record.job, relay }));
}

/**
 * Return the sends of unaccepted jobs of the last week to write relays that joined the relay list
 * after they were drafted. Otherwise they would wait for relays that may be gone for good. A
 * refused event is left to the user, and so is one that replaces an earlier version (INV-BASE).
 */
export function unaskedBy(
  records: Iterable<OutboxRecord>,
  relays: ReadonlyArray<Ours<string>>,
  now: Seconds,
): readonly MissedEvents[] {
  return [...records].flatMap((record) => {
    const isWaiting =
      stateOf(record) === 'failed' &&
      !replaces(record.wish) &&
      record.at >= minus(now, WEEK) &&
      [...record.relays.values()].every(({ outcome }) => outcome === 'silent');
    return isWaiting
      ? relaysToAdd(record, relays).map((relay) => ({ job: record.job, relay }))
      : [];
  });
}

/** Return the write relays of the current relay list that a job was not sent to yet. */
export function relaysToAdd(
  record: OutboxRecord,
  relays: ReadonlyArray<Ours<string>>,
): ReadonlyArray<Ours<string>> {
  if (!isForOwnRelays(record.wish)) return [];
  const known = new Set([...record.relays.keys()].map(relayKey));
  return relays.filter((url) => !known.has(relayKey(url)));
}

/** True if the relay was connected, although its answer may be missing. */
function isReached({ relays }: OutboxRecord, relay: Ours<string>): boolean {
  return relays.get(relay)?.reason?.code === 'publish.unconfirmed';
}

/**
 * Split the resends. `due` are sent now. `owed` wait until their job has failed or their relay has
 * rested. The others have ended meanwhile.
 */
export function dueFrom(
  all: readonly MissedEvents[],
  records: OutboxRecords,
  resting: ReadonlySet<string>,
): { due: readonly MissedEvents[]; owed: readonly MissedEvents[] } {
  const due: MissedEvents[] = [];
  const owed: MissedEvents[] = [];
  for (const one of all) {
    const record = records.get(one.job);
    if (!record || !canResend(record, one.relay)) continue;
    const isDue = stateOf(record) === 'failed' && !resting.has(relayKey(one.relay));
    (isDue ? due : owed).push(one);
  }
  return { due, owed };
}

/** True if it replaces an earlier version of the same event or list (NIP-01). */
export function replaces(wish: OutboxRequest): boolean {
  return (
    wish.type === 'list' ||
    (wish.type === 'event' && (isReplaceable(wish.draft.kind) || isAddressable(wish.draft.kind)))
  );
}
