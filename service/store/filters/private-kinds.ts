import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { type Condition, many } from './query-plans.ts';

/** NIP-17: a file in a conversation. */
const FILE_MESSAGE = 15;
/** NIP-59: a gift wrap that is forwarded and not stored. */
const PASSING_GIFT_WRAP = 21_059;

/**
 * Kinds that only their sender and recipients may read. These are messages (NIP-04), gift wraps and
 * their seals (NIP-59), and messages that were signed unsealed by mistake (NIP-17). Drafts (NIP-37)
 * are for their author alone.
 */
export const PRIVATE_KINDS: readonly number[] = [
  KIND.EncryptedDirectMessage,
  KIND.Seal,
  KIND.PrivateMessage,
  FILE_MESSAGE,
  KIND.GiftWrap,
  PASSING_GIFT_WRAP,
  KIND.Draft,
];

/** Condition on `events e` for events that anyone may read. */
export const PUBLIC_CONDITION = `e.kind not in (${PRIVATE_KINDS.join(', ')})`;

/** True if an event may be shown to a client that authenticated as `readers`. */
export function isReadableBy(readers: readonly string[], event: SignedEvent): boolean {
  if (!PRIVATE_KINDS.includes(event.kind)) return true;
  return (
    readers.includes(event.pubkey) ||
    event.tags.some(
      ([name, value]) => name === 'p' && value !== undefined && readers.includes(value),
    )
  );
}

/** The same as a condition on `events e`. */
export function readableByCondition(readers: readonly string[]): Condition {
  if (readers.length === 0) return { sql: PUBLIC_CONDITION, params: [] };
  const [from, to] = [many('e.pubkey', readers), many('x.value', readers)];
  const tagged = `exists (select 1 from tags x where x.name = 'p' and ${to.sql} and x.created_at = e.created_at and x.seq = e.seq)`;
  return {
    sql: `(${PUBLIC_CONDITION} or ${from.sql} or ${tagged})`,
    params: [...from.params, ...to.params],
  };
}
