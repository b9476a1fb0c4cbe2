import { THEMES } from '../../../events/settings/appearance.ts';
import { MenuBox, type MenuEntry, type OpenMenu } from '../controls/Menu.tsx';
import { useAppearance } from '../hooks/appearance.ts';
import type { ShellState } from '../hooks/shell-context.ts';
import { useNavigate } from '../navigation/use-navigate.ts';
import { useLanguage, useStrings } from '../strings.ts';
import { accountMenuWords } from '../strings/account-menu.ts';
import { useThemeStrings } from '../strings/themes.ts';
import { PLACES, type Place, placeLabel, unreadOf } from './navigation.ts';

/** The places that do not fit into the bar, and the account's actions. */
export function SmallMenuBox({ state, ...menu }: OpenMenu & { readonly state: ShellState }) {
  const strings = useStrings();
  const language = useLanguage();
  const navigate = useNavigate();
  const { nav } = strings.app;
  const { account } = state;
  const newIn = (place: Place) =>
    unreadOf(place, state) > 0 ? [nav.unread(unreadOf(place, state))] : [];
  const places = PLACES.filter((place) => !place.bar).map(
    (place): MenuEntry => ({
      label: [placeLabel(place, strings), ...newIn(place)].join(', '),
      icon: place.icon,
      onSelect: () => navigate(place.to),
    }),
  );
  const entries: readonly MenuEntry[] = account
    ? [
        { label: nav.profile, icon: 'user', onSelect: () => navigate('/profile') },
        ...places,
        'line',
        ...(state.accountEntries?.(state, language, (path) => navigate(path)) ?? [
          {
            label: accountMenuWords(language).signOut,
            icon: 'sign-out' as const,
            onSelect: state.onSignOut,
          },
        ]),
      ]
    : [
        { label: nav.createAccount, icon: 'user', onSelect: () => navigate('/new') },
        { label: nav.signIn, icon: 'sign-in', onSelect: state.onSignIn },
        'line',
        ...places,
      ];
  return <MenuBox {...menu} entries={entries} />;
}

export function ThemeMenuBox(menu: OpenMenu) {
  const say = useThemeStrings();
  const { theme, change } = useAppearance();
  const entries = THEMES.map((name) => ({
    label: say[name],
    checked: name === theme,
    onSelect: () => change({ theme: name, useSystemTheme: false }),
  }));
  return <MenuBox {...menu} entries={entries} />;
}
