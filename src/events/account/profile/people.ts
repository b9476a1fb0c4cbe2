import type { Claim } from '../../connection/claims.ts';
import type { Question } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { field, isNumber, isRecord } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds } from '../../core/time.ts';
import { readSuggestions } from './suggestions.ts';

/**
 * Which people a list shows: those whom the caching service suggests, whom an account follows, who follows it, whom it muted for
 * everybody to see, or whose names have these words.
 * Public keys in hex.
 */
export type PeopleOrder =
  | { readonly of: 'suggested' }
  | { readonly of: 'following' | 'followers' | 'muted'; readonly pubkey: string }
  | { readonly of: 'search'; readonly words: string };

/** People under a name of the service's, which is empty where they need none. */
export interface PeopleGroup {
  readonly name: string;
  readonly members: readonly string[];
}

/** Followers that are asked for: the most that the service names at once (section 5.2 of the wire reference). */
const MOST_FOLLOWERS = 1_000;
/** The most that a search for people gives (6.1). */
const MOST_FOUND = 100;

/** The question for them; `viewer`: whose eyes. */
export function peopleQuery(order: PeopleOrder, viewer: string): Question {
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
      return query('user_followers', { pubkey: order.pubkey, user_pubkey: viewer, limit: MOST_FOLLOWERS });
  }
}

/** The people in its answer, each once, in the order of the service or of the list; a list counts only if the account itself signed it. */
export function readPeople(
  order: PeopleOrder,
  { events, claims }: { readonly events: readonly VerifiedEvent[]; readonly claims: readonly Claim[] },
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
  return (newest?.tags ?? []).flatMap(([name, pubkey]) => (name === 'p' && pubkey !== undefined && isHex(pubkey, 64) ? [pubkey] : []));
}

/** People who are recommended that a device keeps (LIMIT-02). */
const MOST_RECOMMENDED = 10;

/** Those who are recommended, with the followers that the caching service claims, as a device keeps them until it asks again (`recomended`, STATE-01). */
export function recommendedToKeep(people: readonly string[], followersOf: (pubkey: string) => number | undefined) {
  const profiles = people.slice(0, MOST_RECOMMENDED);
  const known = profiles.flatMap((pubkey) => {
    const followers = followersOf(pubkey);
    return followers === undefined ? [] : [[pubkey, followers] as const];
  });
  return { profiles, stats: Object.fromEntries(known) };
}

/** Whom it kept, and the followers of each who had any; what cannot be read is left out. */
export function keptRecommended(kept: unknown): { readonly profiles: readonly string[]; readonly stats: ReadonlyMap<string, number> } {
  const [people, counts] = ['profiles', 'stats'].map((name) => (isRecord(kept) ? field(kept, name) : undefined));
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
