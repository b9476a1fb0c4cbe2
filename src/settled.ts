import { tellTabs } from './adapters/app/told-settings.ts';
import type { SettingsActor } from './machines/settings/settings.machine.ts';
import './views/app/styles/fonts-ext.css';

/** What a page needs once it has loaded: the letters that most words do without, and what visitors choose in other tabs. */
export function settle(settings: SettingsActor | undefined): void {
  if (settings) tellTabs({ actor: settings });
}
