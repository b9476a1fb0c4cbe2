import type { Part } from '../store/transfer.ts';

/**
 * An archive of a store: compressed JSONL. Its first line is the head; then follow rows of parts, files, events, and rows again, each with
 * its place in `ORDER`, and at the end how many lines of each there were, without which it is not whole.
 */
export interface Head {
  readonly starling: 'archive';
  readonly version: 1;
  /** One archive's own name, by which an import that was stopped knows it again. */
  readonly name: string;
}

export type Line =
  | Head
  | { readonly part: Part; readonly row: Readonly<Record<string, string | number | null>> }
  /** A piece of a file's bytes (base64); `last`: the file is whole then. */
  | { readonly file: string; readonly bytes: string; readonly last: boolean }
  | { readonly event: unknown; readonly hint?: string | undefined }
  | { readonly end: Readonly<Record<string, number>> };

/** What one section of an archive holds. */
export type Section = Part | 'files' | 'events';

const MONEY: readonly Part[] = [
  'play_invoices',
  'play_entries',
  'play_wishes',
  'purchases',
  'mint_quotes',
  'melt_quotes',
  'mint_moves',
  'mint_spent',
  'mint_promises',
];

/**
 * What has to be there before events come stands before them: what was deleted is not let in again, what somebody knows of media is not
 * overwritten by what events say, the provider of play zaps is known. What accounts that are denied said is withheld once it
 * is there. Whom notifications are kept for comes after them: theirs are moved as they were.
 */
export const ORDER: readonly Section[] = [
  'meta',
  'deletions',
  'gone',
  'members',
  'held_names',
  'media',
  'previews',
  'blobs',
  'files',
  'uploads',
  'app_settings',
  'app_subsettings',
  'notifications_seen',
  'reports',
  ...MONEY,
  'events',
  'standings',
  'receivers',
  'notifications',
  'read_messages',
];

/** What belongs to one service alone: what it notes for itself, its keys among it, and money that these keys stand for. Of a second archive it is left out. */
export const OWN: ReadonlySet<Section> = new Set<Section>(['meta', ...MONEY]);
