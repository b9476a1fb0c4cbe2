import type { Claim } from '../../connection/claims.ts';
import { nonEmpty, timeOf } from '../../connection/claim-fields.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import { minus, seconds, type Seconds } from '../../core/time.ts';

/** What the service says that the account is to it (11.1). It is the service's word. Times in seconds, storage in bytes. */
export interface MembershipStatus {
  /** As the service names it: `premium`, `premium-legend`, `free`, or what only others know. */
  readonly tier: string;
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly expiresOn: Seconds | undefined;
  readonly renewsOn: Seconds | undefined;
  readonly usedStorage: number | undefined;
  /** Given so far, in sats. */
  readonly donated: number | undefined;
}

/** The status in an answer; undefined where the service says nothing of the account: it is a stranger there. */
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

/** Bitcoin in decimals, as the service writes it, in whole sats; without rounding, and undefined where it is no amount (18.1 of the wire reference). */
export function satsOf(btc: unknown): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(typeof btc === 'string' ? btc : '') ?? [];
  return whole === '' ? undefined : Number(whole + part.padEnd(8, '0'));
}

/** A week, in seconds (MEMBER-02). */
const BETWEEN_REMINDERS = seconds(7 * 86_400);

/**
 * Whether whoever is no member is reminded of it now, and what is kept of that: the time of the last reminder. The first is due a week after
 * the account was first seen on this device; a time that has not come yet is that of a clock that was wrong, and counts as now.
 */
export function reminderAt(kept: unknown, now: Seconds): { readonly isDue: boolean; readonly keep: Seconds } {
  const last = timeOf(kept);
  if (last === undefined || last > now) return { isDue: false, keep: now };
  const isDue = minus(now, last) >= BETWEEN_REMINDERS;
  return { isDue, keep: isDue ? now : last };
}

/** What decides how large a file may be (MEDIA-01). */
export type MembershipTier = 'none' | 'premium' | 'premium-legend';
