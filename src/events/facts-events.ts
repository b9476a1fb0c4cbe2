import { type Profile, readProfile } from './account/profile.ts';
import { addressOf } from './address.ts';
import { deletionKeys } from './deletion.ts';
import { replaces, type VerifiedEvent } from './event.ts';
import type { Facts } from './facts.ts';
import { addReplies, addVersion, addZaps, keepFirst, keepNewest } from './facts-rows.ts';
import { isEphemeral, isReplaceable, KIND } from './kinds.ts';
import { readZap, type Zap } from './money/zap.ts';
import { replyTarget } from './reading/references.ts';
import { foldRows, getRow } from './table.ts';
import { isFarFuture } from './time.ts';

/** The tables that signed events make. */
export type EventTables = Pick<Facts, 'events' | 'addresses' | 'profiles' | 'lists' | 'replies' | 'zaps' | 'deletions'>;

interface Changes {
  readonly events: Array<readonly [id: string, event: VerifiedEvent]>;
  readonly addresses: Array<readonly [address: string, event: VerifiedEvent]>;
  readonly profiles: Array<readonly [pubkey: string, profile: Profile]>;
  readonly lists: Array<readonly [address: string, event: VerifiedEvent]>;
  readonly deletions: Array<readonly [key: string, event: VerifiedEvent]>;
  readonly replies: Map<string, VerifiedEvent[]>;
  readonly zaps: Map<string, Zap[]>;
}

/** Sets of people, articles, emoji ... (NIP-51) and stored settings: addressed, but lists rather than something to read. */
const LISTS: ReadonlySet<number> = new Set([
  30_000, 30_001, 30_002, 30_003, 30_004, 30_005, 30_006, 30_007, 30_015, 30_030, 30_078, 39_089, 39_092,
]);

/**
 * Folds signed events into their tables. Order and repetition do not matter (E-18). Left out: ephemeral events, and events dated
 * more than ten minutes ahead of `now` (seconds), which stay out of every table until they arrive again in their time.
 */
export function foldEvents(facts: EventTables, events: readonly VerifiedEvent[], now: number): EventTables {
  const changes = collect(facts, events, now);
  const next = foldRows(facts.events, changes.events, keepFirst);
  return {
    events: next,
    addresses: foldRows(facts.addresses, changes.addresses, keepNewest),
    profiles: foldRows(facts.profiles, changes.profiles, (row, profile) => (replaces(profile.source, row?.source) ? profile : row)),
    lists: foldRows(facts.lists, changes.lists, addVersion),
    deletions: foldRows(facts.deletions, changes.deletions, keepNewest),
    replies: foldRows(facts.replies, changes.replies, (row, replies) => addReplies(row, replies, (id) => getRow(next, id))),
    zaps: foldRows(facts.zaps, changes.zaps, addZaps),
  };
}

/** INV-ISOLATE: an event that a reader cannot cope with is left out; the rest of the batch is folded as if it had not come. */
function collect(facts: EventTables, events: readonly VerifiedEvent[], now: number): Changes {
  const changes: Changes = { events: [], addresses: [], profiles: [], lists: [], deletions: [], replies: new Map(), zaps: new Map() };
  for (const event of events) {
    if (isEphemeral(event.kind) || isFarFuture(event.created_at, now)) continue;
    try {
      if (isReplaceable(event.kind) || LISTS.has(event.kind)) sortList(changes, facts, event);
      else if (event.kind === KIND.EventDeletion) for (const key of deletionKeys(event)) changes.deletions.push([key, event]);
      else if (!getRow(facts.events, event.id)) sortContent(changes, event);
    } catch {}
  }
  return changes;
}

function sortList(changes: Changes, facts: EventTables, event: VerifiedEvent): void {
  if (event.kind === KIND.Metadata) {
    if (replaces(event, getRow(facts.profiles, event.pubkey)?.source)) changes.profiles.push([event.pubkey, readProfile(event)]);
    return;
  }
  const address = addressOf(event);
  if (address !== undefined) changes.lists.push([address, event]);
}

function sortContent(changes: Changes, event: VerifiedEvent): void {
  const address = addressOf(event);
  const answered = replyTarget(event);
  const zap = event.kind === KIND.Zap ? readZap(event) : undefined;
  if (address !== undefined) changes.addresses.push([address, event]);
  if (answered && answered.type !== 'external') append(changes.replies, answered.key, event);
  if (zap?.target !== undefined) append(changes.zaps, zap.target, zap);
  changes.events.push([event.id, event]);
}

function append<V>(rows: Map<string, V[]>, key: string, value: V): void {
  const row = rows.get(key);
  if (row) row.push(value);
  else rows.set(key, [value]);
}
