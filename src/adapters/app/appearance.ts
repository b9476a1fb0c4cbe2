import { isDark, isTheme, type ReadingSize, type Theme } from '../../events/settings/appearance.ts';

interface Applied {
  readonly theme: Theme;
  readonly animated: boolean;
  readonly readingSize: ReadingSize;
}

/**
 * Sets the attributes that style sheets use: `data-theme`, `data-reading`, `data-motion="off"`, and
 * the color scheme of scroll bars and form controls.
 */
export function applyAppearance(
  root: HTMLElement,
  { theme, animated, readingSize }: Applied,
): void {
  root.dataset['theme'] = theme;
  root.dataset['reading'] = readingSize;
  if (animated) delete root.dataset['motion'];
  else root.dataset['motion'] = 'off';
  root.style.colorScheme = isDark(theme) ? 'dark' : 'light';
}

/** The theme that a flag forces on this browser, if it names one (SETTINGS-04). */
export function forcedTheme(flag: string | undefined): Theme | undefined {
  return isTheme(flag) ? flag : undefined;
}

/** The media query that matches if the system prefers dark. */
export function systemDark(page: Window): MediaQueryList {
  return page.matchMedia('(prefers-color-scheme: dark)');
}
