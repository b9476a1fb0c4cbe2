import type { Claim } from '../../connection/claims.ts';
import { nonEmpty, timeOf } from '../../connection/claim-fields.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { minus, seconds, type Seconds } from '../../core/time.ts';

/**
 * The account's membership status, as the service claims it. Times in seconds, storage in bytes.
 */
export interface MembershipStatus {
  /** As the service names it: `premium`, `premium-legend`, `free`, or another text. */
  readonly tier: string;
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly expiresOn: Seconds | undefined;
  readonly renewsOn: Seconds | undefined;
  readonly usedStorage: number | undefined;
  /** Sum of all donations, in sats. */
  readonly donated: number | undefined;
}

/** Read the status from an answer; `undefined` if the service does not know the account. */
export function statusIn(claims: readonly Claim[]): MembershipStatus | undefined {
  const [content] = contentsOf(claims, RESULT.MembershipStatus);
  if (!isRecord(content)) return undefined;
  const storage = field(content, 'used_storage');
  return {
    tier: nonEmpty(field(content, 'tier')) ?? 'free',
    name: nonEmpty(field(content, 'name')),
    address: nonEmpty(field(content, 'nostr_address')),
    expiresOn: timeOf(field(content, 'expires_on')),
    renewsOn: timeOf(field(content, 'renews_on')),
    usedStorage: isNumber(storage) && storage >= 0 ? storage : undefined,
    donated: satsOf(field(content, 'donated_btc')),
  };
}

/**
 * Convert decimal bitcoin, as the service writes it, to whole sats without rounding. `undefined` if
 * it is no such amount.
 */
export function satsOf(btc: unknown): number | undefined {
  const [, whole = '', part = ''] =
    /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(typeof btc === 'string' ? btc : '') ?? [];
  return whole === '' ? undefined : Number(whole + part.padEnd(8, '0'));
}

/** A week, in seconds (MEMBER-02). */
const BETWEEN_REMINDERS = seconds(7 * 86_400);

/**
 * Return whether a non-member is reminded of membership now, and the time of the last reminder to
 * store. The first reminder is due a week after the account was first seen on this device. A stored
 * time in the future comes from a wrong clock and counts as now.
 */
export function reminderAt(
  kept: unknown,
  now: Seconds,
): { readonly isDue: boolean; readonly keep: Seconds } {
  const last = timeOf(kept);
  if (last === undefined || last > now) return { isDue: false, keep: now };
  const isDue = minus(now, last) >= BETWEEN_REMINDERS;
  return { isDue, keep: isDue ? now : last };
}

/** The membership tier, which decides the maximum size of a file (MEDIA-01). */
export type MembershipTier = 'none' | 'premium' | 'premium-legend';

/** Read a tier as the service names it. Unknown names are no membership. */
export function membershipTier(name: unknown): MembershipTier {
  return name === 'premium' || name === 'premium-legend' ? name : 'none';
}
