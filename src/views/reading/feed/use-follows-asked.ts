import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { useListVersions } from '../../account/lists/use-lists.ts';
import { useFeature } from '../../account/use-features.ts';
import { type Feed, feedIntents } from './use-feed.ts';

/**
 * The follow list with which each feed was last requested. Kept here, because the view is removed
 * while a feed loads.
 */
const askedWith = new WeakMap<Feed, string>();

/**
 * Request the feed again for each new follow list, and once the caching service has taken it.
 * Return true if the last answer was about a list with people. Until the service has taken a list
 * that is being sent, its answers are about an older one.
 */
export function useFollowsAsked(feed: Feed | undefined): boolean {
  const [list] = useListVersions('follows').versions;
  const follows = entriesOf('follows', list).size > 0;
  // its publishing ends in any case, also if the service takes no events
  const isOnItsWay = useSelector(useFeature('outbox'), (snapshot) =>
    [...(snapshot?.context.records.values() ?? [])].some(
      ({ job, event, imported }) =>
        event?.id === list?.id && !imported && snapshot?.children[`publish ${job}`] !== undefined,
    ),
  );
  const version = follows ? `${list?.id} ${isOnItsWay}` : '';
  useLayoutEffect(() => {
    if (!feed || (askedWith.get(feed) ?? '') === version) return;
    askedWith.set(feed, version);
    if (version !== '') feedIntents.retry(feed);
  }, [feed, version]);
  return follows && !isOnItsWay;
}
