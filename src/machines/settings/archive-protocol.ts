import type { ArchiveFault } from '../../events/settings/archive-cipher.ts';
import type { Secret } from '../../events/account/keys/secret.ts';

/**
 * Commands to the port of files. `key`: include the account's key in the file, with its PIN if it
 * has one.
 */
export type ArchiveCommand =
  | {
      type: 'archive.seal';
      passphrase: Secret<string>;
      key: { readonly pin: Secret<string> } | undefined;
    }
  | { type: 'archive.load'; file: Blob; passphrase: Secret<string> }
  /** Write the contents that the last `look` found. */
  | { type: 'archive.write' }
  /** Discard the contents that the last `look` found. */
  | { type: 'archive.drop' };

/**
 * New content in a file; see `Merge`. `made`: creation time in seconds. `key`: the file contains
 * the key.
 */
export interface ArchivePlan {
  readonly made: number;
  readonly versions: number;
  /** Without those in `scheduled`. */
  readonly drafts: number;
  /** Drafts that have a time. */
  readonly scheduled: number;
  readonly replaced: number;
  readonly settings: number;
  readonly key: boolean;
}

/**
 * Reason why nothing was written. `pin`: wrong PIN. `other`: the file belongs to another account.
 * `failed`: it could not be read or stored.
 */
export type ArchiveFailure =
  | ArchiveFault
  | 'pin'
  | 'lost'
  | 'other'
  | 'failed'
  | 'short'
  | 'different';

/** Reports of the port. The port itself offers the file to the user. */
export type ArchiveSignal =
  | { type: 'archive.progress'; part: number }
  | { type: 'archive.saved' }
  | { type: 'archive.found'; plan: ArchivePlan }
  | { type: 'archive.written' }
  | { type: 'archive.failed'; why: ArchiveFailure };
