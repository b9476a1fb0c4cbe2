import { RESULT } from '../../../src/events/nostr/kinds.ts';
import { type Result, synthetic } from '../results.ts';

/** One entry of the feed tests (10000150); `specification` is a feed spec. */
interface AdvancedFeed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly specification: string;
  readonly category: 'notes' | 'reads';
}

const FEEDS: readonly AdvancedFeed[] = [
  notes('wide-net-notes', 'Wide net', 'Notes that the people you follow wrote or took up'),
  notes(
    'strange-but-popular',
    'Strange but popular',
    'Notes that many liked, by people whom you do not follow',
  ),
  notes('engaging-discussions', 'Engaging discussions', 'Notes that got long replies'),
  notes('only-tweets', 'Only short notes', 'Notes of at most 140 characters'),
  notes(
    'bookmarked-by-follows',
    'Bookmarked by follows',
    'Notes that the people you follow have bookmarked',
  ),
  notes('video-reels', 'Video reels', 'Short upright videos'),
  notes('explore-media', 'Media', 'Pictures from your network'),
  notes('hall-of-fame-notes', 'Hall of fame', 'The best notes of all time'),
  notes(
    'important-notes-i-might-have-missed',
    'In case you missed it',
    'The best notes of the last day by the people you follow',
  ),
  {
    id: 'reads-by-network',
    name: 'Reads by your network',
    description: 'Articles that the people you follow wrote or took up',
    specification: '{"id":"nostr-reads-feed","kind":"reads"}',
    category: 'reads',
  },
];

/** Feeds for testing. Each of them works here. */
export function advancedFeeds(): Result[] {
  return [synthetic(RESULT.AdvancedFeeds, FEEDS)];
}

function notes(id: string, name: string, description: string): AdvancedFeed {
  return {
    id,
    name,
    description,
    specification: JSON.stringify({ id, kind: 'notes' }),
    category: 'notes',
  };
}
