import type { Secret } from '../account/keys/secret.ts';
import type { SignedEvent, VerifiedEvent } from '../nostr/event.ts';
import type { Seconds } from '../core/time.ts';

/**
 * What somebody says inside a gift wrap (NIP-17, NIP-59): an event that nobody signed. Who said it is proved by the seal around it alone, so a rumor
 * counts only together with a seal of the same author (INV-IDENTITY).
 */
export type Rumor = Omit<SignedEvent, 'sig'>;

/** One message between two, in whichever form it came. `id`: of the event in the old form (NIP-04), of the rumor in a wrap (NIP-17). */
export interface DirectMessage {
  readonly id: string;
  /** Who wrote it. */
  readonly pubkey: string;
  readonly created_at: Seconds;
  readonly form: 'nip04' | 'nip17';
  /** What went over the wire: the signed message itself, or the wrap that it came or goes in. */
  readonly event: VerifiedEvent;
  /** So many people were written to beside the two. */
  readonly others?: number;
  /** It is an encrypted file (kind 15): of that type, empty where none is named, and so many bytes. `sealed`: where it lies, and what opens it. */
  readonly file?: { readonly type: string; readonly size: number | undefined; readonly sealed: Secret<string> | undefined };
}
