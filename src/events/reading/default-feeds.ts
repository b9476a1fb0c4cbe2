import type { FeedEntry } from '../connection/claims.ts';
import { type FeedSpec, printFeedSpec, topicFeedSpec } from './feed-spec.ts';

/** Feeds of articles where the service names none. */
export const DEFAULT_READS_FEEDS: readonly FeedEntry[] = [
  entry('Reads', { id: 'nostr-reads-feed', kind: 'reads' }, 'Articles that the people you follow write or take up'),
  entry('Zapped by follows', { kind: 'reads', scope: 'zappedbyfollows' }, 'Articles that the people you follow have zapped'),
  entry('All articles', { kind: 'reads', minwords: 0 }, 'Everything that is long, newest first'),
  ...['bitcoin', 'nostr', 'art', 'technology', 'philosophy'].map((topic) =>
    entry(`On ${topic}`, topicFeedSpec(topic), `Articles that carry the topic ${topic}`, false),
  ),
];

/** What the home sidebar can show (FEED-09): selectors of the verb `scored`, and what to call them. */
export const SIDEBAR_SELECTORS: readonly { readonly selector: string; readonly label: string }[] = [
  ...periods('trending', 'Trending'),
  ...periods('mostzapped', 'Most zapped'),
];

export const DEFAULT_SIDEBAR_SELECTOR = 'trending_4h';

function periods(name: string, label: string): readonly { readonly selector: string; readonly label: string }[] {
  return ['24h', '12h', '4h', '1h'].map((period) => ({ selector: `${name}_${period}`, label: `${label} ${period}` }));
}

function entry(name: string, spec: FeedSpec, description: string, enabled = true): FeedEntry {
  return { name, spec: printFeedSpec(spec), description, enabled, feedkind: 'primal' };
}
