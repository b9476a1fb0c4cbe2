import { type SignedEvent, tagValue } from './event.ts';
import { isHex } from '../core/hex.ts';
import { isAddressable, isReplaceable } from './kinds.ts';

/**
 * The target of an `a` tag: the newest event of an author with a kind and, from kind 30000 up, an
 * identifier (d tag).
 */
export interface Address {
  readonly kind: number;
  readonly pubkey: string;
  readonly identifier: string;
}

/**
 * Return `kind:pubkey:d`; d is empty for kinds below 30000. `undefined` for events that are not
 * replaceable (NIP-01).
 */
export function addressOf(
  event: Pick<SignedEvent, 'kind' | 'pubkey' | 'tags'>,
): string | undefined {
  if (isAddressable(event.kind))
    return `${event.kind}:${event.pubkey}:${tagValue(event, 'd') ?? ''}`;
  return isReplaceable(event.kind) ? `${event.kind}:${event.pubkey}:` : undefined;
}

/**
 * Read `kind:pubkey:d`. The identifier may contain colons. `undefined` if the kind is not
 * replaceable or the key is invalid.
 */
export function parseAddress(text: string): Address | undefined {
  const first = text.indexOf(':');
  const second = text.indexOf(':', first + 1);
  if (first < 1 || second < 0) return undefined;
  const kind = Number(text.slice(0, first));
  const pubkey = text.slice(first + 1, second);
  const identifier = text.slice(second + 1);
  if (!Number.isInteger(kind) || String(kind) !== text.slice(0, first) || !isHex(pubkey, 64))
    return undefined;
  if (isAddressable(kind)) return { kind, pubkey, identifier };
  return isReplaceable(kind) && identifier === '' ? { kind, pubkey, identifier } : undefined;
}

/** Write the text that `parseAddress` reads. */
export function formatAddress(address: Address): string {
  return `${address.kind}:${address.pubkey}:${address.identifier}`;
}
