import { StoreUnavailable, UnusableStore } from '../../errors.ts';

/** Retryable conflicts: serialization failure or deadlock. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);
/** The server cannot be reached, or no longer. */
const UNREACHED: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/**
 * The server is stopping, starting, out of connections or read-only, or the statement timed out.
 */
const UNWILLING: ReadonlySet<unknown> = new Set([
  '25006',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
]);
/** Messages of the client without a code, for a lost connection or a timeout. */
const LOST =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered))/;

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** Convert an error: `StoreUnavailable` if a retry later may help. */
export function asStoreError(error: unknown): unknown {
  const code = codeOf(error);
  const isAway =
    UNREACHED.has(code) ||
    UNWILLING.has(code) ||
    (typeof code === 'string' && code.startsWith('08'));
  if (isAway || (code === undefined && error instanceof Error && LOST.test(error.message)))
    return new StoreUnavailable(error);
  return error;
}

/** Reasons why the server refuses the login, by its codes. */
const SHUT: ReadonlyMap<unknown, string> = new Map([
  ['28000', 'the server lets nobody in by that name from here'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'there is no database of that name: make it first (createdb)'],
  ['42501', 'the account may not make tables there: let it own the database'],
]);

/** Convert an error to `UnusableStore` if the server refuses the login or the request for good. */
export function asUnusableStore(error: unknown): unknown {
  const why = SHUT.get(codeOf(error));
  return why === undefined ? error : new UnusableStore(why, { cause: error });
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
