import type { CipherScheme } from '../../../events/account/keys/cipher-payload.ts';
import type { EventTemplate } from '../../../events/account/signing/signed-answer.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';
import type { SignedEvent, VerifiedEvent } from '../../../events/nostr/event.ts';

/** Where a key comes from, as it goes to the worker once. `sealed`: by this device, for that account. `sealedLock`: locked with a PIN, then sealed. `new-words`: of twelve new words (NIP-06). `passkey`: encrypted for a passkey, with what that computed. */
export type KeyText =
  | { readonly from: 'nsec' | 'hex' | 'mnemonic'; readonly text: string }
  | { readonly from: 'locked'; readonly ncryptsec: string; readonly pin: string }
  | { readonly from: 'sealedLock'; readonly pubkey: string; readonly sealed: string; readonly pin: string }
  | { readonly from: 'sealed'; readonly pubkey: string; readonly sealed: string }
  | { readonly from: 'passkey'; readonly pubkey: string; readonly wrapped: string; readonly prf: Uint8Array }
  | { readonly from: 'new' }
  | { readonly from: 'new-words' };

/**
 * What the worker that holds keys is asked. `pubkey` names the open key. Every `open` and `hold` counts; `close` takes one back, and the
 * last wipes the key. `export` is the only one that gives secrets away, the nsec and the words it was made of: for a backup that a person
 * asked for. `read` signs a read of the own settings or the seen marker with a key that is sealed by this device, and opens it for nothing else. `wrap` encrypts it for a passkey. `sealLock` seals a key that is locked with a PIN. `reseal` seals anew what is sealed; `forget` deletes the key of this device that an account is sealed with (undefined: the one
 * that all accounts once shared).
 */
export type KeyTask =
  | { readonly do: 'open'; readonly key: KeyText }
  | { readonly do: 'hold' | 'close'; readonly pubkey: string }
  | { readonly do: 'lock'; readonly pubkey: string; readonly pin: string }
  | { readonly do: 'seal'; readonly pubkey: string }
  | { readonly do: 'sealLock'; readonly pubkey: string; readonly ncryptsec: string }
  | { readonly do: 'wrap'; readonly pubkey: string; readonly prf: Uint8Array }
  | { readonly do: 'reseal'; readonly pubkey: string; readonly sealed: string }
  | { readonly do: 'read'; readonly pubkey: string; readonly sealed: string; readonly template: Required<EventTemplate> }
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
 * What came of it: the key that was opened, the text that was made (encrypted, decrypted, locked, sealed, wrapped, exported; for `open`: the locked
 * key as it should be kept), or the event. A failure whose code ends in no-nsec means that the key is not open.
 */
export type KeyAnswer =
  | { readonly ok: true; readonly pubkey?: string; readonly text?: string; readonly words?: string; readonly event?: VerifiedEvent }
  | { readonly ok: false; readonly failure: SigningFailure };

/** As they go to the worker and back. Each answer belongs to the task with its id (INV-REPLY). */
export interface KeyMessage {
  readonly id: number;
  readonly task: KeyTask;
}

export interface KeyReply {
  readonly id: number;
  readonly answer: KeyAnswer;
}
