import { THEMES } from '../../../events/settings/appearance.ts';
import { useAppearance } from '../hooks/appearance.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { Menu } from '../controls/Menu.tsx';
import { useStrings } from '../strings.ts';

/** The four themes, for visitors without settings. */
export function ThemeMenu({ className }: { readonly className?: string | undefined }) {
  const { app } = useStrings();
  const { theme, change } = useAppearance();
  const entries = () =>
    THEMES.map((name) => ({
      label: app.theme[name],
      checked: name === theme,
      onSelect: () => change({ theme: name, useSystemTheme: false }),
    }));
  return (
    <Menu
      label={app.nav.theme}
      align="start"
      entries={entries}
      renderTrigger={(props) => (
        <IconButton {...props} icon="palette" label={app.nav.theme} className={className} />
      )}
    />
  );
}
