import type { Claim } from '../../connection/claims.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds } from '../../core/time.ts';
import { readSuggestions } from './suggestions.ts';

/**
 * A list of people: suggested by the caching service, followed by an account, following it,
 * publicly muted by it, or with names that match a search. Public keys in hex.
 */
export type PeopleOrder =
  | { readonly of: 'suggested' }
  | { readonly of: 'following' | 'followers' | 'muted'; readonly pubkey: string }
  | { readonly of: 'search'; readonly words: string };

/** A group of people. Its name comes from the service, and is empty for a single group. */
export interface PeopleGroup {
  readonly name: string;
  readonly members: readonly string[];
}

/** Number of requested followers: the maximum of the service. */
const MOST_FOLLOWERS = 1_000;
/** Maximum number of results of a search for people. */
const MOST_FOUND = 100;

/** Return the query for a list of people. `viewer`: the account that asks. */
export function peopleQuery(order: PeopleOrder, viewer: string): CacheQuery {
  switch (order.of) {
    case 'suggested':
      return query('get_suggested_users', {});
    case 'following':
      return query('contact_list', { pubkey: order.pubkey, extended_response: true });
    case 'muted':
      return query('mutelist', { pubkey: order.pubkey, extended_response: true });
    case 'search':
      return query('user_search', { query: order.words, limit: MOST_FOUND });
    case 'followers':
      return query('user_followers', {
        pubkey: order.pubkey,
        user_pubkey: viewer,
        limit: MOST_FOLLOWERS,
      });
  }
}

/**
 * Read the people from the answer, each once, in the order of the service or of the list. A list
 * counts only if the account itself signed it.
 */
export function readPeople(
  order: PeopleOrder,
  {
    events,
    claims,
  }: { readonly events: readonly VerifiedEvent[]; readonly claims: readonly Claim[] },
): readonly PeopleGroup[] {
  if (order.of === 'suggested') return readSuggestions(claims);
  const members =
    order.of === 'following' || order.of === 'muted'
      ? listed(events, order.of === 'muted' ? KIND.MuteList : KIND.Contacts, order.pubkey)
      : events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : []));
  return members.length === 0 ? [] : [{ name: '', members: [...new Set(members)] }];
}

function listed(events: readonly VerifiedEvent[], of: number, account: string): readonly string[] {
  const lists = events.filter(({ kind, pubkey }) => kind === of && pubkey === account);
  const [newest] = lists.toSorted((a, b) => inSeconds(b.created_at) - inSeconds(a.created_at));
  return (newest?.tags ?? []).flatMap(([name, pubkey]) =>
    name === 'p' && pubkey !== undefined && isHex(pubkey, 64) ? [pubkey] : [],
  );
}

/** Number of recommended people that a device stores (LIMIT-02). */
const MOST_RECOMMENDED = 10;

/**
 * Return the recommended people and their follower counts, as claimed by the caching service
 * (`recomended`, STATE-01). In the form to store until the next query.
 */
export function recommendedToKeep(
  people: readonly string[],
  followersOf: (pubkey: string) => number | undefined,
) {
  const profiles = people.slice(0, MOST_RECOMMENDED);
  const known = profiles.flatMap((pubkey) => {
    const followers = followersOf(pubkey);
    return followers === undefined ? [] : [[pubkey, followers] as const];
  });
  return { profiles, stats: Object.fromEntries(known) };
}

/**
 * Read the stored recommendations: the people, and the follower counts that are known. Unreadable
 * entries are left out.
 */
export function keptRecommended(kept: unknown): {
  readonly profiles: readonly string[];
  readonly stats: ReadonlyMap<string, number>;
} {
  const [people, counts] = ['profiles', 'stats'].map((name) =>
    isRecord(kept) ? field(kept, name) : undefined,
  );
  const list: readonly unknown[] = Array.isArray(people) ? people.slice(0, MOST_RECOMMENDED) : [];
  const profiles = list.filter(isPubkey);
  const stats = profiles.flatMap((pubkey) => {
    const count = isRecord(counts) ? field(counts, pubkey) : undefined;
    return isNumber(count) && count >= 0 ? [[pubkey, count] as const] : [];
  });
  return { profiles: [...new Set(profiles)], stats: new Map(stats) };
}

function isPubkey(value: unknown): value is string {
  return typeof value === 'string' && isHex(value, 64);
}
