import type { CipherScheme } from '../../../events/account/keys/cipher-payload.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import type { SignedEvent, VerifiedEvent } from '../../../events/nostr/event.ts';

/**
 * The source of a key, sent to the worker once. `sealed`: by this device, for that account.
 * `sealedLock`: locked with a PIN, then sealed. `new-words`: made of twelve new words (NIP-06).
 * `passkey`: encrypted for a passkey, with the passkey's computed bytes.
 */
export type KeyText =
  | { readonly from: 'nsec' | 'hex' | 'mnemonic'; readonly text: string }
  | { readonly from: 'locked'; readonly ncryptsec: string; readonly pin: string }
  | {
      readonly from: 'sealedLock';
      readonly pubkey: string;
      readonly place?: number | undefined;
      readonly sealed: string;
      readonly pin: string;
    }
  | { readonly from: 'sealed'; readonly pubkey: string; readonly sealed: string }
  | {
      readonly from: 'passkey';
      readonly pubkey: string;
      readonly wrapped: string;
      readonly prf: Uint8Array;
    }
  | { readonly from: 'new' }
  | { readonly from: 'new-words' };

/**
 * Tasks of the key worker. `pubkey` names the open key. `open` and `hold` count holders. `close`
 * undoes one, and the last `close` wipes the key. Only `export` returns secrets, the nsec and its
 * words, for a backup that the user requested. `read` signs a read of the own settings or the seen
 * marker with a key that this device sealed. It opens the key for nothing else. `wrap` encrypts the
 * key for a passkey. `sealLock` seals a key
 * that is locked with a PIN, with the device key of that place. `reseal` seals a sealed key
 * again. `forget` deletes the device key that seals an account (`undefined`: the key that all
 * accounts once shared).
 */
export type KeyTask =
  | { readonly do: 'open'; readonly key: KeyText }
  | { readonly do: 'hold' | 'close'; readonly pubkey: string }
  | { readonly do: 'lock'; readonly pubkey: string; readonly pin: string }
  | { readonly do: 'seal'; readonly pubkey: string }
  | {
      readonly do: 'sealLock';
      readonly pubkey: string;
      readonly place?: number | undefined;
      readonly ncryptsec: string;
    }
  | { readonly do: 'wrap'; readonly pubkey: string; readonly prf: Uint8Array }
  | { readonly do: 'reseal'; readonly pubkey: string; readonly sealed: string }
  | {
      readonly do: 'read';
      readonly pubkey: string;
      readonly sealed: string;
      readonly template: Required<EventTemplate>;
    }
  | { readonly do: 'forget'; readonly pubkey: string | undefined }
  | { readonly do: 'sign'; readonly pubkey: string; readonly template: Required<EventTemplate> }
  | {
      readonly do: 'encrypt' | 'decrypt';
      readonly pubkey: string;
      readonly scheme: CipherScheme;
      readonly peer: string;
      readonly text: string;
    }
  | { readonly do: 'verify'; readonly event: SignedEvent }
  | { readonly do: 'export'; readonly pubkey: string };

/**
 * The result of a task: the opened key, the created text, or the event. The text is encrypted,
 * decrypted, locked, sealed, wrapped or exported. For `open` it is the locked key in the form to
 * store. A failure whose code ends in no-nsec means that the key is not open.
 */
export type KeyAnswer =
  | {
      readonly ok: true;
      readonly pubkey?: string;
      readonly text?: string;
      readonly words?: string;
      readonly event?: VerifiedEvent;
    }
  | { readonly ok: false; readonly failure: SigningFailure };

/** Messages to the worker and back. Each answer carries the id of its task (INV-REPLY). */
export interface KeyMessage {
  readonly id: number;
  readonly task: KeyTask;
}

export interface KeyReply {
  readonly id: number;
  readonly answer: KeyAnswer;
}
