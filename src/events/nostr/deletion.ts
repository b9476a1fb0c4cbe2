import { addressOf, parseAddress } from './address.ts';
import type { SignedEvent, VerifiedEvent } from './event.ts';
import { isHex } from '../core/hex.ts';
import { KIND } from './kinds.ts';

/**
 * Return the keys `author:id` and `author:address` of the targets of a deletion request (NIP-09).
 * Only the author's own events can be targets.
 */
export function deletionKeys(request: SignedEvent): readonly string[] {
  if (request.kind !== KIND.EventDeletion) return [];
  const keys = new Set<string>();
  for (const [name, value = ''] of request.tags) {
    if (name === 'e' && isHex(value, 64)) keys.add(`${request.pubkey}:${value}`);
    if (name === 'a' && parseAddress(value)?.pubkey === request.pubkey)
      keys.add(`${request.pubkey}:${value}`);
  }
  return [...keys];
}

/**
 * True if the author deleted an event (E-20). `find` looks up the newest request under a key of
 * `deletionKeys`, so the order of arrival makes no difference. A request by address covers only
 * versions that are not younger than the request. A request cannot be deleted.
 */
export function isDeleted(
  event: SignedEvent,
  find: (key: string) => VerifiedEvent | undefined,
): boolean {
  if (event.kind === KIND.EventDeletion) return false;
  if (find(`${event.pubkey}:${event.id}`)) return true;
  const address = addressOf(event);
  const request = address === undefined ? undefined : find(`${event.pubkey}:${address}`);
  return request !== undefined && event.created_at <= request.created_at;
}
