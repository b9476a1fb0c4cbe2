import { encrypt } from 'nostr-tools/nip04';
import { KIND } from '../../src/events/kinds.ts';
import type { Author, Saying } from './story/ledger.ts';

/** A message that only the two can read (NIP-04), as every app reads it. */
export function letter(author: Author, to: string, text: string, at: number): Saying {
  return { author, at, kind: KIND.EncryptedDirectMessage, content: encrypt(author.secret, to, text), tags: [['p', to]] };
}
