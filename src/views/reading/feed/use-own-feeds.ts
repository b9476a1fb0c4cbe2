import { use } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import { DEFAULT_READS_FEEDS } from '../../../events/reading/feed/default-feeds.ts';
import { addedFeed, feedWith, removedFeed } from '../../../events/reading/feed/feed-edit.ts';
import { enabledFeeds, type OwnFeed, wholeList } from '../../../events/reading/feed/own-feeds.ts';
import { readsFeedsIn } from '../../../events/reading/feed/reads.ts';
import type { FeedsName } from '../../../events/settings/saved-record.ts';
import { useAccount, useSetting, useSettingsActor } from '../../ui/hooks/app-context.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useToast } from '../../ui/hooks/use-toasts.ts';
import { useFeedList } from './use-feed.ts';

export interface OwnFeeds {
  /** All of them, those that are switched off, too; empty until they are known. */
  readonly feeds: readonly OwnFeed[];
  /** Those among which one chooses. */
  readonly enabled: readonly OwnFeed[];
  /** What the service lists for everybody. */
  readonly defaults: readonly OwnFeed[];
  /** False until the service has said, or has not: a list that is changed before would be without what it lists. */
  readonly isKnown: boolean;
  readonly edit: (next: (feeds: readonly OwnFeed[]) => readonly OwnFeed[]) => void;
}

/** The feeds of the home page, and how they are changed (FEED-06). */
export function useHomeFeeds(): OwnFeeds {
  return useEdited('homeFeeds', useFeedList(), true);
}

/** The same for the reads page: the account's, else the service's, else, where it does not answer, ours. */
export function useReadsFeeds(): OwnFeeds {
  const { answer, isLoading } = useLookup('reads:feeds', () => query('get_reads_feeds', {}));
  const told = answer ? readsFeedsIn(answer.claims) : [];
  return useEdited('readsFeeds', told.length > 0 || isLoading ? told : DEFAULT_READS_FEEDS, told.length > 0 || !isLoading);
}

function useEdited(page: FeedsName, defaults: readonly OwnFeed[], isTold: boolean): OwnFeeds {
  const own = useSetting(page);
  const settings = useSettingsActor();
  const feeds = wholeList(defaults, own);
  const edit: OwnFeeds['edit'] = (next) => {
    const change = (list: readonly OwnFeed[]) => settings.send({ type: 'settings.change', change: { [page]: list } });
    // as it is now: another tab may have told of more since it was drawn
    const kept = settings.getSnapshot().context.local[page];
    const now = wholeList(defaults, kept);
    const after = next(now);
    if (after === now) return;
    // the service's list is the account's before it is changed: what is done to it can be told from what was there
    if (kept !== now) change(now);
    change(after);
  };
  return { feeds, enabled: enabledFeeds(defaults, own), defaults, isKnown: isTold || feeds.length > 0, edit };
}

const SAID = {
  homeFeeds: { added: 'feed.added', removed: 'feed.removed' },
  readsFeeds: { added: 'feed.addedReads', removed: 'feed.removedReads' },
} as const;

/** Puts a feed on a page or takes it off, and says so (FEED-07); a visitor is asked to sign in. */
export function useFeedToggle(
  page: FeedsName,
  { feeds, isKnown, edit }: OwnFeeds,
  feed: Pick<OwnFeed, 'name' | 'spec'> & Partial<OwnFeed>,
) {
  const account = useAccount();
  const shell = use(ShellContext);
  const toast = useToast();
  const known = feedWith(feeds, feed.spec);
  const isThere = known !== undefined && known.enabled !== false;
  const toggle = () => {
    if (!account) return shell?.onRefused({ code: 'act.signIn' });
    const name = (isThere ? known.name : undefined) ?? feed.name;
    if (!isThere && addedFeed(feeds, feed) === feeds)
      return toast({ kind: 'warning', message: { code: 'feed.sameName', params: { name } } });
    edit((all) => (isThere ? removedFeed(all, feed.spec) : addedFeed(all, { enabled: true, ...feed })));
    const { added, removed } = SAID[page];
    return toast({ kind: 'success', message: { code: isThere ? removed : added, params: { name } } });
  };
  return { isThere, toggle, busy: !isKnown };
}
