import type { BunkerPointer } from '../../../events/account/signing/remote-signing.ts';
import type { PasskeyProblem } from '../../../events/account/keys/passkeys.ts';
import type { Secret } from '../../../events/account/keys/secret.ts';
import type { SigningFailure } from '../../../events/account/signing/signing-error.ts';

/**
 * Source of a key to open. `passkey`: it is stored here for a passkey. `new-words`: create it from
 * twelve words (NIP-06).
 */
export type KeySource =
  | { readonly from: 'nsec' | 'hex' | 'mnemonic'; readonly text: Secret<string> }
  | { readonly from: 'locked'; readonly ncryptsec: string; readonly pin: Secret<string> }
  | { readonly from: 'passkey' }
  /** From a backup file (BEYOND-16) that was encrypted with this passphrase. */
  | { readonly from: 'archive'; readonly file: Blob; readonly passphrase: Secret<string> }
  | { readonly from: 'new-words' };

/** The public key that a passkey opened, or the problem. */
export type PasskeyOpened = { readonly pubkey: string } | { readonly problem: PasskeyProblem };

/**
 * Commands to the port of a key during sign-in. `keep`: store it on this device without a PIN, or
 * encrypted as it came. `handOver`: another actor owns it from now on. Otherwise it is closed with
 * the port.
 */
export type KeyCommand =
  | { type: 'key.open'; source: KeySource }
  | { type: 'key.keep' }
  | { type: 'key.handOver' };

/** Signals from the port. The key itself stays in the port. */
export type KeySignal =
  | { type: 'key.opened'; pubkey: string }
  | { type: 'key.refused'; failure: SigningFailure }
  | { type: 'key.kept'; lock: 'pin' | 'device' | 'page' };

/** A remote signer to pair: the named one, or the first that accepts the offer (NIP-46). */
export interface PairInput {
  readonly pointer: BunkerPointer | undefined;
}

/**
 * `offered`: the uri to show. `challenged`: a page where the user must approve. The last two end
 * the pairing.
 */
export type PairSignal =
  | { type: 'pair.offered'; uri: string }
  | { type: 'pair.challenged'; url: string }
  | { type: 'pair.paired'; pubkey: string }
  | { type: 'pair.failed'; failure: SigningFailure };

/** The public key of the browser extension (NIP-07), or why it is unknown. */
export type ExtensionAnswer = { readonly pubkey: string } | { readonly failure: SigningFailure };

/** The key to export, and how to open it: with its PIN, by this device, or it is already open. */
export interface VaultInput {
  readonly pubkey: string;
  readonly by: 'pin' | 'device' | 'open';
  readonly pin: Secret<string> | undefined;
}

/** Command to the export port: encrypt the key with a password, for storage elsewhere (NIP-49). */
export interface VaultCommand {
  readonly type: 'vault.lock';
  readonly password: Secret<string>;
}

/**
 * Signals from the export port. `words`: known for a key created here, while it is open. The key is
 * closed with the port.
 */
export type VaultSignal =
  | { type: 'vault.opened'; nsec: Secret<string>; words: Secret<string> | undefined }
  | { type: 'vault.refused'; why: 'pin' | 'lost' | 'failed' }
  | { type: 'vault.locked'; ncryptsec: Secret<string> | undefined };
