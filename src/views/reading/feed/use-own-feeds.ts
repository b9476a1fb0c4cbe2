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
  /** All feeds, including disabled ones. Empty until loaded. */
  readonly feeds: readonly OwnFeed[];
  /** The enabled feeds, which the user can choose from. */
  readonly enabled: readonly OwnFeed[];
  /** The service's default feeds. */
  readonly defaults: readonly OwnFeed[];
  /**
   * False until the service has answered or failed. An earlier edit would lose the service's feeds.
   */
  readonly isKnown: boolean;
  readonly edit: (next: (feeds: readonly OwnFeed[]) => readonly OwnFeed[]) => void;
}

/** Return the feeds of the home page, and an editor for them (FEED-06). */
export function useHomeFeeds(): OwnFeeds {
  return useEdited('homeFeeds', useFeedList(), true);
}

/**
 * Return the same for the reads page: the account's feeds, else the service's, else the built-in
 * ones.
 */
export function useReadsFeeds(): OwnFeeds {
  const { answer, isLoading } = useLookup('reads:feeds', () => query('get_reads_feeds', {}));
  const told = answer ? readsFeedsIn(answer.claims) : [];
  return useEdited(
    'readsFeeds',
    told.length > 0 || isLoading ? told : DEFAULT_READS_FEEDS,
    told.length > 0 || !isLoading,
  );
}

function useEdited(page: FeedsName, defaults: readonly OwnFeed[], isTold: boolean): OwnFeeds {
  const own = useSetting(page);
  const settings = useSettingsActor();
  const feeds = wholeList(defaults, own);
  const edit: OwnFeeds['edit'] = (next) => {
    const change = (list: readonly OwnFeed[]) =>
      settings.send({ type: 'settings.change', change: { [page]: list } });
    // Read the current list: another tab may have changed it since the render.
    const kept = settings.getSnapshot().context.local[page];
    const now = wholeList(defaults, kept);
    const after = next(now);
    if (after === now) return;
    // Save the service's list as the account's first, so that the change itself can be derived from
    // it.
    if (kept !== now) change(now);
    change(after);
  };
  return {
    feeds,
    enabled: enabledFeeds(defaults, own),
    defaults,
    isKnown: isTold || feeds.length > 0,
    edit,
  };
}

const SAID = {
  homeFeeds: { added: 'feed.added', removed: 'feed.removed' },
  readsFeeds: { added: 'feed.addedReads', removed: 'feed.removedReads' },
} as const;

/**
 * Return a function that adds or removes a feed of a page, with a message (FEED-07). It asks a
 * visitor to sign in.
 */
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
    edit((all) =>
      isThere ? removedFeed(all, feed.spec) : addedFeed(all, { enabled: true, ...feed }),
    );
    const { added, removed } = SAID[page];
    return toast({
      kind: 'success',
      message: { code: isThere ? removed : added, params: { name } },
    });
  };
  return { isThere, toggle, busy: !isKnown };
}
