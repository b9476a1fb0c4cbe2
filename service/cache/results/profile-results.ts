import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import type { Member } from '../../store/accounts/members.ts';
import type { Store } from '../../store/store.ts';
import type { StoredEvent } from '../../store/stored-event.ts';
import { type Answering, linkResults } from './media-results.ts';
import { type Result, synthetic } from '../results.ts';

const SHOUTOUT = 'A patron of this town';

/** Return the newest metadata of accounts, in no particular order. Unknown accounts are missing. */
export function profilesOf(store: Store, pubkeys: Iterable<string>): Promise<StoredEvent[]> {
  return store.latestOf([...new Set(pubkeys)].map((pubkey) => `${KIND.Metadata}:${pubkey}:`));
}

/** Return all data about accounts: kind 0, pictures, ranks, names and badges, media servers. */
export async function peopleResults(
  context: Answering,
  pubkeys: readonly string[],
): Promise<Result[]> {
  const { store } = context;
  const profiles = inOrder(await profilesOf(store, pubkeys), pubkeys);
  const about = await Promise.all([
    linkResults(context, profiles),
    claimsAbout(store, pubkeys),
    serverLists(store, pubkeys),
  ]);
  return [...profiles.map((profile) => profile.raw), ...about.flat()];
}

/** Ranks, names, badges and membership of accounts: 10000108, 10000158, 10000168, 10000169. */
export async function claimsAbout(store: Store, pubkeys: readonly string[]): Promise<Result[]> {
  const [members, followers] = await Promise.all([
    store.membersAmong(pubkeys),
    store.followerCounts(pubkeys),
  ]);
  const map = <T>(value: (member: Member) => T | undefined): Record<string, T> => {
    const entries = members.flatMap((member) => {
      const entry = value(member);
      return entry === undefined ? [] : [[member.pubkey, entry] as const];
    });
    return Object.fromEntries(entries);
  };
  return [
    synthetic(RESULT.UserScores, Object.fromEntries(followers)),
    synthetic(
      RESULT.VerifiedUsersDict,
      map((member) => member.name),
    ),
    synthetic(RESULT.LegendCustomization, map(legend)),
    synthetic(RESULT.MembershipCohorts, map(cohort)),
  ];
}

/** Kind 10063 lists (BUD-03) of accounts. */
export async function serverLists(store: Store, pubkeys: readonly string[]): Promise<Result[]> {
  return (await store.latestOf(pubkeys.map((pubkey) => `${KIND.BlossomServers}:${pubkey}:`))).map(
    (list) => list.raw,
  );
}

function inOrder(profiles: readonly StoredEvent[], pubkeys: readonly string[]): StoredEvent[] {
  const known = new Map(profiles.map((profile) => [profile.pubkey, profile]));
  return pubkeys.flatMap((pubkey) => known.get(pubkey) ?? []);
}

/** A patron without badge and ring is included, too. Otherwise clients would keep the old ones. */
function legend(member: Member) {
  if (
    member.tier !== 'premium-legend' &&
    member.style === '' &&
    !member.customBadge &&
    !member.avatarGlow
  )
    return undefined;
  return {
    style: member.style || null,
    custom_badge: member.customBadge,
    avatar_glow: member.avatarGlow,
    in_leaderboard: true,
    current_shoutout: member.shoutout || SHOUTOUT,
  };
}

function cohort(member: Member) {
  if (member.tier === '') return undefined;
  const dates = [member.legendSince, member.premiumSince].filter((date) => date !== undefined);
  return {
    cohort_1: member.cohort1,
    cohort_2: member.cohort2,
    tier: member.tier,
    expires_on: member.expiresOn ?? null,
    legend_since: dates.length > 0 ? Math.min(...dates) : null,
    premium_since: member.premiumSince ?? null,
  };
}
