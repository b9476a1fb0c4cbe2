import { DEFAULT_HOME_SPEC } from '../../../events/reading/feed/home.ts';
import { entriesOf } from '../../../events/publish/outbox/list-versions.ts';
import { useListVersions } from '../../account/lists/use-lists.ts';
import { PeopleList } from '../../publish/lists/PeopleList.tsx';
import { useChangeSettings } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { usePeopleStrings } from '../../ui/strings/people.ts';
import styles from './EmptyFollowsFeed.module.css';

/**
 * An empty feed of follows: a button for everyone's notes, and people to follow. If this device has
 * a follow list, the caching service lacks it or its people's notes.
 */
export function NobodyFollowed() {
  const { home } = usePeopleStrings();
  const [list] = useListVersions('follows').versions;
  const isUnknown = entriesOf('follows', list).size > 0;
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
