import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { accountsIn } from '../../../src/events/reading/content/uris.ts';
import { parseStored } from '../../store/stored-event.ts';
import { countsOf, relaysResult } from '../results/account-results.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import { enrich, liveEvents } from '../results/enrich-page.ts';
import { hexesOf, type Payload, pageOf, requiredHex, textOf } from '../payload.ts';
import { peopleResults, profilesOf } from '../results/profile-results.ts';
import type { Item } from '../../store/reading/page-slice.ts';
import { type Source, readPage } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { filteredBy, visibleTo } from '../results/visibility.ts';

const MOST_PEOPLE = 5_000;
/** Limit of people named in one description whose profiles are sent. */
const MOST_NAMED = 20;

/** Profiles of accounts with their ranks and followers. */
export function userInfos(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkeys = hexesOf(payload, 'pubkeys', MOST_PEOPLE);
  return withCounts(context, pubkeys);
}

/**
 * One profile with its counts, and the profiles of people whom its description names: a name that
 * comes later changes the height of the description.
 */
export async function userProfile(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  const [people, counts, filtered, live] = await Promise.all([
    withNamed(context, pubkey),
    countsOf(store, pubkey),
    filtering(context, payload, pubkey, ['block']),
    liveEvents(store, [pubkey]),
  ]);
  return [...people, synthetic(RESULT.UserStats, counts), ...filtered, ...live];
}

async function withNamed(context: CacheContext, pubkey: string): Promise<Result[]> {
  const profiles = await profilesOf(context.store, [pubkey]);
  // a `nostr:` uri needs no escapes in JSON
  const named = profiles.flatMap((one) => accountsIn(parseStored(one).content, MOST_NAMED));
  return peopleResults(context, [...new Set([pubkey, ...named])]);
}

/** Return the followers of an account: mutual follows first, then by number of followers. */
export async function userFollowers(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = requiredHex(payload, 'pubkey');
  const { limit } = pageOf(payload, { limit: 200, max: 1_000 });
  return withCounts(context, await context.store.followersOf(pubkey, limit));
}

/** Accounts that `user_pubkey` follows and that follow `pubkey`. */
export async function mutualFollows(context: CacheContext, payload: Payload): Promise<Result[]> {
  return withCounts(
    context,
    await context.store.commonFollowers(
      requiredHex(payload, 'pubkey'),
      requiredHex(payload, 'user_pubkey'),
      MOST_PEOPLE,
    ),
  );
}

/** Like `mutual_follows`, but only a few, best followed first. */
export async function userProfileFollowedBy(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const { limit } = pageOf(payload, { limit: 10, max: 20, capped: true });
  return withCounts(
    context,
    await context.store.commonFollowers(
      requiredHex(payload, 'pubkey'),
      requiredHex(payload, 'user_pubkey'),
      limit,
    ),
  );
}

/** Return true if `pubkey` follows `user_pubkey`. */
export async function isUserFollowing(
  { store }: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const follows = await store.isFollowing(
    requiredHex(payload, 'pubkey'),
    requiredHex(payload, 'user_pubkey'),
  );
  return [synthetic(RESULT.IsUserFollowing, follows)];
}

/** An account's best notes. */
export function userProfileScoredContent(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  return scoredContent(context, payload, false);
}

/** An account's best notes with pictures or videos. */
export function userProfileScoredMedia(context: CacheContext, payload: Payload): Promise<Result[]> {
  return scoredContent(context, payload, true);
}

/** One relay list, as of kind 10002 or an old contact list. */
export async function getUserRelays({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  return [await relaysResult(store, requiredHex(payload, 'pubkey'))];
}

export function getUserRelays2({ store }: CacheContext, payload: Payload): Promise<Result[]> {
  return Promise.all(hexesOf(payload, 'pubkeys').map((pubkey) => relaysResult(store, pubkey)));
}

/** Return the best followed account whose profile has this lightning address (10000138). */
export async function userOfLnAddress(context: CacheContext, payload: Payload): Promise<Result[]> {
  const pubkey = await context.store.accountOfLnAddress(textOf(payload, 'ln_address') ?? '');
  return pubkey === undefined
    ? []
    : [synthetic(RESULT.Releases, { pubkey }), ...(await peopleResults(context, [pubkey]))];
}

/** Return the reason why the viewer's rules hide an account, if they do. */
export function searchFilterlist(context: CacheContext, payload: Payload): Promise<Result[]> {
  return filtering(context, payload, requiredHex(payload, 'pubkey'));
}

/** Profiles, with the number of followers of each (10000133). */
async function withCounts(context: CacheContext, pubkeys: readonly string[]): Promise<Result[]> {
  const { store } = context;
  return [
    ...(await peopleResults(context, pubkeys)),
    synthetic(RESULT.UserFollowerCounts, Object.fromEntries(await store.followerCounts(pubkeys))),
  ];
}

async function scoredContent(
  context: CacheContext,
  payload: Payload,
  visual: boolean,
): Promise<Result[]> {
  const { store } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  const view = await viewOf(context, payload);
  const source: Source<Item> = (slice) => store.bestNotesOf(pubkey, visual, slice);
  const notes = await readPage(
    source,
    pageOf(payload, { limit: 5, max: 100 }),
    await visibleTo(store, view.viewer),
  );
  return enrich(context, notes, view, [pubkey]);
}

/**
 * Return the result of the viewer's lists for an account (10000131), with the profile of the list's
 * author. `actions`: the ones to report.
 */
async function filtering(
  context: CacheContext,
  payload: Payload,
  pubkey: string,
  actions = ['allow', 'block'],
): Promise<Result[]> {
  const { actor } = await viewOf(context, payload);
  const found = actor === undefined ? undefined : await filteredBy(context.store, actor, pubkey);
  if (!found || !actions.includes(found.action)) return [];
  const { action, owner } = found;
  const profile = (await profilesOf(context.store, [owner])).map(({ raw }) => raw);
  return [...profile, synthetic(RESULT.FilteringReason, { action, pubkey: owner })];
}
