import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { field, isRecord } from '../../../src/events/core/json.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { zapRequestOf } from '../../../src/events/facts/zap.ts';
import { embeddedRepost } from '../../../src/events/facts/references.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import type { Query } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';

/**
 * Kinds that contain whole events of others: reposts (NIP-18), and receipts with their zap requests
 * (NIP-57).
 */
export const EMBEDDING_KINDS: readonly number[] = [KIND.Repost, KIND.GenericRepost, KIND.Zap];

/** An embedded event. Its signature is not verified. */
interface Repeated {
  readonly id: string;
  readonly pubkey: string;
}

/** A repost may contain a repost. */
const DEEPEST = 4;

/** Return the events embedded in an event, outermost first. */
export function embeddedEventsOf(event: SignedEvent): readonly Repeated[] {
  const found: Repeated[] = [];
  let inner = within(event);
  for (let depth = 0; isRecord(inner) && depth < DEEPEST; depth++) {
    const [id, pubkey] = [field(inner, 'id'), field(inner, 'pubkey')];
    if (typeof id === 'string' && typeof pubkey === 'string') found.push({ id, pubkey });
    const next = readEvent(inner);
    inner = next && within(next);
  }
  return found;
}

function within(event: SignedEvent): unknown {
  return event.kind === KIND.Zap ? zapRequestOf(event) : embeddedRepost(event);
}

/** True if the event contains an event that the operator removed, or one by a denied account. */
export function* repeatsBlocked(
  { database }: { readonly database: Database },
  event: SignedEvent,
): Query<boolean> {
  const repeated = EMBEDDING_KINDS.includes(event.kind) ? embeddedEventsOf(event) : [];
  if (repeated.length === 0) return false;
  const [ids, pubkeys] = [repeated.map(({ id }) => id), repeated.map(({ pubkey }) => pubkey)];
  const forgotten = `select 1 from deletions where pubkey = '' and target in (select value from json_each(?))`;
  if (yield* database.one(forgotten, [ids], () => true)) return true;
  return yield* isAnyDenied(database, pubkeys);
}

/** True if the operator denies one of the accounts. */
export function* isAnyDenied(database: Database, pubkeys: readonly string[]): Query<boolean> {
  const sql = `select 1 from standings where standing = 'denied' and pubkey in (select value from json_each(?))`;
  return (yield* database.one(sql, [pubkeys], () => true)) ?? false;
}

/** True if the operator ever removed an event or denies an account. */
export function* isAnythingBlocked({ database }: { readonly database: Database }): Query<boolean> {
  const sql = `select 1 from deletions where pubkey = '' union all select 1 from standings where standing = 'denied' limit 1`;
  return (yield* database.one(sql, [], () => true)) ?? false;
}
