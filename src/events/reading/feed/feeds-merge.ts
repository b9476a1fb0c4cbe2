import { feedWith } from './feed-edit.ts';
import type { OwnFeed } from './own-feeds.ts';

/** The changes of a list of feeds on this device: the list before and after. */
export interface FeedsChange {
  readonly before: readonly OwnFeed[];
  readonly after: readonly OwnFeed[];
}

/**
 * Apply the changes to the current list elsewhere, so that changes by another device stay
 * (INV-BASE). Feeds removed here are removed, and feeds added here are added. Names and switches
 * changed here are applied, and all other fields stay (INV-PRESERVE). If the order was changed
 * here, it is applied too. An empty list is replaced by ours.
 */
export function mergedFeeds(
  { before, after }: FeedsChange,
  theirs: readonly OwnFeed[],
): readonly OwnFeed[] {
  if (theirs.length === 0) return after;
  const kept = theirs.flatMap((feed) => {
    const [was, is] = [feedWith(before, feed.spec), feedWith(after, feed.spec)];
    if (!is) return was ? [] : [feed];
    return [
      {
        ...feed,
        ...(is.name !== was?.name && { name: is.name }),
        ...(is.enabled !== was?.enabled && enabledOf(is)),
      },
    ];
  });
  const added = after.filter(({ spec }) => !feedWith(before, spec) && !feedWith(theirs, spec));
  const all = [...kept, ...added];
  return isReordered(before, after) ? inOrderOf(after, all) : all;
}

function enabledOf({ enabled }: OwnFeed): Pick<OwnFeed, 'enabled'> {
  return enabled === undefined ? {} : { enabled };
}

/** True if the common feeds are in another order, or a new feed is not at the end. */
function isReordered(before: readonly OwnFeed[], after: readonly OwnFeed[]): boolean {
  const stayed = before.filter(({ spec }) => feedWith(after, spec));
  return stayed.some(({ spec }, at) => feedWith(after.slice(at, at + 1), spec) === undefined);
}

/** Sort feeds by the order of a list. A feed that is not on it stays behind its predecessor. */
function inOrderOf(order: readonly OwnFeed[], feeds: readonly OwnFeed[]): readonly OwnFeed[] {
  const placed = order.flatMap(({ spec }) => feedWith(feeds, spec) ?? []);
  return feeds.reduce<readonly OwnFeed[]>((list, feed, at) => {
    if (list.includes(feed)) return list;
    const before = at === 0 ? -1 : list.indexOf(feeds[at - 1] ?? feed);
    return list.toSpliced(before + 1, 0, feed);
  }, placed);
}
