import { feedWith } from './feed-edit.ts';
import type { OwnFeed } from './own-feeds.ts';

/** What was done to a list of feeds on this device: the list on which it was done, and the list that came of it. */
export interface FeedsChange {
  readonly before: readonly OwnFeed[];
  readonly after: readonly OwnFeed[];
}

/**
 * The same done to the list as it stands elsewhere now, so that what another device did meanwhile stays (INV-BASE): what was removed here goes,
 * what was added here comes, names and switches that were changed here are taken over with all else left as it is there (INV-PRESERVE), and the
 * order is the one that was made here, if it was changed. A list that is empty there takes what is here.
 */
export function mergedFeeds({ before, after }: FeedsChange, theirs: readonly OwnFeed[]): readonly OwnFeed[] {
  if (theirs.length === 0) return after;
  const kept = theirs.flatMap((feed) => {
    const [was, is] = [feedWith(before, feed.spec), feedWith(after, feed.spec)];
    if (!is) return was ? [] : [feed];
    return [{ ...feed, ...(is.name !== was?.name && { name: is.name }), ...(is.enabled !== was?.enabled && enabledOf(is)) }];
  });
  const added = after.filter(({ spec }) => !feedWith(before, spec) && !feedWith(theirs, spec));
  const all = [...kept, ...added];
  return isReordered(before, after) ? inOrderOf(after, all) : all;
}

function enabledOf({ enabled }: OwnFeed): Pick<OwnFeed, 'enabled'> {
  return enabled === undefined ? {} : { enabled };
}

/** Whether what stood in both lists stands in another order, or what is new stands elsewhere than at the end. */
function isReordered(before: readonly OwnFeed[], after: readonly OwnFeed[]): boolean {
  const stayed = before.filter(({ spec }) => feedWith(after, spec));
  return stayed.some(({ spec }, at) => feedWith(after.slice(at, at + 1), spec) === undefined);
}

/** Feeds in the order of a list; one that is not on it stays behind the one before it. */
function inOrderOf(order: readonly OwnFeed[], feeds: readonly OwnFeed[]): readonly OwnFeed[] {
  const placed = order.flatMap(({ spec }) => feedWith(feeds, spec) ?? []);
  return feeds.reduce<readonly OwnFeed[]>((list, feed, at) => {
    if (list.includes(feed)) return list;
    const before = at === 0 ? -1 : list.indexOf(feeds[at - 1] ?? feed);
    return list.toSpliced(before + 1, 0, feed);
  }, placed);
}
