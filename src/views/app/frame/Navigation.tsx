import { use } from 'react';
import { useLocation } from 'react-router';
import { AccountFoot } from './AccountFoot.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import styles from './Navigation.module.css';
import { isOpen, PLACES, type Place, placeLabel, unreadOf } from '../../ui/layout/navigation.ts';
import { Badge } from '../../ui/display/Badge.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Logo } from '../../ui/display/Logo.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';

/** The navigation bar (ROUTE-19). From 720 to 899 px it is a rail of icons. */
export function Navigation() {
  const { app } = useStrings();
  const state = use(ShellContext);
  return (
    <nav id="navigation" tabIndex={-1} className={styles.nav} aria-label={app.nav.main}>
      <AppLink to="/home" className={styles.logo}>
        <Logo />
        <span className={styles.label}>{app.name}</span>
      </AppLink>
      <ul>
        {PLACES.map((place) => (
          <li key={place.name}>
            <PlaceLink place={place} count={unreadOf(place, state)} />
          </li>
        ))}
      </ul>
      <NewNote className={styles.write} />
      <AccountFoot />
    </nav>
  );
}

function PlaceLink({ place, count }: { readonly place: Place; readonly count: number }) {
  const strings = useStrings();
  const { pathname } = useLocation();
  const label = placeLabel(place, strings);
  return (
    <AppLink
      to={place.to}
      className={styles.item}
      aria-current={isOpen(place, pathname) ? 'page' : undefined}
      data-tooltip={label}
    >
      <Icon name={place.icon} size="nav" />
      <span className={styles.label}>{label}</span>
      <span className={styles.badge}>
        <Badge count={count} />
      </span>
      <span className={styles.dot}>
        <Badge count={count} dot />
      </span>
    </AppLink>
  );
}

/** Opens the composer. */
export function NewNote({
  className,
  iconOnly = false,
}: {
  readonly className?: string | undefined;
  readonly iconOnly?: boolean;
}) {
  const { app } = useStrings();
  const state = use(ShellContext);
  return (
    <Button
      tone="primary"
      className={className}
      aria-label={app.nav.newNote}
      onClick={state?.onNewNote}
    >
      <Icon name="pen" size={iconOnly ? 'l' : 'm'} />
      {!iconOnly && (
        <span className={styles.label} aria-hidden>
          {app.nav.newNote}
        </span>
      )}
    </Button>
  );
}
