import type { Filter } from '../../connection/filter.ts';
import { relayKey, safeRelayUrl } from '../../core/url.ts';
import { query } from '../../connection/verbs.ts';
import type { Draft } from '../../nostr/event.ts';
import { LIST_DEFINITIONS, type ListName } from './list-definitions.ts';
import { derived, each, type Ours } from '../../nostr/ours.ts';

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

/**
 * Return the relays for a new version: the known write relays, and for a relay list also the write
 * relays that it names.
 */
export function listRelays(
  list: ListName,
  draft: Ours<Pick<Draft, 'tags'>>,
  relays: ReadonlyArray<Ours<string>>,
): ReadonlyArray<Ours<string>> {
  if (list !== 'relays') return relays;
  const named = each(
    derived(draft, ({ tags }) =>
      tags.flatMap(([name, text = '', marker]) =>
        name === 'r' && marker !== 'read' ? (safeRelayUrl(text) ?? []) : [],
      ),
    ),
  );
  return [...new Map([...relays, ...named].map((url) => [relayKey(url), url])).values()].slice(
    0,
    MAX_RELAYS,
  );
}
