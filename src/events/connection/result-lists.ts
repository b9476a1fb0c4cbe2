import { isRecord } from '../core/json.ts';
import type { Claim, FeedEntry, FeedsClaim, ListClaim } from './claims.ts';
import { idOf, itemsOf, nonEmpty, textOf } from './claim-fields.ts';

/**
 * Read the entries of a feed list, in order (10000152, 10000153, 10000155). An entry without a spec
 * is dropped. An entry without a flag is enabled.
 */
function readFeedEntries(value: unknown): readonly FeedEntry[] {
  return itemsOf(value, feedOf);
}

export function readFeeds(list: FeedsClaim['list']): (content: unknown) => Claim {
  return (content) => ({ claim: 'feeds', list, feeds: readFeedEntries(content) });
}

/**
 * Read a plain list of texts. A service without such a list answers null or `{}`, which gives an
 * empty list.
 */
export function readList(list: ListClaim['list']): (content: unknown) => Claim {
  return (content) => ({ claim: 'list', list, values: itemsOf(content, nonEmpty) });
}

export function readFeaturedAuthors(content: unknown): Claim {
  return { claim: 'list', list: 'featuredAuthors', values: itemsOf(content, idOf) };
}

/** Read the naddr of each recommended read: `{reads: [[naddr, title], ...]}` (10000145). */
export function readRecommendedReads(content: unknown): Claim {
  const reads = isRecord(content) ? content.reads : undefined;
  return {
    claim: 'list',
    list: 'recommendedReads',
    values: itemsOf(reads, (row) => (Array.isArray(row) ? nonEmpty(row[0]) : undefined)),
  };
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
