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

/** The feeds of notes. Elsewhere the New note button would cover fields, times and buttons. */
const FEEDS = /^\/(home$|bookmarks|explore|p\/|profile)/;
/** Lists of people, whose buttons are at the same side. */
const PEOPLE = /^\/p\/[^/]+\/follow(ing|ers)|[?&]tab=(people|following|followers)\b/;
/** On this path the screen belongs to the text. */
const WRITING = /^\/reads\/edit(\/|$)/;

/**
 * The bar for screens under 720 px: five places within reach of the thumb, and the New note button
 * above them.
 */
export function BottomBar() {
  const strings = useStrings();
  const state = use(ShellContext);
  const { pathname, search } = useLocation();
  const isFeed = FEEDS.test(pathname) && !PEOPLE.test(pathname + search);
  if (WRITING.test(pathname)) return null;
  return (
    <div className={styles.small}>
      {isFeed && <NewNote iconOnly className={styles.write} />}
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
