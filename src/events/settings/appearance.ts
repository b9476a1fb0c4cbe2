import { oneOf } from '../core/json.ts';

/** SETTINGS-04: sunrise and ice are light, sunset and midnight dark. */
export const THEMES = ['sunrise', 'sunset', 'ice', 'midnight'] as const;
export type Theme = (typeof THEMES)[number];

const PAIR: Record<Theme, Theme> = {
  sunrise: 'sunset',
  sunset: 'sunrise',
  ice: 'midnight',
  midnight: 'ice',
};

export const isTheme = oneOf(THEMES);

/**
 * Text sizes of user content, from small to large. The style sheets define the values (BEYOND-15).
 */
export const READING_SIZES = ['small', 'normal', 'large', 'larger', 'largest'] as const;
export type ReadingSize = (typeof READING_SIZES)[number];

export const isReadingSize = oneOf(READING_SIZES);

export function isDark(theme: Theme): boolean {
  return theme === 'sunset' || theme === 'midnight';
}

/**
 * Return the theme to show: a forced one first, else the one of the chosen pair that the system
 * prefers, else the chosen one.
 */
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
