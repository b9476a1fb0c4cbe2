/**
 * A specification of a feed: an object that the service understands. It is stored and sent as JSON
 * text.
 */
export type FeedSpec = Readonly<Record<string, unknown>>;

/** Keeps the order of the keys, because other clients identify feeds by this exact text. */
export function printFeedSpec(spec: FeedSpec): string {
  return JSON.stringify(spec);
}

/** Return the feed of all articles on a topic (FEED-10). */
export function topicFeedSpec(topic: string): FeedSpec {
  return { kind: 'reads', topic };
}
