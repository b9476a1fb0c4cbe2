import { addressOf } from '../../../events/nostr/address.ts';
import { filterListsOf } from '../../../events/reading/moderation/moderation.ts';
import { LIST_NAMES, listAddress } from '../../../events/account/lists/list-definitions.ts';
import { listQuery } from '../../../events/account/lists/list-query.ts';
import { query } from '../../../events/connection/verbs.ts';
import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';

/** What is known when a list is to be looked at. `at`: its place among all that is looked at. */
interface Looking {
  readonly account: string;
  readonly at: number;
  readonly versions: readonly VerifiedEvent[];
}

/**
 * Every list is looked at in its turn, then the own profile, so that name and picture are here at the next start (STATE-03), then the mute lists
 * of others that filter (ACCOUNT-11).
 */
export function lookQuery(looking: Looking) {
  const { account, at } = looking;
  const list = LIST_NAMES[at];
  if (list) return listQuery(list, account);
  const filter = filtersOf(looking)[at - LIST_NAMES.length - 1];
  return filter ? listQuery('mutes', filter.owner) : query('user_infos', { pubkeys: [account] });
}

/** The place of what is looked at last. */
export function lastLook(looking: Looking): number {
  return LIST_NAMES.length + filtersOf(looking).length;
}

function filtersOf({ account, versions }: Looking) {
  const lists = versions.filter((event) => addressOf(event) === listAddress('filterLists', account));
  return filterListsOf(newestVersion(lists));
}
