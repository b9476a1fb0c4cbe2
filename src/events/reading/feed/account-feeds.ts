import { KIND } from '../../nostr/kinds.ts';
import type { FeedSpec } from './feed-spec.ts';

/**
 * Return a feed for the home page with the notes of the people that an account follows (FEED-07).
 */
export function userFeedSpec(pubkey: string): FeedSpec {
  return { id: 'feed', kind: 'notes', pubkey };
}

/** Return the feed of one profile tab (PROFILE-02). */
export function profileFeedSpec(
  pubkey: string,
  tab: 'notes' | 'replies' | 'media' | 'reads',
): FeedSpec {
  if (tab === 'reads') return { id: 'feed', kind: 'reads', notes: 'authored', pubkey, minwords: 0 };
  const notes = { notes: 'authored', replies: 'replies', media: 'user_media_thumbnails' }[tab];
  return { id: 'feed', kind: 'notes', notes, pubkey };
}

/** FEED-11. */
export function bookmarksFeedSpec(pubkey: string, tab: 'notes' | 'reads'): FeedSpec {
  return {
    id: 'feed',
    kind: 'notes',
    kinds: [tab === 'reads' ? KIND.LongForm : KIND.Text],
    notes: 'bookmarks',
    pubkey,
  };
}
