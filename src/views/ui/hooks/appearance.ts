import { createContext, use } from 'react';
import type { Theme } from '../../../events/settings/appearance.ts';

/** The look of the app for the account in use (SETTINGS-04), and how to change it. */
export interface Appearance {
  readonly theme: Theme;
  readonly useSystemTheme: boolean;
  readonly animated: boolean;
  /** A theme forced in local storage overrides the choice. */
  readonly forcedTheme: Theme | undefined;
  readonly change: (change: {
    readonly theme?: Theme;
    readonly useSystemTheme?: boolean;
    readonly animated?: boolean;
  }) => void;
}

export const AppearanceContext = createContext<Appearance | undefined>(undefined);

export function useAppearance(): Appearance {
  const appearance = use(AppearanceContext);
  if (!appearance) throw new Error('useAppearance needs <AppearanceContext>');
  return appearance;
}
