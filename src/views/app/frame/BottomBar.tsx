import { use } from 'react';
import { useLocation } from 'react-router';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import styles from './BottomBar.module.css';
import { NewNote } from './Navigation.tsx';
import { isOpen, PLACES, placeLabel, unreadOf } from '../../ui/layout/navigation.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';

/** Here the New note button would stand over what is filled in, or over the times of messages. */
const COVERED = /^\/(dms|new|settings)(\/|$)/;
/** There the screen belongs to the text. */
const WRITING = /^\/reads\/edit(\/|$)/;

/** Under 720 px: five places at the thumb, and the New note button over them. */
export function BottomBar() {
  const strings = useStrings();
  const state = use(ShellContext);
  const { pathname } = useLocation();
  if (WRITING.test(pathname)) return null;
  return (
    <div className={styles.small}>
      {!COVERED.test(pathname) && <NewNote iconOnly className={styles.write} />}
      <nav className={styles.bar} aria-label={strings.app.nav.main}>
        {PLACES.filter((place) => place.bar).map((place) => (
          <AppLink
            key={place.name}
            to={place.to}
            className={styles.item}
            aria-label={placeLabel(place, strings)}
            aria-current={isOpen(place, pathname) ? 'page' : undefined}
          >
            <Icon name={place.icon} size="l" />
            <span className={styles.dot}>
              <Badge count={unreadOf(place, state)} dot />
            </span>
          </AppLink>
        ))}
      </nav>
    </div>
  );
}
