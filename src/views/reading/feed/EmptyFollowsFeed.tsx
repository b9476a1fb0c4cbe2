import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { DEFAULT_HOME_SPEC } from '../../../events/reading/feed/home.ts';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { useListVersions } from '../../account/lists/use-lists.ts';
import { useFeature } from '../../account/use-features.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { useChangeSettings } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import { type Feed, feedIntents } from './use-feed.ts';
import styles from './EmptyFollowsFeed.module.css';

/**
 * The follow list with which each feed was last requested. Kept here, because this view is removed
 * while a feed loads.
 */
const askedWith = new WeakMap<Feed, string>();

/**
 * An empty feed of follows: a button for everyone's notes, and people to follow. If this device has
 * a follow list, the caching service lacks it or its people's notes.
 */
export function NobodyFollowed({ feed }: { readonly feed: Feed | undefined }) {
  const { home } = usePeopleStrings();
  const isUnknown = useFollowsAsked(feed);
  const change = useChangeSettings();
  const everyone = () => change({ selectedHomeFeed: DEFAULT_HOME_SPEC });
  return (
    <>
      <EmptyState
        title={isUnknown ? home.unknown : home.title}
        action={
          <Button tone="primary" onClick={everyone}>
            {home.everyone}
          </Button>
        }
      >
        {isUnknown ? home.unknownText : home.text}
      </EmptyState>
      <h2 className={styles.title}>{home.suggested}</h2>
      <PeopleList order={{ of: 'suggested' }} label={home.suggested} />
    </>
  );
}

/**
 * Request the feed again for each new follow list, and once the caching service has taken it.
 * Return true if the last answer was about a list with people. Until the service has taken a list
 * that is being sent, its answers are about an older one.
 */
function useFollowsAsked(feed: Feed | undefined): boolean {
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
