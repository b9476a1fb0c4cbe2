import { use } from 'react';
import { cx } from '../hooks/class-names.ts';
import { PLACES, type Place, placeLabel, unreadOf } from './navigation.ts';
import { Avatar } from '../display/Avatar.tsx';
import { UnfinishedDot } from '../display/Badge.tsx';
import { Icon } from '../display/Icon.tsx';
import { Menu, type MenuEntry } from '../controls/Menu.tsx';
import { ShellContext } from '../hooks/shell-context.ts';
import styles from './SmallMenu.module.css';
import { useLanguage, useStrings } from '../strings.ts';
import { useNavigate } from '../navigation/use-navigate.ts';

/**
 * In the header of small screens: the account's avatar with a menu. It has the places that do not
 * fit into the bar, and the account's actions.
 */
export function SmallMenu({ className }: { readonly className?: string | undefined }) {
  const strings = useStrings();
  const language = useLanguage();
  const state = use(ShellContext);
  const navigate = useNavigate();
  if (!state) return null;
  const { nav } = strings.app;
  const { account } = state;
  const unfinished = state.unfinished > 0 ? strings.account.publishing(state.unfinished) : '';
  const newIn = (place: Place) =>
    unreadOf(place, state) > 0 ? [nav.unread(unreadOf(place, state))] : [];
  const entries = (): readonly MenuEntry[] => [
    ...(account
      ? [{ label: nav.profile, icon: 'user' as const, onSelect: () => navigate('/profile') }]
      : []),
    ...PLACES.filter((place) => !place.bar).map((place) => ({
      label: [placeLabel(place, strings), ...newIn(place)].join(', '),
      icon: place.icon,
      onSelect: () => navigate(place.to),
    })),
    'line',
    ...(account
      ? (state.accountEntries?.(state, language, (path) => navigate(path)) ?? [
          { label: nav.signOut, icon: 'sign-out' as const, onSelect: state.onSignOut },
        ])
      : [{ label: nav.signIn, icon: 'sign-in' as const, onSelect: state.onSignIn }]),
  ];
  return (
    <Menu
      label={nav.menu}
      align="start"
      entries={entries}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={unfinished === '' ? nav.menu : `${nav.menu}. ${unfinished}`}
          className={cx(styles.button, className)}
        >
          {account ? (
            <Avatar pubkey={account.pubkey} name={account.name} src={account.picture} size="s" />
          ) : (
            <Icon name="menu" size="l" />
          )}
          {unfinished !== '' && <UnfinishedDot className={styles.dot} />}
        </button>
      )}
    />
  );
}
