import type { SignedEvent } from '../../src/events/event.ts';
import { KIND } from '../../src/events/kinds.ts';
import { type Condition, many } from './plan.ts';

/** Kinds that only those they are from or to may read (NIP-04, NIP-59). */
export const PRIVATE_KINDS: readonly number[] = [KIND.EncryptedDirectMessage, KIND.GiftWrap];

/** Whether an event may be shown to somebody who proved to be these accounts. */
export function isFor(readers: readonly string[], event: SignedEvent): boolean {
  if (!PRIVATE_KINDS.includes(event.kind)) return true;
  return (
    readers.includes(event.pubkey) || event.tags.some(([name, value]) => name === 'p' && value !== undefined && readers.includes(value))
  );
}

/** The same of a row of `events e`. */
export function onlyFor(readers: readonly string[]): Condition {
  const open = `e.kind not in (${PRIVATE_KINDS.join(', ')})`;
  if (readers.length === 0) return { sql: open, params: [] };
  const [from, to] = [many('e.pubkey', readers), many('x.value', readers)];
  const tagged = `exists (select 1 from tags x where x.name = 'p' and ${to.sql} and x.created_at = e.created_at and x.seq = e.seq)`;
  return { sql: `(${open} or ${from.sql} or ${tagged})`, params: [...from.params, ...to.params] };
}
