import type { VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';

/** Whom an account follows (kind 3, NIP-02), in the order of its list. */
export interface Contacts {
  readonly pubkey: string;
  readonly follows: ReadonlySet<string>;
  readonly source: VerifiedEvent;
}

/** Reads the p tags of a contact list; malformed ones are passed over. Edits start from the source's own tags, not from this. */
export function readContacts(event: VerifiedEvent): Contacts {
  const follows = event.tags.flatMap(([name, pubkey = '']) => (name === 'p' && isHex(pubkey, 64) ? [pubkey] : []));
  return { pubkey: event.pubkey, follows: new Set(follows), source: event };
}
