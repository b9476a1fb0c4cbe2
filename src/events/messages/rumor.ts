import type { Secret } from '../account/keys/secret.ts';
import type { SignedEvent, VerifiedEvent } from '../nostr/event.ts';
import type { Seconds } from '../core/time.ts';

/**
 * The unsigned message inside a gift wrap (NIP-17, NIP-59). Only the seal around it proves its
 * author. A rumor therefore counts only together with a seal of the same author (INV-IDENTITY).
 */
export type Rumor = Omit<SignedEvent, 'sig'>;

/** A reaction to a private message (kind 7, NIP-17, NIP-25). `to`: the id of the message. */
export interface PrivateReaction {
  readonly id: string;
  /** The author. */
  readonly pubkey: string;
  readonly to: string;
  readonly created_at: Seconds;
  /** An emoji, or `:shortcode:`. Its picture is not loaded (E-21). */
  readonly content: string;
}

/**
 * One message between two accounts, in either form. `id`: of the event in the old form (NIP-04), of
 * the rumor in a wrap (NIP-17).
 */
export interface DirectMessage {
  readonly id: string;
  /** The author. */
  readonly pubkey: string;
  readonly created_at: Seconds;
  readonly form: 'nip04' | 'nip17';
  /** The transmitted event: the signed message itself, or its wrap. */
  readonly event: VerifiedEvent;
  /** Further recipients of a private message, without the account and its peer. */
  readonly others?: readonly string[];
  /** Title of a conversation, in a private message. */
  readonly subject?: Secret<string>;
  /**
   * Encrypted file of the message (kind 15): its type, empty if unknown, and its size in bytes.
   * `sealed`: the address and the keys that open it.
   */
  readonly file?: {
    readonly type: string;
    readonly size: number | undefined;
    readonly sealed: Secret<string> | undefined;
  };
}
