import { addressOf, parseAddress } from './address.ts';
import type { SignedEvent, VerifiedEvent } from './event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from './kinds.ts';

/** NIP-09: keys `author:id` and `author:address` of what a deletion request takes back. Only the author's own things can be meant. */
export function deletionKeys(request: SignedEvent): readonly string[] {
  if (request.kind !== KIND.EventDeletion) return [];
  const keys = new Set<string>();
  for (const [name, value = ''] of request.tags) {
    if (name === 'e' && isHex(value, 64)) keys.add(`${request.pubkey}:${value}`);
    if (name === 'a' && parseAddress(value)?.pubkey === request.pubkey) keys.add(`${request.pubkey}:${value}`);
  }
  return [...keys];
}

/**
 * Whether an event was taken back by its author (E-20). `find` looks up the newest request under a key of `deletionKeys`; it does not
 * matter which of the two came first. A request by address covers only versions not younger than itself. A request cannot be taken back.
 */
export function isDeleted(event: SignedEvent, find: (key: string) => VerifiedEvent | undefined): boolean {
  if (event.kind === KIND.EventDeletion) return false;
  if (find(`${event.pubkey}:${event.id}`)) return true;
  const address = addressOf(event);
  const request = address === undefined ? undefined : find(`${event.pubkey}:${address}`);
  return request !== undefined && event.created_at <= request.created_at;
}
