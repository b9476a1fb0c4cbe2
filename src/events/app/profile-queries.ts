import { readProfileParam } from '../nostr/route-param.ts';
import type { CacheQuery } from '../connection/cache-query.ts';
import { query } from '../connection/verbs.ts';
import { profileFeedSpec } from '../reading/feed/account-feeds.ts';
import { printFeedSpec } from '../reading/feed/feed-spec.ts';
import { firstPage } from '../reading/feed/home.ts';

/** Return the first queries of a profile page: the profile, and the first page of its notes. */
export function profileQueries(npub: string, viewer: string): readonly CacheQuery[] {
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined) return [];
  const notes = printFeedSpec(profileFeedSpec(pubkey, 'notes'));
  return [query('user_profile', { pubkey, user_pubkey: viewer }), firstPage(notes, viewer)];
}
