import { IconButton } from '../controls/IconButton.tsx';
import { MenuButton } from '../controls/Menu.tsx';
import { lazyPart } from '../overlays/lazy-part.tsx';
import { useStrings } from '../strings.ts';

export const ThemeMenuBox = lazyPart(
  () => import('./menu-boxes.tsx').then((code) => code.ThemeMenuBox),
  { close: ({ hide }) => hide() },
);

/** The four themes, for visitors without settings. */
export function ThemeMenu({ className }: { readonly className?: string | undefined }) {
  const { nav } = useStrings().app;
  return (
    <MenuButton
      label={nav.theme}
      align="start"
      renderBox={(menu) => <ThemeMenuBox {...menu} />}
      renderTrigger={(props) => (
        <IconButton {...props} icon="palette" label={nav.theme} className={className} />
      )}
    />
  );
}
