import { words } from '../strings.ts';

export const themeEnglish = {
  sunrise: 'Sunrise',
  sunset: 'Sunset',
  ice: 'Ice',
  midnight: 'Midnight',
};

/** The names of themes, loaded with the menus and settings that list them (ACCESS-05). */
export const useThemeStrings = words('themes', themeEnglish);
