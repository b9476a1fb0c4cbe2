/** What a feed is: one object that the service understands, as JSON in a text wherever feeds are kept or asked for (section 12). */
export type FeedSpec = Readonly<Record<string, unknown>>;

/** Keys in the order given: other clients recognise feeds by this very text. */
export function printFeedSpec(spec: FeedSpec): string {
  return JSON.stringify(spec);
}

/** All articles on a topic (FEED-10). */
export function topicFeedSpec(topic: string): FeedSpec {
  return { kind: 'reads', topic };
}
