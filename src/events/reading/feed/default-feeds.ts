import type { FeedEntry } from '../../connection/claims.ts';
import { topicFeedSpec } from './feed-spec.ts';
import { feedEntry, HOME_FEEDS } from './home-feeds.ts';

/** The service's descriptions of its feeds, by name. Trending feeds share one description. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Everyone: 'Latest notes by everybody',
  Following: 'Latest notes by your follows',
  'Following with replies': 'Latest notes and replies by your follows',
  'Trending 7d': trending('7 days'),
  'Trending 1h': trending('hour'),
  'Most zapped 24h': 'Most zapped notes in the past 24 hours',
  'Most zapped 4h': 'Most zapped notes in the past 4 hours',
};

/** Home feeds with the service's descriptions (FEED-08). */
export const DEFAULT_HOME_FEEDS: readonly FeedEntry[] = HOME_FEEDS.map((feed) => ({
  ...feed,
  description: DESCRIPTIONS[feed.name] ?? trending(`${/\d+/.exec(feed.name)?.[0] ?? ''} hours`),
}));

/** Article feeds to use if the service names none. */
export const DEFAULT_READS_FEEDS: readonly FeedEntry[] = [
  described(
    feedEntry('Reads', { id: 'nostr-reads-feed', kind: 'reads' }),
    'Articles that the people you follow write or take up',
  ),
  described(
    feedEntry('Zapped by follows', { kind: 'reads', scope: 'zappedbyfollows' }),
    'Articles that the people you follow have zapped',
  ),
  described(
    feedEntry('All articles', { kind: 'reads', minwords: 0 }),
    'Everything that is long, newest first',
  ),
  ...['bitcoin', 'nostr', 'art', 'technology', 'philosophy'].map((topic) =>
    described(
      feedEntry(`On ${topic}`, topicFeedSpec(topic), false),
      `Articles that carry the topic ${topic}`,
    ),
  ),
];

function trending(period: string): string {
  return `Global trending notes in the past ${period}`;
}

function described(feed: FeedEntry, description: string): FeedEntry {
  return { ...feed, description };
}
