import { useSelector } from '@xstate/react';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { useListVersions, useLists } from '../../account/lists/use-lists.ts';
import { DEFAULT_HOME_SPEC } from '../../../events/reading/feed/home.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { useChangeSettings } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import styles from './EmptyFollowsFeed.module.css';

/**
 * True if the caching service was sent a follow list with people. Until then, its answers are about
 * an older one.
 */
function useHasFollows(): boolean {
  const [list] = useListVersions('follows').versions;
  const isOnItsWay = useSelector(
    useLists(),
    (snapshot) => snapshot?.context.follows?.state === 'sending',
  );
  return !isOnItsWay && entriesOf('follows', list).size > 0;
}

/**
 * An empty feed of follows: a button for everyone's notes, and people to follow. If this device has
 * a follow list, the caching service lacks it or its people's notes.
 */
export function NobodyFollowed() {
  const { home } = usePeopleStrings();
  const isUnknown = useHasFollows();
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
