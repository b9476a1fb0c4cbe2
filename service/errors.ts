import { field, isRecord } from '../src/events/core/json.ts';

/** Primary result codes of SQLite. */
export const SQLITE = { busy: 5, ioError: 10, full: 13 } as const;

/** True if SQLite failed with this primary code. */
export function isErrno(error: unknown, code: number): boolean {
  const errcode = error instanceof Error && isRecord(error) ? field(error, 'errcode') : undefined;
  return typeof errcode === 'number' && (errcode & 0xff) === code;
}

/** PostgreSQL code for a full disk. */
const DISK_FULL = '53100';

/** True if a system error has one of these codes (ENOENT ...). */
export function isErrorOf(error: unknown, codes: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}

/** True if data could not be stored because the disk, or this user's quota, is full. */
export function isDiskFull(error: unknown): boolean {
  return isErrorOf(error, ['ENOSPC', 'EDQUOT', DISK_FULL]) || isErrno(error, SQLITE.full);
}

/** The store cannot be used in its current state. The message gives the reason and advice. */
export class UnusableStore extends Error {}

/**
 * The store cannot be reached, or did not respond in time. Reads may be retried later. It is
 * unknown whether a change was made.
 */
export class StoreUnavailable extends Error {
  readonly state: 'away' | 'busy';
  constructor(cause: unknown, state: 'away' | 'busy' = 'away') {
    super(`the database is ${state}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.state = state;
  }

  /** Message for clients. */
  get reason(): string {
    return `the database is ${this.state}, try again later`;
  }
}

/** The store works, but too many queries wait for it. Nothing was read or changed. */
export class StoreBusy extends StoreUnavailable {
  constructor(cause: unknown) {
    super(cause, 'busy');
  }
}

/** Many long queries of one address wait already. Nothing was read or changed. */
export class TooManyQueries extends StoreBusy {
  constructor() {
    super('many long queries of one address wait');
  }

  override get reason(): string {
    return 'many expensive queries of your address wait already, try again later';
  }
}

/** The file storage cannot be reached or does not respond. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(`where files lie is away: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The named place for files cannot be used. The message gives the reason. */
export class UnusableFiles extends Error {}

/** Run periodic work, and ignore that the store is away. */
export async function ignoreUnavailable(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

/** Run optional work. If the disk is full, it has no effect, and the next start retries it. */
export async function ignoreDiskFull(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
