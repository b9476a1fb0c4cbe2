import type { Part } from '../store/transfer.ts';

/**
 * An archive of a store: compressed JSONL. The first line is the head. Then follow rows of parts,
 * files, events and more rows, each at its place in `ORDER`. The last line has the number of lines
 * of each, without which the archive is incomplete.
 */
export interface Head {
  readonly starling: 'archive';
  readonly version: 1;
  /** The archive's own name, by which an interrupted import recognizes it. */
  readonly name: string;
}

export type Line =
  | Head
  | { readonly part: Part; readonly row: Readonly<Record<string, string | number | null>> }
  /** A piece of a file's bytes (base64). `last`: the file is complete. */
  | { readonly file: string; readonly bytes: string; readonly last: boolean }
  | { readonly event: unknown; readonly hint?: string | undefined }
  | { readonly end: Readonly<Record<string, number>> };

/** Content of one section of an archive. */
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
 * Order of the sections. Some must precede the events: deletions, so that deleted events stay
 * deleted, known media data, and the provider of play zaps. Events of denied accounts are withheld
 * after their import. Receivers of notifications follow the events, because their notifications are
 * moved as they were.
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

/**
 * Data of one service alone: its notes and keys, and money that depends on these keys. It is
 * skipped in a second archive.
 */
export const OWN: ReadonlySet<Section> = new Set<Section>(['meta', ...MONEY]);
