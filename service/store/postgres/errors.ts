import { StoreAway, UnfitStore } from '../../errors.ts';

/** Work was in conflict with other work, and may be begun anew: not serializable, or each waited for the other. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01']);
/** There is nobody at the address, or not any more. */
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
/** The server ends, starts, has no connection to spare, may only be read, or was not done in time. */
const UNWILLING: ReadonlySet<unknown> = new Set(['25006', '53300', '57014', '57P01', '57P02', '57P03', '57P04', '57P05']);
/** What the client says when a connection is lost or takes too long, which has no code. */
const LOST = /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (was closed|has encountered))/;

export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** An error as the service knows it: `StoreAway` where asking again later may help. */
export function told(error: unknown): unknown {
  const code = codeOf(error);
  const isAway = UNREACHED.has(code) || UNWILLING.has(code) || (typeof code === 'string' && code.startsWith('08'));
  if (isAway || (code === undefined && error instanceof Error && LOST.test(error.message))) return new StoreAway(error);
  return error;
}

/** Why nobody is let in, by the server's codes. */
const SHUT: ReadonlyMap<unknown, string> = new Map([
  ['28000', 'the server lets nobody in by that name from here'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'there is no database of that name: make it first (createdb)'],
  ['42501', 'the account may not make tables there: let it own the database'],
]);

/** An error as `UnfitStore` where the server says that what was asked will not do. */
export function unfit(error: unknown): unknown {
  const why = SHUT.get(codeOf(error));
  return why === undefined ? error : new UnfitStore(why, { cause: error });
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
