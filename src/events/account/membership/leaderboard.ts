import { idOf, timeOf } from '../../connection/claim-fields.ts';
import { contentsOf } from '../../connection/other-claims.ts';
import type { Claim } from '../../connection/claims.ts';
import { isRecord } from '../../core/json.ts';
import { RESULT } from '../../nostr/kinds.ts';
import type { Seconds } from '../../core/time.ts';

/** One place of a leaderboard. Times in seconds. */
export interface Leader {
  readonly index: number;
  readonly pubkey: string;
  /** Legends only: the sum of their donations in sats, and the date of the last one. */
  readonly sats: number | undefined;
  readonly lastDonation: Seconds | undefined;
  /** Members only: the start of their membership. */
  readonly premiumSince: Seconds | undefined;
}

/** Maximum number of places, above the requested number. */
const MOST = 300;

/**
 * Read the places in the order of the answer, each account once. Unreadable entries are left out
 * (MEMBER-03).
 */
export function leadersIn(claims: readonly Claim[], of: 'legends' | 'members'): readonly Leader[] {
  const kind = of === 'legends' ? RESULT.LegendLeaderboard : RESULT.PremiumLeaderboard;
  const rows = contentsOf(claims, kind).flatMap((content) =>
    Array.isArray(content) ? content : [],
  );
  const leaders = rows.slice(0, MOST).flatMap((row: unknown) => leaderIn(row) ?? []);
  return [...new Map(leaders.map((leader) => [leader.pubkey, leader])).values()];
}

function leaderIn(row: unknown): Leader | undefined {
  if (!isRecord(row)) return undefined;
  const [index, pubkey] = [row.index, idOf(row.pubkey)];
  if (
    pubkey === undefined ||
    typeof index !== 'number' ||
    !Number.isSafeInteger(index) ||
    index < 1
  )
    return undefined;
  return {
    index,
    pubkey,
    sats: satsOf(row.donated_btc),
    lastDonation: timeOf(row.last_donation),
    premiumSince: timeOf(row.premium_since),
  };
}

/** Despite its name, the field is a text of sats here. Some services send a number. */
function satsOf(value: unknown): number | undefined {
  const sats =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^\d{1,16}$/.test(value)
        ? Number(value)
        : undefined;
  return sats !== undefined && Number.isSafeInteger(sats) && sats >= 0 ? sats : undefined;
}
