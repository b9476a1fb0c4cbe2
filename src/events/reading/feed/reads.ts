import { parseAddress } from '../../nostr/address.ts';
import type { Claim, FeedEntry, ListClaim } from '../../connection/claims.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import { KIND } from '../../nostr/kinds.ts';
import { decode } from '../../nostr/nip19.ts';
import { clipLine } from '../../core/text.ts';

/** FEED-10: the limits of picked articles and of topics. */
const MOST_PICKS = 3;
const MOST_TOPICS = 24;
/** In UTF-16 units. */
const LONGEST_TOPIC = 64;

function listIn(claims: readonly Claim[], list: ListClaim['list']): readonly string[] {
  return claims.flatMap((claim) =>
    claim.claim === 'list' && claim.list === list ? claim.values : [],
  );
}

export function readsFeedsIn(claims: readonly Claim[]): readonly FeedEntry[] {
  return claims.flatMap((claim) =>
    claim.claim === 'feeds' && claim.list === 'reads' ? claim.feeds : [],
  );
}

/** Return the topics in the answer to `get_reads_topics`: lower case, each once. */
export function topicsIn(claims: readonly Claim[]): readonly string[] {
  const topics = listIn(claims, 'readsTopics').map((topic) =>
    clipLine(topic, LONGEST_TOPIC).toLowerCase(),
  );
  return [...new Set(topics)].filter((topic) => topic !== '').slice(0, MOST_TOPICS);
}

/** Return the authors in the answer to `get_featured_authors`, as public keys in hex. */
export function authorsIn(claims: readonly Claim[]): readonly string[] {
  return listIn(claims, 'featuredAuthors');
}

/**
 * Return the article addresses in the answer to `get_recommended_reads`, each once. Other entries
 * are left out.
 */
export function picksIn(claims: readonly Claim[]): readonly string[] {
  const addresses = listIn(claims, 'recommendedReads').flatMap((naddr) => {
    const entity = decode(naddr);
    return entity?.type === 'naddr' && entity.kind === KIND.LongForm
      ? [`${entity.kind}:${entity.pubkey}:${entity.identifier}`]
      : [];
  });
  return [...new Set(addresses)].slice(0, MOST_PICKS);
}

/** Return the query for articles by their addresses, with all data for showing them. */
export function articlesQuery(addresses: readonly string[]): CacheQuery {
  const events = addresses.map(parseAddress).filter((address) => address !== undefined);
  return query('parametrized_replaceable_events', { events, extended_response: true });
}
