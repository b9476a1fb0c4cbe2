import type { IconName } from '../display/Icon.tsx';
import type { SettingsStrings } from '../strings/settings.ts';

type SectionName = keyof SettingsStrings['sections'];

export interface Section {
  readonly name: SectionName;
  readonly icon: IconName;
}

/** The settings below /settings, in the order of the menu (ROUTE-18). */
export const SECTIONS: readonly Section[] = [
  { name: 'account', icon: 'key' },
  { name: 'devices', icon: 'phone' },
  { name: 'archive', icon: 'download' },
  { name: 'profile', icon: 'user' },
  { name: 'appearance', icon: 'palette' },
  { name: 'home_feeds', icon: 'home' },
  { name: 'reads_feeds', icon: 'articles' },
  { name: 'notifications', icon: 'bell' },
  { name: 'zaps', icon: 'zap' },
  { name: 'nwc', icon: 'wallet' },
  { name: 'ecash', icon: 'mark' },
  { name: 'payments', icon: 'list' },
  { name: 'muted', icon: 'mute' },
  { name: 'filters', icon: 'shield' },
  { name: 'network', icon: 'relay' },
  { name: 'publishing', icon: 'send' },
  { name: 'versions', icon: 'clock' },
  { name: 'uploads', icon: 'image' },
  { name: 'devtools', icon: 'code' },
];
