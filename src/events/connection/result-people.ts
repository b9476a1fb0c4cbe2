import { readLegendStyle } from './legend.ts';
import { isRecord } from '../core/json.ts';
import type { Claim, Cohort, Legend } from './claims.ts';
import { countOf, entriesOf, idOf, nonEmpty, textOf, timeOf } from './claim-fields.ts';

/**
 * Read the counts of one account (10000105). Answers about notifications carry only the followers.
 * These become a `followers` claim, so that they never replace the full counts.
 */
export function readUserStats(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const pubkey = idOf(content.pubkey);
  if (!pubkey) return undefined;
  if (!Object.hasOwn(content, 'follows_count'))
    return { claim: 'followers', followers: new Map([[pubkey, countOf(content.followers_count)]]) };
  return {
    claim: 'userStats',
    pubkey,
    follows: countOf(content.follows_count),
    followers: countOf(content.followers_count),
    notes: countOf(content.note_count),
    replies: countOf(content.reply_count),
    articles: countOf(content.long_form_note_count),
    media: countOf(content.media_count),
    relays: countOf(content.relay_count),
    zaps: countOf(content.total_zap_count),
    satszapped: countOf(content.total_satszapped),
    timeJoined: timeOf(content.time_joined),
  };
}

export function readScores(content: unknown): Claim {
  return { claim: 'scores', scores: entriesOf(content, numberIn) };
}

export function readFollowers(content: unknown): Claim {
  return { claim: 'followers', followers: entriesOf(content, numberIn) };
}

export function readNames(content: unknown): Claim {
  return { claim: 'names', names: entriesOf(content, nonEmpty) };
}

export function readLegends(content: unknown): Claim {
  return { claim: 'legends', legends: entriesOf(content, legendOf) };
}

export function readCohorts(content: unknown): Claim {
  return { claim: 'cohorts', cohorts: entriesOf(content, cohortOf) };
}

/**
 * Read the relays of one account (10000139). There is no content, all data is on the object. Two
 * tags of one url are merged.
 */
export function readUserRelays(
  _content: unknown,
  event: Readonly<Record<string, unknown>>,
): Claim | undefined {
  const pubkey = idOf(event.pubkey);
  if (!pubkey) return undefined;
  const relays = new Map<string, { url: string; read: boolean; write: boolean }>();
  for (const tag of Array.isArray(event.tags) ? event.tags : []) {
    const url = Array.isArray(tag) && tag[0] === 'r' ? nonEmpty(tag[1]) : undefined;
    if (!url) continue;
    const before = relays.get(url);
    relays.set(url, {
      url,
      read: before?.read === true || tag[2] !== 'write',
      write: before?.write === true || tag[2] !== 'read',
    });
  }
  return { claim: 'userRelays', pubkey, relays: [...relays.values()] };
}

/** Read why an account is hidden or allowed (10000131). */
export function readFiltering(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  const { action, group } = content;
  if (action !== 'block' && action !== 'allow') return undefined;
  return { claim: 'filtering', action, pubkey: idOf(content.pubkey), group: nonEmpty(group) };
}

export function readFollowing(content: unknown): Claim | undefined {
  return typeof content === 'boolean'
    ? { claim: 'flag', flag: 'isFollowing', value: content }
    : undefined;
}

/** Read the totals of the network (10000101). */
export function readNetStats(content: unknown): Claim | undefined {
  if (!isRecord(content)) return undefined;
  return {
    claim: 'netStats',
    users: countOf(content.users),
    pubkeys: countOf(content.pubkeys),
    pubnotes: countOf(content.pubnotes),
    reactions: countOf(content.reactions),
    reposts: countOf(content.reposts),
    any: countOf(content.any),
    zaps: countOf(content.zaps),
    satszapped: countOf(content.satszapped),
  };
}

/** Read the sizes of the networks of the account that the object names (10000102). */
export function readLegendCounts(
  content: unknown,
  event: Readonly<Record<string, unknown>>,
): Claim | undefined {
  const pubkey = idOf(event.pubkey);
  if (!isRecord(content) || !pubkey) return undefined;
  return {
    claim: 'legendCounts',
    pubkey,
    follows: countOf(content.your_follows),
    innerNetwork: countOf(content.your_inner_network),
    outerNetwork: countOf(content.your_outer_network),
  };
}

function legendOf(value: unknown): Legend | undefined {
  if (!isRecord(value)) return undefined;
  return {
    style: readLegendStyle(value.style),
    customBadge: value.custom_badge === true,
    avatarGlow: value.avatar_glow === true,
  };
}

function cohortOf(value: unknown): Cohort | undefined {
  if (!isRecord(value)) return undefined;
  return {
    tier: textOf(value.tier),
    cohort1: textOf(value.cohort_1),
    cohort2: textOf(value.cohort_2),
    legendSince: timeOf(value.legend_since),
    premiumSince: timeOf(value.premium_since),
  };
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? countOf(value) : undefined;
}
