import { readProfileParam } from '../account/route-param.ts';
import type { Question } from '../connection/question.ts';
import { query } from '../connection/verbs.ts';
import { profileFeedSpec } from './account-feeds.ts';
import { printFeedSpec } from './feed-spec.ts';
import { firstPage } from './home.ts';

/** What a profile asks first: who that is, and the first page of what they wrote. */
export function profileAsks(npub: string, viewer: string): readonly Question[] {
  const pubkey = readProfileParam(npub);
  if (pubkey === undefined) return [];
  const notes = printFeedSpec(profileFeedSpec(pubkey, 'notes'));
  return [query('user_profile', { pubkey, user_pubkey: viewer }), firstPage(notes, viewer)];
}
