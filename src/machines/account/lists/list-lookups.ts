import { newestVersion, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { addressOf } from '../../../events/nostr/address.ts';
import {
  listAddress,
  LIST_NAMES,
  type ListName,
} from '../../../events/account/lists/list-definitions.ts';
import { listFilter, listQuery } from '../../../events/account/lists/list-query.ts';
import { filterListsOf } from '../../../events/reading/moderation/moderation.ts';
import type { Filter } from '../../../events/connection/filter.ts';
import { query } from '../../../events/connection/verbs.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { Bus } from '../../core/bus.ts';

/** Return the request for one list of the account. `deadline`: milliseconds. */
export function listRequest({
  bus,
  list,
  account,
}: {
  readonly bus: Bus;
  readonly list: ListName;
  readonly account: string;
}) {
  return { bus, query: listQuery(list, account), deadline: 8_000 };
}

/** Return the request for one list of the account, or for its profile. */
export function newestRequest({
  list,
  ...input
}: {
  readonly bus: Bus;
  readonly list: ListName | 'profile';
  readonly account: string;
}) {
  if (list !== 'profile') return listRequest({ ...input, list });
  const { bus, account } = input;
  return { bus, query: query('user_infos', { pubkeys: [account] }), deadline: 8_000 };
}

/** Return the filter for the newest version of a list or profile at a relay. */
export function newestFilter(list: ListName | 'profile', account: string): Filter {
  return list === 'profile'
    ? { kinds: [KIND.Metadata], authors: [account], limit: 1 }
    : listFilter(list, account);
}

/** State for choosing the next lookup. `at`: index of the lookup. */
interface Looking {
  readonly account: string;
  readonly at: number;
  readonly versions: readonly VerifiedEvent[];
}

/**
 * Return the request of a lookup. First come all lists, then the own profile, for name and picture
 * at the next start (STATE-03). Last come other people's mute lists that filter (ACCOUNT-11).
 */
export function lookQuery(looking: Looking) {
  const { account, at } = looking;
  const list = LIST_NAMES[at];
  if (list) return listQuery(list, account);
  const filter = filtersOf(looking)[at - LIST_NAMES.length - 1];
  return filter ? listQuery('mutes', filter.owner) : query('user_infos', { pubkeys: [account] });
}

/** Return the index of the last lookup. */
export function lastLook(looking: Looking): number {
  return LIST_NAMES.length + filtersOf(looking).length;
}

function filtersOf({ account, versions }: Looking) {
  const lists = versions.filter(
    (event) => addressOf(event) === listAddress('filterLists', account),
  );
  return filterListsOf(newestVersion(lists));
}
