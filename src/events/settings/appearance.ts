/** SETTINGS-04: sunrise and ice are light, sunset and midnight dark. */
export const THEMES = ['sunrise', 'sunset', 'ice', 'midnight'] as const;
export type Theme = (typeof THEMES)[number];

const PAIR: Record<Theme, Theme> = { sunrise: 'sunset', sunset: 'sunrise', ice: 'midnight', midnight: 'ice' };

export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

export function isDark(theme: Theme): boolean {
  return theme === 'sunset' || theme === 'midnight';
}

/** The theme that is shown: a forced one wins, else the system's preference picks within the chosen pair, else the chosen one. */
export function shownTheme(choice: {
  readonly theme: Theme;
  readonly useSystemTheme: boolean;
  readonly systemDark: boolean;
  readonly forced: Theme | undefined;
}): Theme {
  if (choice.forced) return choice.forced;
  if (!choice.useSystemTheme) return choice.theme;
  return isDark(choice.theme) === choice.systemDark ? choice.theme : PAIR[choice.theme];
}
