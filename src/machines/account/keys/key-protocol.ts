import type { BunkerPointer } from '../../../events/account/signing/remote-signing.ts';
import type { PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';

/** Where a key that is to be opened comes from. `passkey`: it is kept here for one; `new-words`: it is made, of twelve words (NIP-06). */
export type KeySource =
  | { readonly from: 'nsec' | 'hex' | 'mnemonic'; readonly text: Secret<string> }
  | { readonly from: 'locked'; readonly ncryptsec: string; readonly pin: Secret<string> }
  | { readonly from: 'passkey' }
  /** In a backup file (BEYOND-16), which was locked with that passphrase. */
  | { readonly from: 'archive'; readonly file: Blob; readonly passphrase: Secret<string> }
  | { readonly from: 'new-words' };

/** Whose key a passkey opened, or why none. */
export type PasskeyOpened = { readonly pubkey: string } | { readonly problem: PasskeyProblem };

/**
 * What the port of a key that is signing in is told. `keep`: on this device without a PIN, or locked as it came. `handOver`: somebody else
 * holds it from now on; else it is closed when the port ends.
 */
export type KeyCommand = { type: 'key.open'; source: KeySource } | { type: 'key.keep' } | { type: 'key.handOver' };

/** What it reports. The key itself stays where it signs. */
export type KeySignal =
  | { type: 'key.opened'; pubkey: string }
  | { type: 'key.refused'; failure: SigningFailure }
  | { type: 'key.kept'; lock: 'pin' | 'device' | 'page' };

/** A remote signer that is being paired: the one a person named, or whoever takes the offer (NIP-46). */
export interface PairInput {
  readonly pointer: BunkerPointer | undefined;
}

/** `offered`: the uri to show. `challenged`: a page where a person has to allow it. The last two end it. */
export type PairSignal =
  | { type: 'pair.offered'; uri: string }
  | { type: 'pair.challenged'; url: string }
  | { type: 'pair.paired'; pubkey: string }
  | { type: 'pair.failed'; failure: SigningFailure };

/** Whose key the browser's extension holds (NIP-07), or why that is not known. */
export type ExtensionAnswer = { readonly pubkey: string } | { readonly failure: SigningFailure };

/** Whose key is to be given out, and how it is opened for that: by its PIN, by this device, or it is open already. */
export interface VaultInput {
  readonly pubkey: string;
  readonly by: 'pin' | 'device' | 'open';
  readonly pin: Secret<string> | undefined;
}

/** What the port that gives a key out is told: to lock it with a password, for keeping elsewhere (NIP-49). */
export interface VaultCommand {
  readonly type: 'vault.lock';
  readonly password: Secret<string>;
}

/** What it reports. `words`: known of a key that was made here, as long as it is open. The key is closed with the port. */
export type VaultSignal =
  | { type: 'vault.opened'; nsec: Secret<string>; words: Secret<string> | undefined }
  | { type: 'vault.refused'; why: 'pin' | 'lost' | 'failed' }
  | { type: 'vault.locked'; ncryptsec: Secret<string> | undefined };
