import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useSearchStrings } from '../../ui/strings/search.ts';
import { searchPath } from './quick-suggestions.ts';
import styles from './SearchScreen.module.css';
import { useSearchHistory } from './use-quick-search.ts';

/** Past searches, each with buttons to repeat and to forget it, and a button that clears all. */
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
            <IconButton
              icon="x"
              iconSize="s"
              label={quick.forget(term)}
              onClick={() => forget(term)}
            />
          </li>
        ))}
      </ul>
    </SideSection>
  );
}
