import { readProfileParam } from '../nostr/route-param.ts';
import type { Question } from '../connection/cache-query.ts';
import { query } from '../connection/verbs.ts';
import { profileFeedSpec } from '../reading/feed/account-feeds.ts';
import { printFeedSpec } from '../reading/feed/feed-spec.ts';
import { firstPage } from '../reading/feed/home.ts';

/** What a profile asks first: who that is, and the first page of what they wrote. */
export function profileAsks(npub: string, viewer: string): readonly Question[] {
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined) return [];
  const notes = printFeedSpec(profileFeedSpec(pubkey, 'notes'));
  return [query('user_profile', { pubkey, user_pubkey: viewer }), firstPage(notes, viewer)];
}
