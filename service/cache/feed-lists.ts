/** One entry of a default feed list (12.4). `spec` is JSON in a string; clients compare it as text. */
export interface FeedEntry {
  readonly name: string;
  readonly spec: string;
  readonly feedkind: 'primal';
  readonly enabled: boolean;
  readonly description: string;
}

/** Home feeds. The first is what a visitor sees first: in order of time, so that new notes are announced. */
export const HOME_FEEDS: readonly FeedEntry[] = [
  entry('Everyone', { id: 'all-notes', kind: 'notes' }, 'Latest notes by everybody'),
  entry('Latest', { id: 'latest', kind: 'notes' }, 'Latest notes by your follows'),
  entry('Latest with Replies', { id: 'latest', include_replies: true, kind: 'notes' }, 'Latest notes and replies by your follows'),
  trending(24, true),
  trending(168, true),
  trending(48, false),
  trending(12, false),
  trending(4, false),
  trending(1, false),
  entry('Most Zapped 24h', { id: 'most-zapped', kind: 'notes', hours: 24 }, 'Most zapped notes in the past 24 hours'),
  entry('Most Zapped 4h', { id: 'most-zapped', kind: 'notes', hours: 4 }, 'Most zapped notes in the past 4 hours', false),
];

/** Feeds of articles. */
export const READS_FEEDS: readonly FeedEntry[] = [
  entry('Nostr Reads', { id: 'nostr-reads-feed', kind: 'reads' }, 'Latest reads from your extended network'),
  entry('All Reads', { kind: 'reads', minwords: 0 }, 'Latest reads by everybody'),
  entry('Zapped by Follows', { kind: 'reads', scope: 'zappedbyfollows' }, 'Reads that your follows zapped'),
];

function trending(hours: number, enabled: boolean): FeedEntry {
  const period = hours === 1 ? 'hour' : hours === 168 ? '7 days' : `${hours} hours`;
  const name = hours === 168 ? 'Trending 7d' : `Trending ${hours}h`;
  return entry(name, { id: 'global-trending', kind: 'notes', hours }, `Global trending notes in the past ${period}`, enabled);
}

function entry(name: string, spec: Readonly<Record<string, unknown>>, description: string, enabled = true): FeedEntry {
  return { name, spec: JSON.stringify(spec), feedkind: 'primal', enabled, description };
}
