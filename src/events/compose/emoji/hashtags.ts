import type { VerifiedEvent } from '../../nostr/event.ts';
import { hashtagsOf } from '../../reading/article/article.ts';

/** Number of notes that use each hashtag. */
export type HashtagCounts = ReadonlyMap<string, number>;

const LONGEST = 50;
/** A note with more hashtags is a flood, and says nothing about popular topics. */
const MOST_EACH = 20;
const WORD = /^[\p{L}\p{M}\p{N}_]+$/u;

/** Count the hashtags of events in lower case, once per event (NIP-24). */
export function countHashtags(events: Iterable<Pick<VerifiedEvent, 'tags'>>): HashtagCounts {
  const counts = new Map<string, number>();
  for (const event of events) {
    const own = hashtagsOf(event);
    if (own.length > MOST_EACH) continue;
    for (const tag of own)
      if (tag.length <= LONGEST && WORD.test(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

/**
 * Return the hashtags with the typed prefix. The exact one comes first, so that completing changes
 * nothing, then the most used.
 */
export function findHashtags(
  query: string,
  counts: HashtagCounts,
  most: number,
): readonly string[] {
  const wanted = query.toLowerCase();
  const rank = ([tag, count]: readonly [string, number]) => (tag === wanted ? Infinity : count);
  return [...counts]
    .filter(([tag]) => tag.startsWith(wanted))
    .toSorted((one, other) => rank(other) - rank(one) || (one[0] < other[0] ? -1 : 1))
    .slice(0, most)
    .map(([tag]) => tag);
}
