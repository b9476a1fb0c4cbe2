import { AppLink } from '../app/AppLink.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { Icon } from '../app/primitives/Icon.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { SideSection } from '../app/Side.tsx';
import { useSearchStrings } from '../app/strings/search.ts';
import { searchPath } from './quick-suggestions.ts';
import styles from './SearchScreen.module.css';
import { useSearchHistory } from './use-quick-search.ts';

/** What was searched for before, each to be searched again or forgotten; and all of it to be cleared. */
export function SearchHistory() {
  const { quick } = useSearchStrings();
  const { searches, forget, clear } = useSearchHistory();
  if (searches.length === 0) return null;
  return (
    <SideSection
      title={quick.recent}
      more={
        <Button compact tone="quiet" onClick={clear}>
          {quick.clear}
        </Button>
      }
    >
      <ul>
        {searches.map((term) => (
          <li key={term} className={styles.recent}>
            <AppLink to={searchPath(term)} className={styles.again}>
              <Icon name="clock" />
              <bdi>{term}</bdi>
            </AppLink>
            <IconButton icon="x" iconSize="s" label={quick.forget(term)} onClick={() => forget(term)} />
          </li>
        ))}
      </ul>
    </SideSection>
  );
}
