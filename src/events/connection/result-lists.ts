import { isRecord } from '../core/json.ts';
import type { Claim, FeedEntry, FeedsClaim, ListClaim } from './claims.ts';
import { idOf, itemsOf, nonEmpty, textOf } from './claim-fields.ts';

/** Entries of a feed list, in order; an entry without a spec is dropped, one that does not say is enabled (10000152, 10000153, 10000155). */
function readFeedEntries(value: unknown): readonly FeedEntry[] {
  return itemsOf(value, feedOf);
}

export function readFeeds(list: FeedsClaim['list']): (content: unknown) => Claim {
  return (content) => ({ claim: 'feeds', list, feeds: readFeedEntries(content) });
}

/** A plain list of texts. A service without such a list answers null or `{}`: an empty list. */
export function readList(list: ListClaim['list']): (content: unknown) => Claim {
  return (content) => ({ claim: 'list', list, values: itemsOf(content, nonEmpty) });
}

export function readFeaturedAuthors(content: unknown): Claim {
  return { claim: 'list', list: 'featuredAuthors', values: itemsOf(content, idOf) };
}

/** `{reads: [[naddr, title], ...]}` (10000145): the naddr of each. */
export function readRecommendedReads(content: unknown): Claim {
  const reads = isRecord(content) ? content.reads : undefined;
  return { claim: 'list', list: 'recommendedReads', values: itemsOf(reads, (row) => (Array.isArray(row) ? nonEmpty(row[0]) : undefined)) };
}

function feedOf(item: unknown): FeedEntry | undefined {
  if (!isRecord(item)) return undefined;
  const spec = nonEmpty(item.spec);
  if (!spec) return undefined;
  return {
    name: textOf(item.name),
    spec,
    description: textOf(item.description),
    enabled: item.enabled === undefined || item.enabled === true,
    feedkind: textOf(item.feedkind),
  };
}
