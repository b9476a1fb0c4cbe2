import type { NetStatsClaim } from '../../connection/claims.ts';
import { field, isRecord } from '../../core/json.ts';

/** EXPLORE-02, in their order. */
export const NET_COUNTS = [
  'users',
  'pubkeys',
  'zaps',
  'satszapped',
  'pubnotes',
  'reposts',
  'reactions',
  'any',
] as const;

export type NetStats = Readonly<Record<(typeof NET_COUNTS)[number], number>>;

/** Read the stored totals (nostrStats). `undefined` if one is missing or malformed. */
export function keptStats(kept: unknown): NetStats | undefined {
  if (!isRecord(kept)) return undefined;
  const isWhole = NET_COUNTS.every((name) => Number.isFinite(field(kept, name)));
  return isWhole ? countsOf((name) => Number(field(kept, name))) : undefined;
}

export function statsToKeep(claim: NetStatsClaim): NetStats {
  return countsOf((name) => claim[name]);
}

function countsOf(count: (name: keyof NetStats) => number): NetStats {
  const [users, pubkeys, zaps, satszapped] = [
    count('users'),
    count('pubkeys'),
    count('zaps'),
    count('satszapped'),
  ];
  return {
    users,
    pubkeys,
    zaps,
    satszapped,
    pubnotes: count('pubnotes'),
    reposts: count('reposts'),
    reactions: count('reactions'),
    any: count('any'),
  };
}

const SATS_IN_BTC = 1e8;

/** Format sats as bitcoin: two decimals, more below one bitcoin. */
export function inBtc(sats: number, locale: string): string {
  const btc = Math.max(0, sats) / SATS_IN_BTC;
  return new Intl.NumberFormat(locale, { maximumFractionDigits: btc < 1 ? 4 : 2 }).format(btc);
}
