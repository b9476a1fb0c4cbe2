import { DEFAULT_HOME_SPEC } from '../../../events/reading/feed/home.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { useChangeSettings } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import type { Feed } from './use-feed.ts';
import { useFollowsAsked } from './use-follows-asked.ts';
import styles from './EmptyFollowsFeed.module.css';

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
