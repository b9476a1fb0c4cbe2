import type { FeedEntry } from '../connection/claims.ts';
import { type FeedSpec, printFeedSpec, topicFeedSpec } from './feed-spec.ts';

/** Home feeds where the service names none (FEED-08, SETTINGS-01). The first is what a visitor sees first. */
export const DEFAULT_HOME_FEEDS: readonly FeedEntry[] = [
  entry('Everyone', { id: 'all-notes', kind: 'notes' }, 'Latest notes by everybody'),
  entry('Following', { id: 'latest', kind: 'notes' }, 'Latest notes by your follows'),
  entry('Following with replies', { id: 'latest', include_replies: true, kind: 'notes' }, 'Latest notes and replies by your follows'),
  trending(24, true),
  trending(168, true),
  trending(48, false),
  trending(12, false),
  trending(4, false),
  trending(1, false),
  entry('Most zapped 24h', { id: 'most-zapped', kind: 'notes', hours: 24 }, 'Most zapped notes in the past 24 hours'),
  entry('Most zapped 4h', { id: 'most-zapped', kind: 'notes', hours: 4 }, 'Most zapped notes in the past 4 hours', false),
];

/** Feeds of articles where the service names none. */
export const DEFAULT_READS_FEEDS: readonly FeedEntry[] = [
  entry('Reads', { id: 'nostr-reads-feed', kind: 'reads' }, 'Articles that the people you follow write or take up'),
  entry('Zapped by follows', { kind: 'reads', scope: 'zappedbyfollows' }, 'Articles that the people you follow have zapped'),
  entry('All articles', { kind: 'reads', minwords: 0 }, 'Everything that is long, newest first'),
  ...['bitcoin', 'nostr', 'art', 'technology', 'philosophy'].map((topic) =>
    entry(`On ${topic}`, topicFeedSpec(topic), `Articles that carry the topic ${topic}`, false),
  ),
];

function trending(hours: number, enabled: boolean): FeedEntry {
  const period = hours === 1 ? 'hour' : hours === 168 ? '7 days' : `${hours} hours`;
  const name = hours === 168 ? 'Trending 7d' : `Trending ${hours}h`;
  return entry(name, { id: 'global-trending', kind: 'notes', hours }, `Global trending notes in the past ${period}`, enabled);
}

function entry(name: string, spec: FeedSpec, description: string, enabled = true): FeedEntry {
  return { name, spec: printFeedSpec(spec), description, enabled, feedkind: 'primal' };
}
