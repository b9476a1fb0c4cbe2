import type { Claim } from '../connection/claims.ts';
import type { Question } from '../connection/question.ts';
import { query } from '../connection/verbs.ts';
import type { VerifiedEvent } from '../event.ts';
import { isHex } from '../hex.ts';
import { KIND } from '../kinds.ts';
import { inSeconds } from '../time.ts';
import { readSuggestions } from './suggestions.ts';

/** Which people a list shows: those whom the caching service suggests, whom an account follows, or who follows it. Public keys in hex. */
export type PeopleOrder = { readonly of: 'suggested' } | { readonly of: 'following' | 'followers'; readonly pubkey: string };

/** People under a name of the service's, which is empty where they need none. */
export interface PeopleGroup {
  readonly name: string;
  readonly members: readonly string[];
}

/** Followers that are asked for: the most that the service names at once (section 5.2 of the wire reference). */
const MOST_FOLLOWERS = 1_000;

/** The question for them; `viewer`: whose eyes. */
export function peopleQuery(order: PeopleOrder, viewer: string): Question {
  switch (order.of) {
    case 'suggested':
      return query('get_suggested_users', {});
    case 'following':
      return query('contact_list', { pubkey: order.pubkey, extended_response: true });
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
    order.of === 'following'
      ? followed(events, order.pubkey)
      : events.flatMap(({ kind, pubkey }) => (kind === KIND.Metadata ? [pubkey] : []));
  return members.length === 0 ? [] : [{ name: '', members: [...new Set(members)] }];
}

function followed(events: readonly VerifiedEvent[], account: string): readonly string[] {
  const lists = events.filter(({ kind, pubkey }) => kind === KIND.Contacts && pubkey === account);
  const [newest] = lists.toSorted((a, b) => inSeconds(b.created_at) - inSeconds(a.created_at));
  return (newest?.tags ?? []).flatMap(([name, pubkey]) => (name === 'p' && pubkey !== undefined && isHex(pubkey, 64) ? [pubkey] : []));
}
