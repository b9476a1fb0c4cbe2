import { field, isRecord } from '../src/events/core/json.ts';

/** Primary result codes of SQLite. */
export const SQLITE = { busy: 5, ioError: 10, full: 13 } as const;

/** Whether SQLite failed with this primary code. */
export function isErrno(error: unknown, code: number): boolean {
  const errcode = error instanceof Error && isRecord(error) ? field(error, 'errcode') : undefined;
  return typeof errcode === 'number' && (errcode & 0xff) === code;
}

/** PostgreSQL has no room. */
const DISK_FULL = '53100';

/** Whether an error of the system has one of these codes (ENOENT ...). */
export function isErrorOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Whether something could not be kept because the disk, or this account's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return isErrorOf(error, ['ENOSPC', 'EDQUOT', DISK_FULL]) || isErrno(error, SQLITE.full);
}

/** The store cannot be used as it is; says why, and what can be done. */
export class UnfitStore extends Error {}

/** The store cannot be reached, or did not answer in time: what was asked may be asked again later. Whether a change was made is not known. */
export class StoreAway extends Error {
  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Where files lie cannot be reached, or takes or gives none now. */
export class FilesAway extends Error {
  constructor(cause: unknown) {
    super(`where files lie is away: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The place that was named for files cannot be used; says why. */
export class UnfitFiles extends Error {}

/** What clients are told while the store is away. */
export const AWAY_REASON = 'the database is away, try again later';

/** Does what is done again and again: while the store is away it is left out. */
export async function unlessAway(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
  }
}

/** Does what may wait: where the disk is full nothing of it is done, and the next start tries again. */
export async function ifRoom(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
