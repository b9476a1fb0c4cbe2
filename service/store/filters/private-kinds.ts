import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { type Condition, many } from './query-plans.ts';

/** NIP-17: a file in a conversation. */
const FILE_MESSAGE = 15;
/** NIP-59: a gift wrap that is passed on and not kept. */
const PASSING_GIFT_WRAP = 21_059;

/**
 * Kinds that only those they are from or to may read: messages (NIP-04), gift wraps and the seals in them (NIP-59), what ought to be
 * sealed and was signed by mistake (NIP-17), and drafts (NIP-37, which asks to give them to their author alone).
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

/** What holds of a row of `events e` that everybody may read. */
export const FOR_ALL = `e.kind not in (${PRIVATE_KINDS.join(', ')})`;

/** Whether an event may be shown to somebody who proved to be these accounts. */
export function isFor(readers: readonly string[], event: SignedEvent): boolean {
  if (!PRIVATE_KINDS.includes(event.kind)) return true;
  return (
    readers.includes(event.pubkey) || event.tags.some(([name, value]) => name === 'p' && value !== undefined && readers.includes(value))
  );
}

/** The same of a row of `events e`. */
export function onlyFor(readers: readonly string[]): Condition {
  if (readers.length === 0) return { sql: FOR_ALL, params: [] };
  const [from, to] = [many('e.pubkey', readers), many('x.value', readers)];
  const tagged = `exists (select 1 from tags x where x.name = 'p' and ${to.sql} and x.created_at = e.created_at and x.seq = e.seq)`;
  return { sql: `(${FOR_ALL} or ${from.sql} or ${tagged})`, params: [...from.params, ...to.params] };
}
