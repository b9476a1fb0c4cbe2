import { field } from '../../src/events/core/json.ts';
import { PRIVATE_KINDS } from '../store/filters/private-kinds.ts';

/** Parameters of a request. Unknown keys are ignored, and a wrong type counts as missing. */
export type Payload = Readonly<Record<string, unknown>>;

/** A request that is answered with a NOTICE of this text. */
export class Refusal extends Error {}

/**
 * The requested part of an ordered list. Both bounds are inclusive and in units of the list's sort
 * key.
 */
export interface PageRequest {
  readonly since: number;
  readonly until: number;
  readonly limit: number;
  readonly offset: number;
  /**
   * True if only `since` was given: new entries. The offset then counts entries at `since`, which
   * the client already has.
   */
  readonly forward?: boolean;
}

/** No sort key is larger. Bounds beyond it mean "no bound". */
export const ENDLESS = Number.MAX_SAFE_INTEGER;

/** Maximum number of entries before a page that are scanned. */
const MOST_SKIPPED = 5_000;
/** Entries of a list of ids or public keys, unless the verb states another number. */
const MOST_IDS = 1_000;
const MOST_KINDS = 50;

export function isHex64(value: unknown): value is string {
  return typeof value === 'string' && value.length === 64 && /^[0-9a-f]{64}$/.test(value);
}

export function textOf(payload: Payload, key: string): string | undefined {
  const value = field(payload, key);
  return typeof value === 'string' ? value : undefined;
}

/** Return an event id or public key. Refused unless it is missing or 64 lower-case hex digits. */
export function hexOf(payload: Payload, key: string): string | undefined {
  const value = field(payload, key);
  if (value === undefined || value === null) return undefined;
  if (!isHex64(value)) throw new Refusal(key.includes('pubkey') ? 'invalid pubkey' : 'error');
  return value;
}

export function requiredHex(payload: Payload, key: string): string {
  const value = hexOf(payload, key);
  if (value === undefined) throw new Refusal('error');
  return value;
}

/** Return a list of event ids or public keys without duplicates, at most `cap`. */
export function hexesOf(payload: Payload, key: string, cap = MOST_IDS): string[] {
  const value = field(payload, key);
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Refusal('error');
  if (value.length > cap) throw new Refusal('limit too big');
  if (!value.every(isHex64)) throw new Refusal(key.includes('pubkey') ? 'invalid pubkey' : 'error');
  return [...new Set(value)];
}

/** Return a non-negative integer, or the fallback for anything else. */
export function countOf(payload: Payload, key: string, fallback: number): number {
  const value = field(payload, key);
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(ENDLESS, Math.max(0, Math.trunc(value)));
}

export function flagOf(payload: Payload, key: string, fallback: boolean): boolean {
  const value = field(payload, key);
  return typeof value === 'boolean' ? value : fallback;
}

/**
 * Return event kinds without private ones, which pages do not contain. Returns `undefined` if the
 * key is missing, no list, or empty. A request for only private kinds is refused.
 */
export function kindsOf(payload: Payload, key = 'kinds'): number[] | undefined {
  const value = field(payload, key);
  if (!Array.isArray(value)) return undefined;
  const kinds = value.filter((kind) => Number.isInteger(kind) && kind >= 0 && kind <= 65_535);
  const open = kinds.filter((kind) => !PRIVATE_KINDS.includes(kind));
  if (kinds.length > 0 && open.length === 0)
    throw new Refusal('private messages are not given here');
  return open.length > 0 ? open.slice(0, MOST_KINDS) : undefined;
}

/** A limit above `max` is refused, unless the verb caps it. */
export function pageOf(
  payload: Payload,
  rules: { limit: number; max: number; capped?: boolean },
): PageRequest {
  const limit = countOf(payload, 'limit', rules.limit);
  if (limit > rules.max && !rules.capped) throw new Refusal('limit too big');
  const offset = countOf(payload, 'offset', 0);
  if (offset > MOST_SKIPPED) throw new Refusal('offset too big');
  const [since, until] = [countOf(payload, 'since', 0), countOf(payload, 'until', ENDLESS)];
  return {
    since,
    until,
    forward: since > 0 && until === ENDLESS,
    limit: Math.min(limit, rules.max),
    offset,
  };
}
