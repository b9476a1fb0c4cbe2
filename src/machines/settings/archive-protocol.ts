import type { ArchiveFault } from '../../events/settings/archive-cipher.ts';
import type { Secret } from '../../events/account/keys/secret.ts';

/** What the port of files is told. `key`: the key of the account goes into the file, too; its PIN where it has one. */
export type ArchiveCommand =
  | { type: 'archive.seal'; passphrase: Secret<string>; key: { readonly pin: Secret<string> } | undefined }
  | { type: 'archive.look'; file: Blob; passphrase: Secret<string> }
  /** Writes what the last look found. */
  | { type: 'archive.write' }
  /** What was found is not wanted. */
  | { type: 'archive.drop' };

/** How much a file brings that is not here; see `Merge`. `made`: when the file was, in seconds. `key`: it holds the key. */
export interface ArchivePlan {
  readonly made: number;
  readonly versions: number;
  readonly drafts: number;
  readonly replaced: number;
  readonly settings: number;
  readonly key: boolean;
}

/** Why nothing was written. `pin`: wrong PIN; `other`: the file is another account's; `failed`: it could not be read, or kept. */
export type ArchiveFailure = ArchiveFault | 'pin' | 'lost' | 'other' | 'failed' | 'short' | 'different';

/** What the port reports. The file itself is handed to the person by the port. */
export type ArchiveSignal =
  | { type: 'archive.progress'; part: number }
  | { type: 'archive.saved' }
  | { type: 'archive.found'; plan: ArchivePlan }
  | { type: 'archive.written' }
  | { type: 'archive.failed'; why: ArchiveFailure };
