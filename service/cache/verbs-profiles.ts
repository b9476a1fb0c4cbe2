import { RESULT } from '../../src/events/kinds.ts';
import { accountOfLnAddress } from '../store/ln-address.ts';
import type { Store } from '../store/store.ts';
import { commonFollowers, countsOf, keysOf, relaysResult } from './accounts.ts';
import { type CacheContext, viewOf } from './context.ts';
import { enrich, liveEvents } from './enrich.ts';
import { hexesOf, type Payload, pageOf, requiredHex, textOf } from './payload.ts';
import { followersOf, peopleResults, profilesOf } from './people.ts';
import { type Item, eventsOf, readItem, type Source, takePage } from './range.ts';
import { type Result, synthetic } from './results.ts';
import { mutesOf, visibleTo } from './visibility.ts';

const MOST_PEOPLE = 5_000;

/** Profiles of accounts with their ranks and followers (5.1). */
export function userInfos({ store }: CacheContext, payload: Payload): Result[] {
  const pubkeys = hexesOf(payload, 'pubkeys', MOST_PEOPLE);
  return withCounts(store, pubkeys);
}

/** One profile with its counts (5.2). */
export function userProfile(context: CacheContext, payload: Payload): Result[] {
  const { store } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  return [
    ...peopleResults(store, [pubkey]),
    synthetic(RESULT.UserStats, countsOf(store, pubkey)),
    ...filtering(context, payload, pubkey),
    ...liveEvents(store, [pubkey]),
  ];
}

/** Who follows an account: mutual follows first, then those with most followers (5.3). */
export function userFollowers({ store }: CacheContext, payload: Payload): Result[] {
  const pubkey = requiredHex(payload, 'pubkey');
  const { limit } = pageOf(payload, { limit: 200, max: 1_000 });
  const sql = `select f.follower as pubkey from follows f left join accounts a on a.pubkey = f.follower where f.followed = ?
    order by exists (select 1 from follows b where b.follower = f.followed and b.followed = f.follower) desc, coalesce(a.followers, 0) desc limit ?`;
  return withCounts(store, keysOf(store, sql, [pubkey, limit]));
}

/** Accounts that `user_pubkey` follows and that follow `pubkey` (5.3). */
export function mutualFollows({ store }: CacheContext, payload: Payload): Result[] {
  return withCounts(store, commonFollowers(store, requiredHex(payload, 'pubkey'), requiredHex(payload, 'user_pubkey'), MOST_PEOPLE));
}

/** As `mutual_follows`, the best followed first and few of them (5.3). */
export function userProfileFollowedBy({ store }: CacheContext, payload: Payload): Result[] {
  const { limit } = pageOf(payload, { limit: 10, max: 20, capped: true });
  return withCounts(store, commonFollowers(store, requiredHex(payload, 'pubkey'), requiredHex(payload, 'user_pubkey'), limit));
}

/** Whether `pubkey` follows `user_pubkey` (5.3). */
export function isUserFollowing({ store }: CacheContext, payload: Payload): Result[] {
  const params = [requiredHex(payload, 'pubkey'), requiredHex(payload, 'user_pubkey')];
  const follows = store.one('select 1 as yes from follows where follower = ? and followed = ?', params, () => true) ?? false;
  return [synthetic(RESULT.IsUserFollowing, follows)];
}

/** An account's best notes (5.3). */
export function userProfileScoredContent(context: CacheContext, payload: Payload): Result[] {
  return scoredContent(context, payload, '');
}

/** An account's best notes with pictures or videos (5.3). */
export function userProfileScoredMedia(context: CacheContext, payload: Payload): Result[] {
  return scoredContent(context, payload, 'and e.media & 3 <> 0');
}

/** One relay list, as of kind 10002 or an old contact list (5.4). */
export function getUserRelays({ store }: CacheContext, payload: Payload): Result[] {
  return [relaysResult(store, requiredHex(payload, 'pubkey'))];
}

export function getUserRelays2({ store }: CacheContext, payload: Payload): Result[] {
  return hexesOf(payload, 'pubkeys').map((pubkey) => relaysResult(store, pubkey));
}

/** Whose lightning address it is by their own profile, the best followed of those who say so (10000138, 5.3). */
export function userOfLnAddress({ store }: CacheContext, payload: Payload): Result[] {
  const pubkey = accountOfLnAddress(store, textOf(payload, 'ln_address') ?? '');
  return pubkey === undefined ? [] : [synthetic(RESULT.Releases, { pubkey }), ...peopleResults(store, [pubkey])];
}

/** Why the viewer's rules hide an account, if they do (5.7). */
export function searchFilterlist(context: CacheContext, payload: Payload): Result[] {
  return filtering(context, payload, requiredHex(payload, 'pubkey'));
}

/** Profiles, with the number of followers of each (10000133). */
function withCounts(store: Store, pubkeys: readonly string[]): Result[] {
  return [...peopleResults(store, pubkeys), synthetic(RESULT.UserFollowerCounts, Object.fromEntries(followersOf(store, pubkeys)))];
}

function scoredContent(context: CacheContext, payload: Payload, where: string): Result[] {
  const { store } = context;
  const pubkey = requiredHex(payload, 'pubkey');
  const view = viewOf(context, payload);
  const sql = `select e.seq as seq, s.score as key from events e cross join stats s on s.target = e.id
    where e.state = 0 and e.pubkey = ? and e.kind = 1 ${where} and s.score > 0 and s.score >= ? and s.score <= ? and (s.score < ? or e.seq < ?)
    order by 2 desc, 1 desc limit ? offset ?`;
  const source: Source<Item> = ({ since, until, before, limit, offset }) =>
    store.all(eventsOf(sql), [pubkey, since, until, until, before, limit, offset], readItem);
  const notes = takePage(source, pageOf(payload, { limit: 5, max: 100 }), visibleTo(store, view.viewer));
  return enrich(store, notes, view, [pubkey]);
}

/** What the viewer's own mute list says of an account (10000131), with the profile of whose list it is. */
function filtering(context: CacheContext, payload: Payload, pubkey: string): Result[] {
  const { actor } = viewOf(context, payload);
  const blocked = actor !== undefined && mutesOf(context.store, actor)?.users.has(pubkey);
  if (!blocked) return [];
  const owner = profilesOf(context.store, [actor]).map(({ raw }) => raw);
  return [...owner, synthetic(RESULT.FilteringReason, { action: 'block', pubkey: actor })];
}
