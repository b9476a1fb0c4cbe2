import { readNoteParam, readProfileParam } from '../../nostr/route-param.ts';
import { articlePath, notePath, profilePath } from '../../account/profile/profile-path.ts';
import { withoutSecrets } from '../../core/redact-secrets.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import { isHex } from '../../core/hex.ts';
import { decodeUri } from '../../nostr/nip19.ts';
import { clipLine } from '../../core/text.ts';
import { printFeedSpec } from '../feed/feed-spec.ts';
import { cleanSearch } from './search-print.ts';
import { parseSearch, type SearchQuery } from './search-query.ts';

/** LIMIT-02: people that are requested and shown, best first (SEARCH-01). */
export const MOST_PEOPLE = 10;
/** LIMIT-02: notes and articles of one page of results (SEARCH-04). */
export const CONTENT_PAGE = 100;
/** Longest search text, in UTF-16 units. */
const LONGEST = 1_000;

/**
 * The direct target of a text (SEARCH-01). `hex`: an id or a key, which look alike. `name`: a
 * NIP-05 name, still to be looked up.
 */
export type Identifier =
  | { readonly type: 'path'; readonly of: 'profile' | 'note' | 'article'; readonly path: string }
  | { readonly type: 'hex'; readonly hex: string }
  | { readonly type: 'name'; readonly address: string };

const ADDRESS = /^[a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/**
 * Return the identifier that a text is: npub, nprofile, note, nevent, naddr (also after `nostr:`),
 * hex, or an address such as ann@example.com.
 */
export function identifierIn(text: string): Identifier | undefined {
  const typed = text.trim();
  const lower = typed.toLowerCase();
  if (isHex(lower, 64)) return { type: 'hex', hex: lower };
  if (ADDRESS.test(lower) && lower.length <= 200) return { type: 'name', address: lower };
  if (!decodeUri(typed)) return undefined;
  const pubkey = readProfileParam(typed);
  if (pubkey !== undefined) return { type: 'path', of: 'profile', path: profilePath(pubkey) };
  const target = readNoteParam(typed);
  if (!target) return undefined;
  return target.type === 'note'
    ? { type: 'path', of: 'note', path: notePath(target.id) }
    : { type: 'path', of: 'article', path: articlePath(target) };
}

/**
 * True if a text contains a secret. Such a text is neither sent, nor stored, nor put into an
 * address (TRUST-05).
 */
export function holdsSecret(text: string): boolean {
  return withoutSecrets(text) !== text;
}

/**
 * Return the search text on one line and within the length limit (SEARCH-02). Empty if there is
 * nothing to search for.
 */
export function searchTerm(text: string): string {
  return clipLine(text, LONGEST).replaceAll(/\s+/gu, ' ').trim();
}

/** Escape angle brackets as entities, as services expect it. */
export function escapedTerm(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Return the feed of a search (SEARCH-04), also for storage among the feeds of the home page. */
export function searchFeedSpec(search: SearchQuery): string {
  return printFeedSpec({ id: 'advsearch', query: escapedTerm(cleanSearch(search)) });
}

/** Return the words of a search for finding people, who may be named with `@`. Can be empty. */
export function nameWords({ includes, phrases, hashtags, mentions }: SearchQuery): string {
  return [...includes, ...phrases, ...hashtags, ...mentions.filter(isName)].join(' ');
}

/** Return the accounts that a search names by a name, not by a key or list. */
export function namedAccounts({ from, to, zappedBy, mentions, following }: SearchQuery): string[] {
  const names = [...from, ...to, ...zappedBy, ...mentions, ...following];
  return [...new Set(names)].filter(isName);
}

function isName(name: string): boolean {
  return !isHex(name, 64) && decodeUri(name) === undefined;
}

export function isSearchable(text: string): boolean {
  return cleanSearch(parseSearch(text)) !== '';
}

/** Return the queries for a typed text. A text in hex is queried as a key and as an id. */
export function quickQuestions(
  text: string,
  viewer: string,
): { readonly people: CacheQuery; readonly notes: CacheQuery } {
  const search = parseSearch(text);
  const identifier = identifierIn(text);
  if (identifier?.type === 'hex') {
    const { hex } = identifier;
    return {
      people: query('user_infos', { pubkeys: [hex] }),
      notes: query('events', { event_ids: [hex], extended_response: true, user_pubkey: viewer }),
    };
  }
  return {
    people: query('user_search', { query: escapedTerm(nameWords(search)), limit: MOST_PEOPLE }),
    notes: query('mega_feed_directive', {
      spec: searchFeedSpec(search),
      limit: MOST_PEOPLE,
      user_pubkey: viewer,
    }),
  };
}
