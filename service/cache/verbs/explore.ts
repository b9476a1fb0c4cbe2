import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { field, isRecord, parseJson } from '../../../src/events/core/json.ts';
import { inSeconds, minus, seconds } from '../../../src/events/core/time.ts';
import type { Followed } from '../../store/reading/people.ts';
import { parseStored, type StoredEvent } from '../../store/stored-event.ts';
import type { Store } from '../../store/store.ts';
import { cachedFor } from '../../cached.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { linkResults } from '../results/media-results.ts';
import { hexOf, type Payload, pageOf } from '../payload.ts';
import { claimsAbout, peopleResults, profilesOf } from '../results/profile-results.ts';
import type { Ordered } from '../../store/reading/page-slice.ts';
import { listSource, rangeResult, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { megaFeed } from './feeds.ts';
import { hiddenAccounts } from '../../../src/events/reading/moderation/moderation.ts';
import { moderationListsFor, visibleRows } from '../results/visibility.ts';

const DAY = seconds(86_400);
const MOST_NOTES = 3_000;
const MOST_TOPICS = 200;
const MOST_LISTS = 300;
const MOST_PEOPLE = 500;
const MOST_SCORED = 24;
const SCORES_LOOKED_AT = 80;
/** Periods in which topics are searched, from short to long, until there are any. Seconds. */
const PERIODS = [1, 7, 30, Infinity].map((days) => seconds(days * 86_400));

interface Riser extends Ordered, Followed {}

const topics = cachedFor<Promise<Readonly<Record<string, number>>>>(seconds(60));
const risers = cachedFor<Promise<readonly Riser[]>>(seconds(60));

/**
 * Return hashtags of the last day with their uses (10000160), or of a longer time if the day had
 * none.
 */
export async function exploreTopics({ store }: CacheContext): Promise<Result[]> {
  return [synthetic(RESULT.Topics, await topics(store, '', () => topicsOf(store)))];
}

/** Images of the viewer's network: a feed with a spec of its own. */
export function exploreMedia(context: CacheContext, payload: Payload): Promise<Result[]> {
  return megaFeed(context, { ...payload, spec: '{"id":"explore-media"}' });
}

/**
 * Return accounts by followers gained in the last day, then the best followed ones. Only accounts
 * with a description count. Accounts that the asking account follows or muted are left out.
 */
export async function explorePeople(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const actor = hexOf(payload, 'user_pubkey');
  const hidden = new Set(
    actor === undefined
      ? []
      : [
          actor,
          ...(await store.followsOf(actor)),
          ...hiddenAccounts(await moderationListsFor(store, actor), 'trending'),
        ],
  );
  const wanted = (await risers(store, '', () => rise(store))).filter(
    ({ pubkey }) => !hidden.has(pubkey),
  );
  const page = await readPage(
    listSource(wanted),
    pageOf(payload, { limit: 20, max: 50, capped: true }),
  );
  const pubkeys = page.map(({ pubkey }) => pubkey);
  const increases = page.map(({ pubkey, key, followers }) => [
    pubkey,
    { increase: key, ratio: followers > 0 ? key / followers : 0, count: followers },
  ]);
  return [
    synthetic(RESULT.UserFollowerIncreases, Object.fromEntries(increases)),
    ...(await peopleResults(context, pubkeys)),
    rangeResult(
      page.map(({ key }) => key),
      pubkeys,
      'increase',
    ),
  ];
}

/** Return authors of the day's best notes, with the score of the best (10000108). */
export async function scoredUsers24h(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const ranked = (
    await store.rankingOf({ rank: 'score', createdAfter: minus(store.now(), DAY) })
  ).slice(0, SCORES_LOOKED_AT);
  const scores = new Map(ranked.map(({ id, key }) => [id, key]));
  const notes = await store.events(ranked.map(({ id }) => id));
  const { viewer } = await viewOf(context, payload);
  const shown = await visibleRows(store, viewer, notes, 'trending');
  const authors = new Map(
    shown.slice(0, MOST_SCORED).map(({ id, pubkey }) => [pubkey, scores.get(id) ?? 0]),
  );
  const profiles = await profilesOf(store, authors.keys());
  return [
    ...profiles.map(({ raw }) => raw),
    ...(await linkResults(context, profiles)),
    synthetic(RESULT.UserScores, Object.fromEntries(authors)),
    // Names and memberships only. The ranks among the claims would replace the scores.
    ...(await claimsAbout(store, [...authors.keys()])).slice(1),
  ];
}

/**
 * Some clients retry without end if there is no topic. If no note has any, return the default topic
 * with no uses.
 */
async function topicsOf(store: Store): Promise<Readonly<Record<string, number>>> {
  for (const period of PERIODS) {
    const uses = await store.hashtagUses(
      seconds(Math.max(0, inSeconds(minus(store.now(), period)))),
      MOST_NOTES,
    );
    if (uses.size > 0)
      return Object.fromEntries([...uses].sort(([, a], [, b]) => b - a).slice(0, MOST_TOPICS));
  }
  return { nostr: 0 };
}

/** Return candidates by gained followers, then by followers. */
async function rise(store: Store): Promise<readonly Riser[]> {
  const gains = [...(await store.followerGains(minus(store.now(), DAY), MOST_LISTS))].filter(
    ([, gain]) => gain > 0,
  );
  const risen = new Map(gains.sort(([, a], [, b]) => b - a).slice(0, MOST_PEOPLE));
  const others = (await store.mostFollowed(MOST_PEOPLE)).map(({ pubkey }) => pubkey);
  const pubkeys = [...new Set([...risen.keys(), ...others])];
  const described = new Set(
    (await profilesOf(store, pubkeys)).filter(saysSomething).map(({ pubkey }) => pubkey),
  );
  const followers = await store.followerCounts(pubkeys);
  return pubkeys
    .filter((pubkey) => described.has(pubkey))
    .map((pubkey) => ({
      pubkey,
      key: risen.get(pubkey) ?? 0,
      followers: followers.get(pubkey) ?? 0,
    }))
    .sort((a, b) => b.key - a.key || b.followers - a.followers || (a.pubkey < b.pubkey ? -1 : 1))
    .map((each, i, all) => ({ ...each, seq: all.length - i }));
}

function saysSomething(profile: StoredEvent): boolean {
  const content = parseJson(parseStored(profile).content);
  const about = isRecord(content) ? field(content, 'about') : undefined;
  return typeof about === 'string' && about.trim() !== '';
}
