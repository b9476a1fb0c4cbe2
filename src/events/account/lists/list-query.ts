import type { Filter } from '../../connection/filter.ts';
import { relayKey } from '../../core/url.ts';
import { query } from '../../connection/verbs.ts';
import type { Draft } from '../../nostr/event.ts';
import { LIST_DEFINITIONS, type ListName } from './list-definitions.ts';
import type { Ours } from '../../nostr/ours.ts';
import { ownRelaysOf, relaysInUse, writeUrls } from './relay-list.ts';

const MAX_RELAYS = 30;

/** Return the query to the caching service for the newest version of an account's list. */
export function listQuery(list: ListName, pubkey: string) {
  switch (list) {
    case 'follows':
      return query('contact_list', { pubkey, extended_response: false });
    case 'mutes':
      return query('mutelist', { pubkey, extended_response: false });
    case 'filterLists':
      return query('mutelists', { pubkey, extended_response: false });
    case 'allowlist':
      return query('allowlist', { pubkey, extended_response: false });
    case 'bookmarks':
      return query('get_bookmarks', { pubkey });
    case 'relays':
    case 'messageRelays':
    case 'mediaServers':
      return query('replaceable_event', { pubkey, kind: LIST_DEFINITIONS[list].kind });
  }
}

/** Return the filter for the newest version at a relay. */
export function listFilter(list: ListName, pubkey: string): Filter {
  const { kind, identifier } = LIST_DEFINITIONS[list];
  return {
    kinds: [kind],
    authors: [pubkey],
    limit: 1,
    ...(identifier === '' ? {} : { '#d': [identifier] }),
  };
}

/** The origin of the page, and its relay. */
export interface Home {
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

/**
 * Return the relays for a new version: the known write relays. A relay list also goes to the write
 * relays that are used with it, and to these first. Otherwise it could not be changed any more once
 * the known ones are gone.
 */
export function listRelays(
  list: ListName,
  draft: Ours<Pick<Draft, 'tags'>>,
  relays: ReadonlyArray<Ours<string>>,
  { home, homeRelay }: Home,
): ReadonlyArray<Ours<string>> {
  if (list !== 'relays') return relays;
  const next = writeUrls(relaysInUse(ownRelaysOf(draft, home), homeRelay));
  return [...new Map([...next, ...relays].map((url) => [relayKey(url), url])).values()].slice(
    0,
    MAX_RELAYS,
  );
}
