import type { VerifiedEvent } from '../../nostr/event.ts';
import { hashtagsOf } from '../../reading/article/article.ts';

/** How often each hashtag was used, by how many notes. */
export type HashtagCounts = ReadonlyMap<string, number>;

const LONGEST = 50;
/** More on one note are a flood, and say nothing of what people write about. */
const MOST_EACH = 20;
const WORD = /^[\p{L}\p{M}\p{N}_]+$/u;

/** Hashtags of events in lower case, and how many of them carry each (NIP-24). */
export function countHashtags(events: Iterable<Pick<VerifiedEvent, 'tags'>>): HashtagCounts {
  const counts = new Map<string, number>();
  for (const event of events) {
    const own = hashtagsOf(event);
    if (own.length > MOST_EACH) continue;
    for (const tag of own) if (tag.length <= LONGEST && WORD.test(tag)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return counts;
}

/** Hashtags that begin as is written: that very one first, so that completing it changes nothing, then the most used. */
export function findHashtags(query: string, counts: HashtagCounts, most: number): readonly string[] {
  const wanted = query.toLowerCase();
  const rank = ([tag, count]: readonly [string, number]) => (tag === wanted ? Infinity : count);
  return [...counts]
    .filter(([tag]) => tag.startsWith(wanted))
    .toSorted((one, other) => rank(other) - rank(one) || (one[0] < other[0] ? -1 : 1))
    .slice(0, most)
    .map(([tag]) => tag);
}
