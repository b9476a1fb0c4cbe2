import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { PATRON } from '../../money/membership-shop.ts';
import type { Member } from '../../store/accounts/members.ts';
import type { CacheContext } from '../cache-context.ts';
import { type PageRequest, type Payload, pageOf, Refusal, textOf } from '../payload.ts';
import { peopleResults } from '../results/profile-results.ts';
import { listSource, rangeResult, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';

const RULES = { limit: 100, max: 300, capped: true };

/** One place of a leaderboard. `rows` is the data that is sent. */
interface Place {
  readonly pubkey: string;
  readonly keys: Readonly<Record<string, number>>;
  readonly row: Readonly<Record<string, unknown>>;
}

/**
 * Return patrons by their gifts in play sats (10000170), longest membership first among equals. A
 * patron without a gift counts as 0 sats, and the grant as their last gift.
 */
export async function legendsLeaderboard(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const given = new Map(
    (await context.store.givenFor(PATRON)).map((each) => [each.receiver, each]),
  );
  const satsOf = (pubkey: string) => Math.floor((given.get(pubkey)?.msats ?? 0) / 1_000);
  const legends = (await context.store.membersOfTier(['premium-legend']))
    .toSorted(byTime('legendSince'))
    .toSorted((a, b) => satsOf(b.pubkey) - satsOf(a.pubkey));
  const places = legends.map(({ pubkey, legendSince = 0 }, i): Place => {
    const index = i + 1;
    const gift = given.get(pubkey);
    const last = gift ? inSeconds(gift.last) : legendSince;
    return {
      pubkey,
      keys: { index, donated_btc: satsOf(pubkey), last_donation: last },
      row: { index, pubkey, donated_btc: String(satsOf(pubkey)), last_donation: last },
    };
  });
  return leaderboard(context, payload, RESULT.LegendLeaderboard, places, 'donated_btc');
}

/**
 * Return members (10000171). The first member has index 1. The newest come first unless sorted by
 * index.
 */
export async function premiumLeaderboard(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const members = (await context.store.membersOfTier(['premium', 'premium-legend'])).toSorted(
    byTime('premiumSince'),
  );
  const places = members.map(({ pubkey, premiumSince = 0 }, i): Place => {
    const index = i + 1;
    return {
      pubkey,
      keys: { index, premium_since: premiumSince },
      row: { index, pubkey, premium_since: premiumSince },
    };
  });
  return leaderboard(context, payload, RESULT.PremiumLeaderboard, places, 'premium_since');
}

async function leaderboard(
  context: CacheContext,
  payload: Payload,
  kind: number,
  places: readonly Place[],
  usual: string,
): Promise<Result[]> {
  const orderBy = textOf(payload, 'order_by') ?? usual;
  if (places.some(({ keys }) => keys[orderBy] === undefined)) throw new Refusal('invalid order_by');
  const page = pageOf(payload, RULES);
  const keyed = places.map((place) => ({
    ...place,
    key: place.keys[orderBy] ?? 0,
    seq: -(place.keys['index'] ?? 0),
  }));
  const shown =
    orderBy === 'index'
      ? ascending(keyed, page)
      : await readPage(listSource(keyed.toSorted((a, b) => b.key - a.key || b.seq - a.seq)), page);
  const pubkeys = shown.map(({ pubkey }) => pubkey);
  const rows = shown.map(({ row }) => row);
  const keys = shown.map(({ key }) => key);
  return [
    ...(await peopleResults(context, pubkeys)),
    synthetic(kind, rows),
    rangeResult(keys, pubkeys, orderBy),
  ];
}

function ascending<T extends { readonly key: number }>(
  rows: readonly T[],
  { since, until, limit, offset }: PageRequest,
): readonly T[] {
  return rows.filter(({ key }) => key >= since && key <= until).slice(offset, offset + limit);
}

function byTime(date: 'legendSince' | 'premiumSince'): (a: Member, b: Member) => number {
  return (a, b) => (a[date] ?? 0) - (b[date] ?? 0) || (a.pubkey < b.pubkey ? -1 : 1);
}
